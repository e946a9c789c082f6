import type { SearchResult } from '../../contract/api.ts';
import { compareEquals } from './compare-equals.ts';
import type { KeywordMatch } from './keyword-table.ts';

/** Scores are whole numbers from 1 to this, which the best match has. */
const BEST_SCORE = 100;

/**
 * The matches of two lists as results, best first: by score, then trust score, then key.
 *
 * @param some in the order of those that match equally well, as `others`
 */
export function orderMatches(some: readonly KeywordMatch[], others: readonly KeywordMatch[]): SearchResult[] {
  const all = others.length === 0 ? some : merged(some, others);
  const best = all.reduce((most, { points }) => Math.max(most, points), 0);
  const byScore = Array.from({ length: BEST_SCORE + 1 }, (): SearchResult[] => []);
  for (const { document, points } of all) {
    const score = Math.max(1, Math.round((BEST_SCORE * points) / best));
    const { key, name, language } = document;
    byScore[score]?.push({ key, name, language, _score: score });
  }
  return byScore.reverse().flat();
}

function merged(some: readonly KeywordMatch[], others: readonly KeywordMatch[]): KeywordMatch[] {
  const all: KeywordMatch[] = [];
  let next = 0;
  for (const other of others) {
    for (let match = some[next]; match !== undefined; match = some[next]) {
      if (compareEquals(match.document, other.document) > 0) break;
      all.push(match);
      next += 1;
    }
    all.push(other);
  }
  return all.concat(some.slice(next));
}
