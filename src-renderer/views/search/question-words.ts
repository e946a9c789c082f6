import type { FindResult } from '../../../src-server/contract/api.ts';
import { queryWords } from './match-words.ts';

/** The words that weigh, the heaviest over all results first. */
export function questionWords(results: readonly FindResult[]): readonly string[] {
  const weights = new Map<string, number>();
  for (const { terms = [] } of results)
    for (const { word, weight } of terms) weights.set(word, (weights.get(word) ?? 0) + weight);
  return [...weights].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word);
}

/** Words of the question that made no difference: too common, or in no text. */
export function unweighedWords(query: string, results: readonly FindResult[]): readonly string[] {
  const weighed = new Set(questionWords(results).flatMap(queryWords));
  return queryWords(query).filter((word) => !weighed.has(word));
}

/** A result's bar: as long as its score, cut into its words. */
export function scoreParts(
  result: FindResult,
  chosen: string | undefined,
): ReadonlyArray<{ readonly name: string; readonly percent: number; readonly chosen: boolean }> {
  const { terms = [], score } = result;
  if (terms.length === 0) return [{ name: 'score', percent: score, chosen: true }];
  // The chosen word stands first everywhere, so that its shares can be compared.
  return [...terms]
    .sort((a, b) => Number(b.word === chosen) - Number(a.word === chosen))
    .map(({ word, share }) => ({ name: word, percent: share * score, chosen: word === chosen }));
}
