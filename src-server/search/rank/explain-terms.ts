import type { MatchedTerm } from '../../contract/api/api.ts';
import { OCCURRENCES } from '../index/skill-terms.ts';
import { filesOf, placeOfTerm, placesOf } from '../index/term-places.ts';
import type { ResolvedQuery } from '../query/resolve-query.ts';
import { writtenWord } from '../words/related-words.ts';
import type { RankedDocument } from './ranked-document.ts';

const STANDING = {
  own: {},
  corrected: { replaced: true },
  near: { replaced: true },
  guessed: { replaced: true },
  related: { related: true },
} as const;

/** With shares of the weight, heaviest first. */
export function explainTerms(
  query: ResolvedQuery,
  ranked: RankedDocument,
  frequencies: Float64Array,
): MatchedTerm[] {
  const { skill } = ranked;
  const parts: { readonly part: number; readonly matched: Omit<MatchedTerm, 'weight' | 'share'> }[] = [];
  let sum = 0;
  for (const { word, term, weight, documents, kind, number } of query.terms) {
    const place = placeOfTerm(skill, number);
    if (place < 0) continue;
    const frequency = skill.frequencies[place] as number;
    const part = weight * (frequencies[frequency] as number);
    sum += part;
    const matched = {
      word,
      term,
      occurrences: frequency & OCCURRENCES,
      skills: documents,
      places: placesOf(frequency),
      files: filesOf(skill, place),
    };
    const shown = kind === 'own' ? undefined : writtenWord(term);
    parts.push({ part, matched: { ...matched, ...STANDING[kind], ...(shown !== undefined && { shown }) } });
  }
  return parts
    .map(({ part, matched }) => ({ ...matched, weight: (ranked.weight * part) / sum, share: part / sum }))
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
}
