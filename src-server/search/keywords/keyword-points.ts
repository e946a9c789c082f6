/**
 * What a match is worth. Every word of a query must match in some field; it counts for its best match there, and the
 * document for the mean of its words.
 */
import type { KeywordFields, KeywordQuery } from './keyword-fields.ts';

/** How a word of a field has a word of the query: as itself, at its beginning, or anywhere in it. */
export type MatchKind = 'whole' | 'prefix' | 'inside';

/**
 * Points of a word that is a whole word of the field, begins one, or stands inside one. A name that only contains the
 * word still goes before a summary that speaks of it.
 */
export const POINTS = {
  name: { whole: 100, prefix: 70, inside: 45 },
  tags: { whole: 80, prefix: 50, inside: 25 },
  summary: { whole: 40, prefix: 20, inside: 8 },
} as const;
/** What a name or a tag adds that is exactly the query. */
export const EXACT_NAME = 60;
export const EXACT_TAG = 15;
/** What the share of a word that is matched adds at most: `cat` is nearer to `catch` than to `concatenate`. */
const CLOSENESS = 10;
/** One letter stands inside of nearly every word. */
export const SHORTEST_INSIDE = 2;

/** What is added for how much of a word of `candidateLength` characters is matched by one that has `length`. */
export function closenessPoints(length: number, candidateLength: number): number {
  return (CLOSENESS * length) / candidateLength;
}

/** Points of a word that stands in the name without what is between its words: `hashmap` is in `flat_hash_map` too. */
export function wholeNamePoints(length: number): number {
  return length > SHORTEST_INSIDE ? POINTS.name.inside : 0;
}

/** Points of a document; 0 where some word matches nowhere. */
export function documentPoints(fields: KeywordFields, { words, whole }: KeywordQuery): number {
  let sum = 0;
  for (const word of words) {
    const points = Math.max(
      fieldPoints(fields, 'name', word),
      fields.wholeName.includes(word) ? wholeNamePoints(word.length) : 0,
      fieldPoints(fields, 'tags', word),
      fieldPoints(fields, 'summary', word),
    );
    if (points === 0) return 0;
    sum += points;
  }
  const exact = fields.wholeName === whole ? EXACT_NAME : fields.wholeTags.has(whole) ? EXACT_TAG : 0;
  return sum / words.length + exact;
}

function fieldPoints(fields: KeywordFields, field: keyof typeof POINTS, word: string): number {
  let best = 0;
  for (const candidate of fields[field]) {
    const kind = matchKind(candidate, word);
    if (kind === undefined) continue;
    best = Math.max(best, POINTS[field][kind] + closenessPoints(word.length, candidate.length));
  }
  return best;
}

function matchKind(candidate: string, word: string): MatchKind | undefined {
  if (candidate === word) return 'whole';
  if (candidate.startsWith(word)) return 'prefix';
  return word.length >= SHORTEST_INSIDE && candidate.includes(word) ? 'inside' : undefined;
}
