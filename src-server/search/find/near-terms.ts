/** Stand-in for an unknown word: correction, part of a compound, or longer form. */
import { runToEnd } from '../../run-in-slices.ts';
import { type FindIndex, lookUpTerm } from '../index/find-index.ts';
import { type Segment, termText } from '../index/segment.ts';
import { EditDistance } from '../words/edit-distance.ts';
import { termOf } from '../words/word-analysis.ts';
import { lettersOf } from '../words/word-table.ts';
import { bucketRange, type IndexBuckets, type SegmentBuckets, type WordBuckets } from './word-buckets.ts';

export interface NearTerm {
  readonly term: string;
  /** Share of the word's weight, 0 to 1. */
  readonly nearness: number;
  /** Corrected letters; absent unless a correction. */
  readonly edits?: number;
}

const MOST_NEAR = 3;
const SHORTEST_CORRECTED = 4;
const LONGEST_CORRECTED = 40;
const LONG_WORD = 8;
/** Words compared between two yields. */
const STEP = 8_192;

const encoder = new TextEncoder();

/** Without buckets scans all words; for large indexes run `nearWordSteps` in slices. */
export function nearTerms(index: FindIndex, word: string, buckets?: IndexBuckets): NearTerm[] {
  return runToEnd(nearSteps({ index, buckets }, word));
}

export type NearWords = (word: string) => readonly NearTerm[];

/** Steps take well under a millisecond. */
export function* nearWordSteps(
  index: FindIndex,
  words: Iterable<string>,
  buckets?: IndexBuckets,
): Generator<void, NearWords> {
  const known = new Map<string, readonly NearTerm[]>();
  for (const word of words) known.set(word, yield* nearSteps({ index, buckets }, word));
  return (word) => known.get(word) ?? [];
}

interface Vocabulary {
  readonly index: FindIndex;
  /** Only for speed. */
  readonly buckets: IndexBuckets | undefined;
}

function* nearSteps(vocabulary: Vocabulary, word: string): Generator<void, NearTerm[]> {
  // Words with digits are versions, codes or hashes.
  if (word.length < SHORTEST_CORRECTED || word.length > LONGEST_CORRECTED || /\d/.test(word)) return [];
  const corrected = yield* corrections(vocabulary, word);
  if (corrected.length > 0) return corrected;
  const parts = compoundParts(vocabulary.index, word);
  return parts.length > 0 ? parts : yield* longerForms(vocabulary, word);
}

/** Nearest words' terms, most common first. Edit distance 1, from eight letters on 2. */
function* corrections(vocabulary: Vocabulary, word: string): Generator<void, NearTerm[]> {
  const most = word.length >= LONG_WORD ? 2 : 1;
  const wanted = encoder.encode(word);
  const wantedLetters = lettersOf(wanted, 0, wanted.length);
  const edits = new EditDistance();
  const distances = new Map<string, number>();
  const lengths = [wanted.length - most, wanted.length + most] as const;
  for (const { forms, numbers, letters, from, to } of stretchesOf(
    vocabulary,
    wanted.subarray(0, 2),
    lengths,
  )) {
    const { segment, bytes, starts, termOfForm } = forms;
    for (let i = from; i < to; i += 1) {
      // Cheapest and most selective test.
      if (countBits((letters[i] as number) ^ wantedLetters) > 2 * most) continue;
      const form = numbers === undefined ? i : (numbers[i] as number);
      const start = starts[form] as number;
      const end = starts[form + 1] as number;
      if (Math.abs(end - start - wanted.length) > most) continue;
      if (!beginsAlike(bytes, start, wanted)) continue;
      // A word equal to a stem, but absent, counts as one edit away.
      const distance = Math.max(1, edits.between(wanted, bytes.subarray(start, end), most));
      if (distance > most) continue;
      const term = termText(segment, termOfForm(form));
      distances.set(term, Math.min(distance, distances.get(term) ?? distance));
    }
    yield;
  }
  const alive = mostCommon(vocabulary.index, [...distances.keys()]);
  const nearest = Math.min(...alive.map((term) => distances.get(term) ?? most));
  return alive
    .filter((term) => distances.get(term) === nearest)
    .slice(0, MOST_NEAR)
    .map((term) => ({ term, nearness: 1 / nearest, edits: nearest }));
}

/** `thread` and `pool` for `threadpool`. The split with the most common parts wins. */
function compoundParts(index: FindIndex, word: string): NearTerm[] {
  let best: { readonly terms: readonly string[]; readonly documents: number } | undefined;
  for (let cut = 3; cut <= word.length - 3; cut += 1) {
    const terms = [termOf(word.slice(0, cut)), termOf(word.slice(cut))];
    const documents = Math.min(...terms.map((term) => lookUpTerm(index, term)?.documents ?? 0));
    if (documents > (best?.documents ?? 0)) best = { terms, documents };
  }
  return (best?.terms ?? []).map((term) => ({ term, nearness: 1 }));
}

/** Terms of words that begin with `word`. */
function* longerForms(vocabulary: Vocabulary, word: string): Generator<void, NearTerm[]> {
  const wanted = encoder.encode(word);
  const wantedLetters = lettersOf(wanted, 0, wanted.length);
  const terms = new Set<string>();
  const lengths = [wanted.length + 1, Number.POSITIVE_INFINITY] as const;
  for (const { forms, numbers, letters, from, to } of stretchesOf(
    vocabulary,
    wanted.subarray(0, 1),
    lengths,
  )) {
    const { segment, bytes, starts, termOfForm } = forms;
    for (let i = from; i < to; i += 1) {
      if ((wantedLetters & ~(letters[i] as number)) !== 0) continue;
      const form = numbers === undefined ? i : (numbers[i] as number);
      const start = starts[form] as number;
      const isLonger = (starts[form + 1] as number) - start > wanted.length;
      if (isLonger && wanted.every((byte, at) => bytes[start + at] === byte)) {
        terms.add(termText(segment, termOfForm(form)));
      }
    }
    yield;
  }
  return mostCommon(vocabulary.index, [...terms])
    .slice(0, MOST_NEAR)
    .map((term) => ({ term, nearness: 1 }));
}

/** Drops terms of removed documents; most common first, then by text. */
function mostCommon(index: FindIndex, terms: readonly string[]): string[] {
  return terms
    .map((term) => ({ term, documents: lookUpTerm(index, term)?.documents ?? 0 }))
    .filter(({ documents }) => documents > 0)
    .sort((a, b) => b.documents - a.documents || (a.term < b.term ? -1 : 1))
    .map(({ term }) => term);
}

/** Bytes of a word: `starts[form]` to `starts[form + 1]`. */
interface Forms {
  readonly segment: Segment;
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly letters: Uint32Array;
  readonly termOfForm: (form: number) => number;
  readonly buckets: WordBuckets | undefined;
}

function formsOf(segment: Segment, buckets: SegmentBuckets | undefined): readonly Forms[] {
  const { termBytes, termStarts, termLetters, wordBytes, wordStarts, wordLetters, wordTerms } = segment;
  return [
    {
      segment,
      bytes: termBytes,
      starts: termStarts,
      letters: termLetters,
      termOfForm: (term) => term,
      buckets: buckets?.terms,
    },
    {
      segment,
      bytes: wordBytes,
      starts: wordStarts,
      letters: wordLetters,
      termOfForm: (word) => wordTerms[word] as number,
      buckets: buckets?.words,
    },
  ];
}

/** Words by number, or in the order of `numbers`. */
interface Stretch {
  readonly forms: Forms;
  readonly numbers: Uint32Array | undefined;
  readonly letters: Uint32Array;
  readonly from: number;
  readonly to: number;
}

/** Words with a first byte in `firsts` and a length in `lengths`, plus some others, in short ranges. */
function* stretchesOf(
  { index, buckets }: Vocabulary,
  firsts: Uint8Array,
  lengths: readonly [shortest: number, longest: number],
): Generator<Stretch, undefined> {
  for (const { segment } of index.views) {
    for (const forms of formsOf(segment, buckets?.of(segment))) {
      for (const { from, to, ...order } of rangesOf(forms, firsts, lengths)) {
        for (let start = from; start < to; start += STEP)
          yield { forms, ...order, from: start, to: Math.min(start + STEP, to) };
      }
    }
  }
}

function rangesOf(
  { buckets, letters }: Forms,
  firsts: Uint8Array,
  lengths: readonly [number, number],
): readonly Omit<Stretch, 'forms'>[] {
  if (buckets === undefined) return [{ numbers: undefined, letters, from: 0, to: letters.length }];
  const { numbers, letters: ordered } = buckets;
  return [...new Set(firsts)].map((first) => ({
    numbers,
    letters: ordered,
    ...bucketRange(buckets, first, lengths),
  }));
}

/** Typos seldom change the first letter, unlike other words: `folder`, `holder`. */
function beginsAlike(bytes: Uint8Array, start: number, wanted: Uint8Array): boolean {
  const first = bytes[start];
  return first === wanted[0] || (first === wanted[1] && bytes[start + 1] === wanted[0]);
}

/** Hacker's Delight, figure 5-2. */
function countBits(bits: number): number {
  let sum = bits - ((bits >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
