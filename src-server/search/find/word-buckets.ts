import type { FindIndex } from '../index/find-index.ts';
import { countTerms, countWords, type Segment } from '../index/segment.ts';
import type { PackedWords } from '../words/word-table.ts';

/** Words by first letter and length: similar words are in few buckets. */
export interface WordBuckets {
  /** Word numbers by bucket. */
  readonly numbers: Uint32Array;
  /** `lettersOf` in the same order, for sequential access. */
  readonly letters: Uint32Array;
  /** By bucket: offset in `numbers`; one extra at the end. */
  readonly starts: Uint32Array;
}

/** Distinguishes letters by their lowest bits. */
const FIRSTS = 32;
/** Longer words share buckets. */
const LONGEST = 63;
/** Words between two yields. */
const STEP = 8_192;
/** Smaller segments are scanned faster. */
const FEWEST = 4_096;

const bucketOf = (first: number, length: number): number =>
  (first % FIRSTS) * (LONGEST + 1) + Math.min(length, LONGEST);

/**
 * Range in `numbers` by first byte and length. Includes first bytes with the same lowest bits, and any length
 * from 63 bytes on.
 */
export function bucketRange(
  { starts }: WordBuckets,
  first: number,
  [shortest, longest]: readonly [number, number],
): { readonly from: number; readonly to: number } {
  const from = starts[bucketOf(first, shortest)] as number;
  return { from, to: starts[bucketOf(first, longest) + 1] as number };
}

export interface SegmentBuckets {
  readonly terms: WordBuckets;
  readonly words: WordBuckets;
}

/** Takes eight bytes per word, as long as the segment lives. */
export class IndexBuckets {
  readonly #known = new WeakMap<Segment, SegmentBuckets>();
  readonly #begun = new WeakSet<Segment>();
  readonly #fewest: number;

  /** @param fewest words of a segment with buckets; default 4,096 */
  constructor(fewest = FEWEST) {
    this.#fewest = fewest;
  }

  /** Undefined before `prepare` and for small segments. */
  of(segment: Segment): SegmentBuckets | undefined {
    return this.#known.get(segment);
  }

  *prepare({ views }: FindIndex): Generator<void, void> {
    for (const { segment } of views) {
      if (this.#begun.has(segment) || countTerms(segment) + countWords(segment) < this.#fewest) continue;
      this.#begun.add(segment);
      this.#known.set(segment, {
        terms: yield* toBuckets({
          bytes: segment.termBytes,
          starts: segment.termStarts,
          letters: segment.termLetters,
        }),
        words: yield* toBuckets({
          bytes: segment.wordBytes,
          starts: segment.wordStarts,
          letters: segment.wordLetters,
        }),
      });
    }
  }
}

/** Counting sort. */
function* toBuckets({
  bytes,
  starts: wordStarts,
  letters: wordLetters,
}: PackedWords): Generator<void, WordBuckets> {
  const count = wordLetters.length;
  const bucketOfWord = (word: number): number => {
    const start = wordStarts[word] as number;
    return bucketOf(bytes[start] as number, (wordStarts[word + 1] as number) - start);
  };
  const starts = new Uint32Array(FIRSTS * (LONGEST + 1) + 1);
  for (let word = 0; word < count; word += 1) {
    if (word % STEP === STEP - 1) yield;
    const next = bucketOfWord(word) + 1;
    starts[next] = (starts[next] as number) + 1;
  }
  for (let i = 1; i < starts.length; i += 1) starts[i] = (starts[i] as number) + (starts[i - 1] as number);
  const numbers = new Uint32Array(count);
  const letters = new Uint32Array(count);
  const next = starts.slice();
  for (let word = 0; word < count; word += 1) {
    if (word % STEP === STEP - 1) yield;
    const bucket = bucketOfWord(word);
    const place = next[bucket] as number;
    next[bucket] = place + 1;
    numbers[place] = word;
    letters[place] = wordLetters[word] as number;
  }
  return { numbers, letters, starts };
}
