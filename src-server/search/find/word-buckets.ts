import type { FindIndex } from '../index/find-index.ts';
import { countTerms, countWords, type Segment } from '../index/segment.ts';
import type { PackedWords } from '../words/word-table.ts';

/** Words of a segment by first letter and length: those that are nearly like another stand in few of the buckets. */
export interface WordBuckets {
  /** The words' numbers, those of a bucket side by side. */
  readonly numbers: Uint32Array;
  /** Which letters each has, in the same order: to look them up by number would be to read all over the memory. */
  readonly letters: Uint32Array;
  /** By bucket: where it begins in `numbers`; one more at the end. */
  readonly starts: Uint32Array;
}

/** First bytes are told apart by their lowest bits, which all letters have different. */
const FIRSTS = 32;
/** Bytes from which on lengths aren't told apart. */
const LONGEST = 63;
/** Words between two turns for others. */
const STEP = 8_192;
/** Words of a segment that are gone through sooner than put into buckets. */
const FEWEST = 4_096;

const bucketOf = (first: number, length: number): number =>
  (first % FIRSTS) * (LONGEST + 1) + Math.min(length, LONGEST);

/**
 * Where in `numbers` the words are that begin with a byte and have `shortest` to `longest` bytes. Some others are there
 * too: those that begin with a byte of the same lowest bits, and with 63 bytes or more those of other lengths.
 */
export function bucketRange(
  { starts }: WordBuckets,
  first: number,
  [shortest, longest]: readonly [number, number],
): { readonly from: number; readonly to: number } {
  const from = starts[bucketOf(first, shortest)] as number;
  return { from, to: starts[bucketOf(first, longest) + 1] as number };
}

/** The buckets of a segment's terms, and of its words. */
export interface SegmentBuckets {
  readonly terms: WordBuckets;
  readonly words: WordBuckets;
}

/** The buckets of an index's segments: eight bytes a word, for as long as there is the segment. */
export class IndexBuckets {
  readonly #known = new WeakMap<Segment, SegmentBuckets>();
  readonly #begun = new WeakSet<Segment>();
  readonly #fewest: number;

  /** @param fewest words of a segment that gets buckets; 4,096 where left out */
  constructor(fewest = FEWEST) {
    this.#fewest = fewest;
  }

  /** Undefined where they weren't made, so that all words of the segment must be gone through. */
  of(segment: Segment): SegmentBuckets | undefined {
    return this.#known.get(segment);
  }

  /** Makes those that an index lacks. Yields now and then. */
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

/** A counting sort. */
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
