/** Stand-ins for a word that no document has: a typo's correction, a compound's parts, or longer forms of it. */
import { type FindIndex, lookUpTerm } from '../index/find-index.ts';
import { type Segment, termText } from '../index/segment.ts';
import { EditDistance } from '../words/edit-distance.ts';
import { termOf } from '../words/word-analysis.ts';
import { lettersOf } from '../words/word-table.ts';

export interface NearTerm {
  readonly term: string;
  /** 0 to 1: how much of the word's weight it carries. */
  readonly nearness: number;
  /** Letters that must be mended to have it; absent where it is no correction. */
  readonly edits?: number;
}

const MOST_NEAR = 3;
const SHORTEST_CORRECTED = 4;
const LONGEST_CORRECTED = 40;
const LONG_WORD = 8;
/** Words of the index that are looked at in one step. */
const STEP = 8_192;

const encoder = new TextEncoder();

/** What may stand in for a word. All words of the index are looked at: a large one is better asked in slices. */
export function nearTerms(index: FindIndex, word: string): NearTerm[] {
  const steps = nearSteps(index, word);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** What may stand in for each of some words. */
export type NearWords = (word: string) => readonly NearTerm[];

/** What `nearTerms` says of some words, in steps of well under a millisecond, to be run in slices. */
export function* nearWordSteps(index: FindIndex, words: Iterable<string>): Generator<void, NearWords> {
  const known = new Map<string, readonly NearTerm[]>();
  for (const word of words) known.set(word, yield* nearSteps(index, word));
  return (word) => known.get(word) ?? [];
}

function* nearSteps(index: FindIndex, word: string): Generator<void, NearTerm[]> {
  // Digits make a version, a code or a hash: another one is another thing.
  if (word.length < SHORTEST_CORRECTED || word.length > LONGEST_CORRECTED || /\d/.test(word)) return [];
  const corrected = yield* corrections(index, word);
  if (corrected.length > 0) return corrected;
  const parts = compoundParts(index, word);
  return parts.length > 0 ? parts : yield* longerForms(index, word);
}

/** Terms of words within edit distance 1, from eight letters on 2; only the nearest, of those the most common. */
function* corrections(index: FindIndex, word: string): Generator<void, NearTerm[]> {
  const most = word.length >= LONG_WORD ? 2 : 1;
  const wanted = encoder.encode(word);
  const wantedLetters = lettersOf(wanted, 0, wanted.length);
  const edits = new EditDistance();
  const distances = new Map<string, number>();
  for (const { forms, from, to } of stretchesOf(index)) {
    const { segment, bytes, starts, letters, termOfForm } = forms;
    for (let form = from; form < to; form += 1) {
      // First what says no the most often, and needs one number only.
      if (countBits((letters[form] as number) ^ wantedLetters) > 2 * most) continue;
      const start = starts[form] as number;
      const end = starts[form + 1] as number;
      if (Math.abs(end - start - wanted.length) > most) continue;
      if (!beginsAlike(bytes, start, wanted)) continue;
      const distance = edits.between(wanted, bytes.subarray(start, end), most);
      if (distance > most) continue;
      const term = termText(segment, termOfForm(form));
      distances.set(term, Math.min(distance, distances.get(term) ?? distance));
    }
    yield;
  }
  const alive = mostCommon(index, [...distances.keys()]);
  const nearest = Math.min(...alive.map((term) => distances.get(term) ?? most));
  return alive
    .filter((term) => distances.get(term) === nearest)
    .slice(0, MOST_NEAR)
    .map((term) => ({ term, nearness: 1 / nearest, edits: nearest }));
}

/** `threadpool` where no document writes it in one: `thread` and `pool`. The two most common parts win. */
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
function* longerForms(index: FindIndex, word: string): Generator<void, NearTerm[]> {
  const wanted = encoder.encode(word);
  const wantedLetters = lettersOf(wanted, 0, wanted.length);
  const terms = new Set<string>();
  for (const { forms, from, to } of stretchesOf(index)) {
    const { segment, bytes, starts, letters, termOfForm } = forms;
    for (let form = from; form < to; form += 1) {
      if ((wantedLetters & ~(letters[form] as number)) !== 0) continue;
      const start = starts[form] as number;
      const isLonger = (starts[form + 1] as number) - start > wanted.length;
      if (isLonger && wanted.every((byte, i) => bytes[start + i] === byte)) {
        terms.add(termText(segment, termOfForm(form)));
      }
    }
    yield;
  }
  return mostCommon(index, [...terms])
    .slice(0, MOST_NEAR)
    .map((term) => ({ term, nearness: 1 }));
}

/** The terms that some document has, those that most have first, by text where equally many do. */
function mostCommon(index: FindIndex, terms: readonly string[]): string[] {
  return terms
    .map((term) => ({ term, documents: lookUpTerm(index, term)?.documents ?? 0 }))
    .filter(({ documents }) => documents > 0)
    .sort((a, b) => b.documents - a.documents || (a.term < b.term ? -1 : 1))
    .map(({ term }) => term);
}

/** Words of a segment: `bytes` from `starts[form]` to `starts[form + 1]`, and the term that each belongs to. */
interface Forms {
  readonly segment: Segment;
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly letters: Uint32Array;
  readonly termOfForm: (form: number) => number;
}

function formsOf(segment: Segment): readonly Forms[] {
  const { termBytes, termStarts, termLetters, wordBytes, wordStarts, wordLetters, wordTerms } = segment;
  return [
    { segment, bytes: termBytes, starts: termStarts, letters: termLetters, termOfForm: (term) => term },
    {
      segment,
      bytes: wordBytes,
      starts: wordStarts,
      letters: wordLetters,
      termOfForm: (word) => wordTerms[word] as number,
    },
  ];
}

/** All words of an index, so many at a time. */
function* stretchesOf(
  index: FindIndex,
): Generator<{ readonly forms: Forms; readonly from: number; readonly to: number }, undefined> {
  for (const { segment } of index.views) {
    for (const forms of formsOf(segment)) {
      const { length } = forms.letters;
      for (let from = 0; from < length; from += STEP)
        yield { forms, from, to: Math.min(from + STEP, length) };
    }
  }
}

/** Typos seldom change a word's first letter, and other words often do: `folder` is no `holder`. */
function beginsAlike(bytes: Uint8Array, start: number, wanted: Uint8Array): boolean {
  const first = bytes[start];
  return first === wanted[0] || (first === wanted[1] && bytes[start + 1] === wanted[0]);
}

/** How many bits are set, by adding neighbours up (Hacker's Delight, figure 5-2). */
function countBits(bits: number): number {
  let sum = bits - ((bits >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
