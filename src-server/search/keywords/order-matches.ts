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
  let best = 0;
  for (const { points } of all) if (points > best) best = points;
  // Plain loops, several times as fast as `from` and `entries`: there can be as many matches as documents.
  const scores = new Uint8Array(all.length);
  for (let i = 0; i < all.length; i += 1) {
    scores[i] = Math.max(1, Math.round((BEST_SCORE * (all[i] as KeywordMatch).points) / best));
  }
  const results = new Array<SearchResult>(all.length);
  // A counting sort: equals keep their order.
  const next = placesByScore(scores);
  for (let i = 0; i < all.length; i += 1) {
    const { key, name, language } = (all[i] as KeywordMatch).document;
    const score = scores[i] as number;
    const place = next[score] as number;
    next[score] = place + 1;
    results[place] = { key, name, language, _score: score };
  }
  return results;
}

/** By score: where the first result that has it stands. */
function placesByScore(scores: Uint8Array): Uint32Array {
  const places = new Uint32Array(BEST_SCORE + 1);
  for (const score of scores) places[score] = (places[score] as number) + 1;
  let place = 0;
  for (let score = BEST_SCORE; score >= 0; score -= 1) {
    const count = places[score] as number;
    places[score] = place;
    place += count;
  }
  return places;
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
