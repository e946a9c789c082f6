import type { SearchDocument } from '../search-document.ts';
import type { KeywordQuery } from './keyword-fields.ts';
import {
  closenessPoints,
  EXACT_NAME,
  EXACT_TAG,
  type MatchKind,
  POINTS,
  SHORTEST_INSIDE,
  wholeNamePoints,
} from './keyword-points.ts';
import type { ResultHeads } from './result-heads.ts';
import type { SubstringIndex } from './substring-index.ts';

/** Where in a document a word stands; `wholeName` and `wholeTag` are all words of a name or a tag in one. */
export const PLACE = { name: 1, tags: 2, summary: 4, wholeName: 8, wholeTag: 16 } as const;
/** Bits of a posting that are places; those above are the document's number. */
export const PLACE_BITS = 5;
const PLACES = (1 << PLACE_BITS) - 1;

/** By places of a posting: what a match of each kind is worth in the best of these fields, without closeness. */
const BASES = {
  whole: bestByPlaces('whole'),
  prefix: bestByPlaces('prefix'),
  inside: bestByPlaces('inside'),
} as const;

/** Documents of a table that have all words of a query, in the order of those that match equally well. */
export interface TableMatches {
  /** Their numbers in the table, ascending. */
  readonly numbers: Uint32Array;
  /** By place in `numbers`; each more than 0. */
  readonly points: Float64Array;
}

/** So many matches, as a share of all documents, are put in order by looking at all documents. */
const SORTED_SHARE = 1 / 16;

/** What a table is made of. */
export interface KeywordPostings {
  /** In the order of those that match equally well. */
  readonly documents: readonly SearchDocument[];
  readonly heads: ResultHeads;
  readonly words: SubstringIndex;
  /** By word: where its postings begin; one more at the end. */
  readonly starts: Uint32Array;
  /** Documents with a word, ascending: their number, and below it the places where it stands. */
  readonly postings: Uint32Array;
}

/**
 * An inverted index over the words of names, tags and summaries. A query costs what its matches are, however many
 * documents there are. Documents may be taken out of it, never put in.
 */
export class KeywordTable {
  readonly heads: ResultHeads;
  readonly #documents: (SearchDocument | undefined)[];
  /** By document, the number of its language. */
  readonly #languages: Uint32Array;
  readonly #languageNumbers = new Map<string, number>();
  readonly #words: SubstringIndex;
  readonly #starts: Uint32Array;
  readonly #postings: Uint32Array;
  /** By document, 0 between queries: points of the words so far, and of the present one. */
  readonly #sums: Float64Array;
  readonly #points: Float64Array;
  #alive: number;

  constructor({ documents, heads, words, starts, postings }: KeywordPostings) {
    this.heads = heads;
    this.#documents = [...documents];
    this.#languages = Uint32Array.from(documents, ({ language }) => this.#numberLanguage(language));
    this.#words = words;
    this.#starts = starts;
    this.#postings = postings;
    this.#sums = new Float64Array(documents.length);
    this.#points = new Float64Array(documents.length);
    this.#alive = documents.length;
  }

  /** By number; undefined where one was taken out. */
  get documents(): readonly (SearchDocument | undefined)[] {
    return this.#documents;
  }

  /** How many were not taken out. */
  get alive(): number {
    return this.#alive;
  }

  /** Bytes that it takes, without the documents. */
  get bytes(): number {
    const { byteLength } = this.#postings;
    const { length } = this.#documents;
    return this.#words.bytes + this.#starts.byteLength + byteLength + this.heads.bytes + 20 * length;
  }

  remove(number: number): void {
    if (this.#documents[number] === undefined) return;
    this.#documents[number] = undefined;
    this.#alive -= 1;
  }

  /** The documents that have every word. */
  match({ words, whole }: KeywordQuery, lang: string | undefined): TableMatches {
    const numbers = this.#inOrder(this.#matchAll(words));
    const points = new Float64Array(numbers.length);
    const exact = this.#exactPoints(whole);
    const language = lang === undefined ? undefined : (this.#languageNumbers.get(lang) ?? -1);
    const sums = this.#sums;
    let count = 0;
    for (let i = 0; i < numbers.length; i += 1) {
      const number = numbers[i] as number;
      const sum = sums[number] as number;
      sums[number] = 0;
      if (this.#documents[number] === undefined) continue;
      if (language !== undefined && this.#languages[number] !== language) continue;
      numbers[count] = number;
      points[count] = sum / words.length + (exact.size === 0 ? 0 : (exact.get(number) ?? 0));
      count += 1;
    }
    return { numbers: numbers.subarray(0, count), points: points.subarray(0, count) };
  }

  #numberLanguage(language: string): number {
    const known = this.#languageNumbers.get(language);
    if (known !== undefined) return known;
    this.#languageNumbers.set(language, this.#languageNumbers.size);
    return this.#languageNumbers.size - 1;
  }

  /** Numbers of the documents that have every word; their points are in `#sums`, which has no others. */
  #matchAll(words: readonly string[]): readonly number[] {
    const sums = this.#sums;
    const points = this.#points;
    let found: readonly number[] | undefined;
    for (const word of words) {
      const matched = this.#matchWord(word, found !== undefined);
      for (const number of found ?? []) if (points[number] === 0) sums[number] = 0;
      for (let i = 0; i < matched.length; i += 1) {
        const number = matched[i] as number;
        sums[number] = (sums[number] as number) + (points[number] as number);
        points[number] = 0;
      }
      found = matched;
    }
    return found ?? [];
  }

  /** The numbers of all documents with a sum, ascending. */
  #inOrder(found: readonly number[]): Uint32Array {
    const sums = this.#sums;
    if (found.length < sums.length * SORTED_SHARE) return Uint32Array.from(found).sort();
    const numbers = new Uint32Array(found.length);
    let count = 0;
    for (let number = 0; number < sums.length; number += 1) {
      if (sums[number] === 0) continue;
      numbers[count] = number;
      count += 1;
    }
    return numbers;
  }

  /** Puts a word's points for each document into `#points`; returns which have any. Of those with a sum alone, if asked. */
  #matchWord(word: string, onlyThoseWithSum: boolean): readonly number[] {
    const matched: number[] = [];
    const inWholeName = wholeNamePoints(word.length);
    const postings = this.#postings;
    const sums = this.#sums;
    const best = this.#points;
    const take = (candidate: number, kind: MatchKind): void => {
      const bases = BASES[kind];
      const closeness = closenessPoints(word.length, this.#words.lengthOf(candidate));
      const end = this.#starts[candidate + 1] as number;
      for (let i = this.#starts[candidate] as number; i < end; i += 1) {
        const posting = postings[i] as number;
        const number = posting >>> PLACE_BITS;
        if (onlyThoseWithSum && sums[number] === 0) continue;
        const base = bases[posting & PLACES] as number;
        const inField = base === 0 ? 0 : base + closeness;
        const points = (posting & PLACE.wholeName) === 0 ? inField : Math.max(inField, inWholeName);
        const before = best[number] as number;
        if (points <= before) continue;
        if (before === 0) matched.push(number);
        best[number] = points;
      }
    };
    const kindAtStart = (candidate: number): MatchKind =>
      this.#words.lengthOf(candidate) === word.length ? 'whole' : 'prefix';
    if (word.length < SHORTEST_INSIDE) {
      this.#words.forEachBeginning(word, (candidate) => take(candidate, kindAtStart(candidate)));
    } else {
      this.#words.forEachContaining(word, (candidate, begins) =>
        take(candidate, begins ? kindAtStart(candidate) : 'inside'),
      );
    }
    return matched;
  }

  /** What is added, by document, where a name or a tag is exactly the query. */
  #exactPoints(whole: string): ReadonlyMap<number, number> {
    const exact = new Map<number, number>();
    const word = this.#words.numberOf(whole);
    if (word < 0) return exact;
    const end = this.#starts[word + 1] as number;
    for (let i = this.#starts[word] as number; i < end; i += 1) {
      const posting = this.#postings[i] as number;
      if ((posting & PLACE.wholeName) !== 0) exact.set(posting >>> PLACE_BITS, EXACT_NAME);
      else if ((posting & PLACE.wholeTag) !== 0) exact.set(posting >>> PLACE_BITS, EXACT_TAG);
    }
    return exact;
  }
}

function bestByPlaces(kind: MatchKind): Uint8Array {
  return Uint8Array.from({ length: PLACES + 1 }, (_, places) =>
    Math.max(
      0,
      ...(['name', 'tags', 'summary'] as const)
        .filter((field) => (places & PLACE[field]) !== 0)
        .map((field) => POINTS[field][kind]),
    ),
  );
}
