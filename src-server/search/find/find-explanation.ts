/** Why a skill ranks where it does: what each word gave, and the section that answers the query best. */
import type { BestSection, MatchedTerm } from '../../contract/api.ts';
import type { FindIndex } from '../index/find-index.ts';
import { OCCURRENCES } from '../index/segment.ts';
import { writtenWord } from '../words/related-words.ts';
import { densestMatch } from './densest-match.ts';
import type { RankedDocument } from './ranked-document.ts';
import type { ResolvedQuery } from './resolve-query.ts';
import { excerptOf } from './section-excerpt.ts';
import type { Match, SectionText } from './section-reading.ts';
import { filesOf, placesOf, postingOf } from './term-places.ts';
import { cutAround, PieceOfText } from './text-cut.ts';

/** Characters of a snippet at most. */
const SNIPPET_LENGTH = 300;
/** Room for what stands before the first match of a snippet. */
const DENSE_LENGTH = 240;

/** How a term is marked that isn't a word's own. */
const STANDING = {
  own: {},
  corrected: { replaced: true },
  near: { replaced: true },
  guessed: { replaced: true },
  related: { related: true },
} as const;

/** What each term gave; the weights add up to the document's. Heaviest first, then by term. */
export function explainTerms(
  index: FindIndex,
  query: ResolvedQuery,
  ranked: RankedDocument,
  frequencies: Float64Array,
): MatchedTerm[] {
  const segment = index.views[ranked.view]?.segment;
  if (segment === undefined) return [];
  const parts: { readonly part: number; readonly matched: Omit<MatchedTerm, 'weight' | 'share'> }[] = [];
  let sum = 0;
  for (const { word, term, weight, documents, kind, postings } of query.terms) {
    const posting = postingOf(segment, postings, ranked);
    if (posting < 0) continue;
    const frequency = segment.postingFrequencies[posting] as number;
    const part = weight * (frequencies[frequency] as number);
    sum += part;
    const matched = {
      word,
      term,
      occurrences: frequency & OCCURRENCES,
      skills: documents,
      places: placesOf(frequency),
      files: filesOf(segment, posting, ranked),
    };
    const shown = kind === 'own' ? undefined : writtenWord(term);
    parts.push({ part, matched: { ...matched, ...STANDING[kind], ...(shown !== undefined && { shown }) } });
  }
  return parts
    .map(({ part, matched }) => ({ ...matched, weight: (ranked.weight * part) / sum, share: part / sum }))
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
}

/** Where a section stands, and the pieces of it that show most of the query. `weights` are those of its terms. */
export function describeSection(
  text: string,
  file: string,
  read: SectionText,
  weights: ReadonlyMap<string, number>,
): BestSection {
  const { section, matches } = read;
  const excerpt = excerptOf(text, read, weights);
  return {
    file,
    heading: section.heading,
    line_start: section.lineStart,
    line_end: section.lineEnd,
    ...snippetOf(text, section, matches, weights),
    ...(excerpt && { excerpt }),
  };
}

function snippetOf(
  text: string,
  section: { readonly start: number; readonly end: number },
  matches: readonly Match[],
  weights: ReadonlyMap<string, number>,
): Pick<BestSection, 'snippet' | 'highlights'> {
  const center = densestMatch(matches, weights, DENSE_LENGTH)?.first.start ?? section.start;
  const piece = new PieceOfText(text);
  piece.addRange({
    ...cutAround(text, section, center, SNIPPET_LENGTH),
    cutBefore: false,
    cutAfter: false,
  });
  const { text: snippet, highlights } = piece.marked(matches);
  return { snippet: snippet.replace(/[\r\n\t]/g, ' ').trimEnd(), highlights };
}
