/** Why a skill ranks where it does: what each word gave, and the section that answers the query best. */
import type { BestSection, MatchedTerm } from '../../contract/api.ts';
import type { FindIndex } from '../index/find-index.ts';
import { findPosting, OCCURRENCES } from '../index/segment.ts';
import { isMarkdown } from '../index/segment-builder.ts';
import type { SearchFile } from '../search-document.ts';
import { type Section, scanText } from '../words/text-scanner.ts';
import { analyzeRun } from '../words/word-analysis.ts';
import type { ResolvedQuery } from './find-query.ts';
import type { RankedDocument } from './find-ranking.ts';

/** Characters of a snippet at most. */
const SNIPPET_LENGTH = 300;
/** Characters before the first match of a snippet. */
const LEAD_IN = 60;

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
  for (const { word, term, weight, documents, replaced, postings } of query.terms) {
    const { from, to } = postings[ranked.view] ?? { from: 0, to: 0 };
    const posting = from === to ? -1 : findPosting(segment, from, to, ranked.number);
    if (posting < 0) continue;
    const frequency = segment.postingFrequencies[posting] as number;
    const part = weight * (frequencies[frequency] as number);
    sum += part;
    const matched = { word, term, occurrences: frequency & OCCURRENCES, skills: documents };
    parts.push({ part, matched: replaced ? { ...matched, replaced } : matched });
  }
  return parts
    .map(({ part, matched }) => ({ ...matched, weight: (ranked.weight * part) / sum, share: part / sum }))
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
}

/** The file of the best section, and the section's number in it; undefined where only metadata matched. */
export function sectionPlace(
  index: FindIndex,
  ranked: RankedDocument,
): { readonly file: SearchFile; readonly section: number } | undefined {
  const segment = index.views[ranked.view]?.segment;
  if (segment === undefined || ranked.section < 0) return undefined;
  let section = ranked.section;
  for (const [i, file] of ranked.document.files.entries()) {
    const sections = segment.fileSections[(segment.fileStarts[ranked.number] as number) + i] as number;
    if (section < sections) return { file, section };
    section -= sections;
  }
  return undefined;
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly term: string;
}

/** A section of a text: where it stands, and the piece of it that shows most of the query. */
export function describeSection(
  text: string,
  file: string,
  wanted: number,
  query: ResolvedQuery,
): BestSection | undefined {
  const weights = new Map(query.terms.map(({ term, weight }) => [term, weight]));
  const matches: Match[] = [];
  const sections: Section[] = [];
  scanText(text, isMarkdown(file), {
    run: (start, end) => {
      if (sections.length !== wanted) return;
      const hit = analyzeRun(text.slice(start, end)).find(({ term }) => weights.has(term));
      if (hit !== undefined) matches.push({ start, end, term: hit.term });
    },
    sectionEnd: (section) => sections.push(section),
  });
  const section = sections[wanted];
  if (section === undefined) return undefined;
  return {
    file,
    heading: section.heading,
    line_start: section.lineStart,
    line_end: section.lineEnd,
    ...snippetOf(text, section, matches, weights),
  };
}

function snippetOf(
  text: string,
  section: Section,
  matches: readonly Match[],
  weights: ReadonlyMap<string, number>,
): Pick<BestSection, 'snippet' | 'highlights'> {
  const center = densest(matches, weights);
  let start = Math.max(section.start, (center?.start ?? section.start) - LEAD_IN);
  // Begin at a word.
  if (start > section.start) {
    const space = text.slice(start, center?.start).search(/\s\S/);
    if (space >= 0) start += space + 1;
  }
  const end = Math.min(section.end, start + SNIPPET_LENGTH);
  const snippet = text
    .slice(start, end)
    .replace(/[\r\n\t]/g, ' ')
    .trimEnd();
  const highlights = matches
    .filter((match) => match.start >= start && match.end - start <= snippet.length)
    .map((match) => [match.start - start, match.end - start] as const);
  return { snippet, highlights };
}

/** The match from which a snippet shows most of the query. */
function densest(matches: readonly Match[], weights: ReadonlyMap<string, number>): Match | undefined {
  let best: Match | undefined;
  let most = 0;
  matches.forEach((first, i) => {
    const seen = new Set<string>();
    let mass = 0;
    for (let j = i; j < matches.length; j += 1) {
      const match = matches[j] as Match;
      if (match.end - first.start > SNIPPET_LENGTH - LEAD_IN) break;
      // The first of a word tells; more of it a little.
      mass += (weights.get(match.term) ?? 0) * (seen.has(match.term) ? 0.1 : 1);
      seen.add(match.term);
    }
    if (mass > most) {
      best = first;
      most = mass;
    }
  });
  return best;
}
