import type { SearchResult } from '../../contract/api.ts';
import type { SearchDocument } from '../search-document.ts';
import { compareEquals } from './compare-equals.ts';
import type { KeywordTable, TableMatches } from './keyword-table.ts';
import { resultHead } from './result-heads.ts';

/** Scores are whole numbers from 1 to this, which the best match has. */
const BEST_SCORE = 100;
const encoder = new TextEncoder();
/** What follows a result's head, by its score. */
const TAILS = Array.from({ length: BEST_SCORE + 1 }, (_, score) => encoder.encode(`${score}},`));

/** A document that has all words of a query, and isn't in the table. */
export interface FreshMatch {
  readonly document: SearchDocument;
  /** More than 0. */
  readonly points: number;
}

/** All matches of a query with their points, equals in their order. */
interface Matches {
  /** The number of a document in the table, or -1 minus the place of one that is fresh. */
  readonly references: Int32Array;
  readonly points: Float64Array;
}

/**
 * What matches a query, best first: by score, then trust score, then key. There can be as many as documents, so nothing is
 * made for each but numbers until somebody wants it. `count` and `json` are of the time of the search; `results` leaves out
 * what is gone by then, since a table lets go of such documents, but keeps what is written of them.
 */
export class KeywordMatches {
  readonly #table: KeywordTable | undefined;
  readonly #fresh: readonly FreshMatch[];
  readonly #references: Int32Array;
  readonly #scores: Uint8Array;

  /** @param fresh in the order of those that match equally well */
  constructor(table: KeywordTable | undefined, found: TableMatches, fresh: readonly FreshMatch[]) {
    this.#table = table;
    this.#fresh = fresh;
    const { references, points } = merged(table, found, fresh);
    const scores = scoresOf(points);
    this.#references = new Int32Array(references.length);
    this.#scores = new Uint8Array(references.length);
    // A counting sort: equals keep their order.
    const next = placesByScore(scores);
    for (let i = 0; i < scores.length; i += 1) {
      const score = scores[i] as number;
      const place = next[score] as number;
      next[score] = place + 1;
      this.#references[place] = references[i] as number;
      this.#scores[place] = score;
    }
  }

  get count(): number {
    return this.#scores.length;
  }

  /** @param limit default all */
  results(limit = this.count): SearchResult[] {
    const results: SearchResult[] = [];
    const end = Math.min(limit, this.count);
    for (let i = 0; i < end; i += 1) {
      const document = this.#document(this.#references[i] as number);
      if (document === undefined) continue;
      const { key, name, language } = document;
      results.push({ key, name, language, _score: this.#scores[i] as number });
    }
    return results;
  }

  /** The results as a JSON array in UTF-8, with what shall stand before and behind it. */
  json(before = '', after = ''): Uint8Array {
    const heads = this.#fresh.map(({ document }) => resultHead(document));
    const start = encoder.encode(`${before}[`);
    const end = encoder.encode(`]${after}`);
    const bytes = new Uint8Array(this.#jsonLength(heads) + start.length + end.length);
    bytes.set(start);
    const last = this.#writeResults(new DataView(bytes.buffer), start.length, heads);
    // In place of the last comma.
    const at = this.count === 0 ? last : last - 1;
    bytes.set(end, at);
    return bytes.subarray(0, at + end.length);
  }

  /** A little more than the bytes of all results. */
  #jsonLength(heads: readonly Uint8Array[]): number {
    const table = this.#table?.heads;
    let length = 0;
    for (const reference of this.#references)
      length +=
        reference < 0 ? (heads[-1 - reference] as Uint8Array).length : (table?.lengthOf(reference) ?? 0);
    return length + this.count * (TAILS[BEST_SCORE] as Uint8Array).length + 4;
  }

  #writeResults(to: DataView, start: number, heads: readonly Uint8Array[]): number {
    const table = this.#table?.heads;
    const references = this.#references;
    const scores = this.#scores;
    let at = start;
    for (let i = 0; i < references.length; i += 1) {
      const reference = references[i] as number;
      at =
        reference < 0
          ? writeBytes(to, at, heads[-1 - reference] as Uint8Array)
          : (table?.copy(reference, to, at) ?? at);
      at = writeBytes(to, at, TAILS[scores[i] as number] as Uint8Array);
    }
    return at;
  }

  #document(reference: number): SearchDocument | undefined {
    return reference < 0 ? this.#fresh[-1 - reference]?.document : this.#table?.documents[reference];
  }
}

function writeBytes(to: DataView, at: number, bytes: Uint8Array): number {
  for (let i = 0; i < bytes.length; i += 1) to.setUint8(at + i, bytes[i] as number);
  return at + bytes.length;
}

function scoresOf(points: Float64Array): Uint8Array {
  let best = 0;
  for (let i = 0; i < points.length; i += 1) best = Math.max(best, points[i] as number);
  const scores = new Uint8Array(points.length);
  for (let i = 0; i < points.length; i += 1)
    scores[i] = Math.max(1, Math.round((BEST_SCORE * (points[i] as number)) / best));
  return scores;
}

/** By score: where the first result that has it stands. */
function placesByScore(scores: Uint8Array): Uint32Array {
  const places = new Uint32Array(BEST_SCORE + 1);
  for (let i = 0; i < scores.length; i += 1) {
    const score = scores[i] as number;
    places[score] = (places[score] as number) + 1;
  }
  let place = 0;
  for (let score = BEST_SCORE; score >= 0; score -= 1) {
    const count = places[score] as number;
    places[score] = place;
    place += count;
  }
  return places;
}

/** What is found in the table and what is fresh in one list. The fresh ones are few, and looked up in the others. */
function merged(
  table: KeywordTable | undefined,
  { numbers, points }: TableMatches,
  fresh: readonly FreshMatch[],
): Matches {
  const all = {
    references: new Int32Array(numbers.length + fresh.length),
    points: new Float64Array(numbers.length + fresh.length),
  };
  const documentAt = (i: number): SearchDocument => table?.documents[numbers[i] as number] as SearchDocument;
  let taken = 0;
  const take = (until: number, offset: number): void => {
    all.references.set(numbers.subarray(taken, until), taken + offset);
    all.points.set(points.subarray(taken, until), taken + offset);
    taken = until;
  };
  fresh.forEach((match, i) => {
    const before = countBefore(match.document, numbers.length, documentAt);
    take(before, i);
    all.references[before + i] = -1 - i;
    all.points[before + i] = match.points;
  });
  take(numbers.length, fresh.length);
  return all;
}

/** How many of a sorted list's documents stand before another one. */
function countBefore(
  document: SearchDocument,
  count: number,
  documentAt: (i: number) => SearchDocument,
): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareEquals(documentAt(middle), document) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
