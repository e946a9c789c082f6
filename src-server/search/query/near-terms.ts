/** Stand-in for an unknown word: correction, part of a compound, or longer form. */
import { runToEnd } from '../../run-in-slices.ts';
import { sortInSteps } from '../../sort-in-steps.ts';
import { type FindIndex, lookUpTerm } from '../index/find-index.ts';
import { type Segment, termsOf, termText } from '../index/segment.ts';
import { EditDistance } from '../words/edit-distance.ts';
import { termOf } from '../words/word-analysis.ts';
import { binaryOf, type WordList, wordsFrom } from '../words/word-list.ts';

interface NearTerm {
  readonly term: string;
  readonly nearness: number;
  readonly edits?: number;
}

const MOST_NEAR = 3;
const SHORTEST_CORRECTED = 4;
const LONGEST_CORRECTED = 40;
const LONG_WORD = 8;
/** Words between yields. */
const STEP = 16_384;
/** Compared words, or counted terms, between yields. */
const COSTLY_STEP = 256;
/** Time limit for untrusted texts. */
const MOST_LONGER = 4_096;

const encoder = new TextEncoder();

export function nearTerms(index: FindIndex, word: string): readonly NearTerm[] {
  return runToEnd(nearSteps(index, word));
}

/** Words with digits are versions, codes or hashes. */
function hasNear(word: string): boolean {
  return word.length >= SHORTEST_CORRECTED && word.length <= LONGEST_CORRECTED && !/\d/.test(word);
}

const mostEdits = (word: string): number => (word.length >= LONG_WORD ? 2 : 1);

function* nearSteps(index: FindIndex, word: string): Generator<void, readonly NearTerm[]> {
  if (!hasNear(word)) return [];
  const corrected = yield* corrections(index, word);
  if (corrected.length > 0) return corrected;
  const parts = compoundParts(index, word);
  return parts.length > 0 ? parts : yield* longerForms(index, word);
}

export type NearWords = (word: string) => readonly NearTerm[];

export function* nearWordSteps(index: FindIndex, words: Iterable<string>): Generator<void, NearWords> {
  const known = new Map<string, readonly NearTerm[]>();
  for (const word of words) {
    known.set(word, yield* nearSteps(index, word));
    yield;
  }
  return (word) => known.get(word) ?? [];
}

/** Most common first. Edit distance 1, from eight letters on 2. */
function* corrections(index: FindIndex, word: string): Generator<void, readonly NearTerm[]> {
  const most = mostEdits(word);
  const wanted = encoder.encode(word);
  const wantedLetters = lettersOf(wanted, 0, wanted.length);
  const edits = new EditDistance();
  const distances = new Map<string, number>();
  let compared = 0;
  for (const { segment, list, termOfForm, from, to } of formsFrom(index, likelyStarts(word))) {
    const { bytes, starts } = list;
    for (let form = from; form < to; form += 1) {
      if ((form - from) % STEP === STEP - 1) yield;
      const start = starts[form] as number;
      const end = starts[form + 1] as number;
      if (Math.abs(end - start - wanted.length) > most) continue;
      // An edit changes at most two letters of the set.
      if (countBits(lettersOf(bytes, start, end) ^ wantedLetters) > 2 * most) continue;
      compared += 1;
      if (compared % COSTLY_STEP === 0) yield;
      // A word equal to a stem, but absent, counts as one edit away.
      const distance = Math.max(1, edits.between(wanted, bytes.subarray(start, end), most));
      if (distance > most) continue;
      const term = termText(segment, termOfForm(form));
      distances.set(term, Math.min(distance, distances.get(term) ?? distance));
    }
  }
  for (let distance = 1; distance <= most; distance += 1) {
    const alive = yield* mostCommon(index, keysOf(distances, distance));
    if (alive.length > 0)
      return alive.slice(0, MOST_NEAR).map((term) => ({ term, nearness: 1 / distance, edits: distance }));
  }
  return [];
}

function* keysOf(distances: ReadonlyMap<string, number>, wanted: number): Generator<string, void> {
  for (const [term, distance] of distances) if (distance === wanted) yield term;
}

/** Typos seldom change the first letter: `folder` is not `holder`. */
function likelyStarts(word: string): readonly string[] {
  const [first = '', second = ''] = binaryOf(word);
  return [first, second + first];
}

/** `thread` and `pool` for `threadpool`. Prefers common parts. */
function compoundParts(index: FindIndex, word: string): readonly NearTerm[] {
  let best: { readonly terms: readonly string[]; readonly documents: number } | undefined;
  for (let cut = 3; cut <= word.length - 3; cut += 1) {
    const terms = [termOf(word.slice(0, cut)), termOf(word.slice(cut))] as const;
    const most = best?.documents ?? 0;
    const ofFirst = documentsOf(index, terms[0]);
    const documents = ofFirst > most ? Math.min(ofFirst, documentsOf(index, terms[1])) : 0;
    if (documents > most) best = { terms, documents };
  }
  return (best?.terms ?? []).map((term) => ({ term, nearness: 1 }));
}

function documentsOf(index: FindIndex, term: string): number {
  return lookUpTerm(index, term)?.documents ?? 0;
}

function* longerForms(index: FindIndex, word: string): Generator<void, readonly NearTerm[]> {
  const terms = new Set<string>();
  for (const { segment, termOfForm, from, to } of formsFrom(index, [binaryOf(word)]))
    for (let form = from; form < to && terms.size < MOST_LONGER; form += 1)
      terms.add(termText(segment, termOfForm(form)));
  const alive = yield* mostCommon(index, terms);
  return alive.slice(0, MOST_NEAR).map((term) => ({ term, nearness: 1 }));
}

/** Drops removed documents' terms; ties by text. */
function* mostCommon(index: FindIndex, terms: Iterable<string>): Generator<void, readonly string[]> {
  const alive: Array<{ readonly term: string; readonly documents: number }> = [];
  let counted = 0;
  for (const term of terms) {
    counted += 1;
    if (counted % COSTLY_STEP === 0) yield;
    const documents = documentsOf(index, term);
    if (documents > 0) alive.push({ term, documents });
  }
  const sorted = yield* sortInSteps(alive, (a, b) => b.documents - a.documents || (a.term < b.term ? -1 : 1));
  return sorted.map(({ term }) => term);
}

interface Forms {
  readonly segment: Segment;
  readonly list: WordList;
  readonly termOfForm: (form: number) => number;
  readonly from: number;
  readonly to: number;
}

function* formsFrom(index: FindIndex, prefixes: readonly string[]): Generator<Forms, void> {
  for (const { segment } of index.views) {
    const { wordBytes, wordStarts, wordTerms } = segment;
    const words = { bytes: wordBytes, starts: wordStarts };
    for (const prefix of prefixes) {
      const terms = termsOf(segment);
      yield { segment, list: terms, termOfForm: (term) => term, ...wordsFrom(terms, prefix) };
      const termOfForm = (word: number) => wordTerms[word] as number;
      yield { segment, list: words, termOfForm, ...wordsFrom(words, prefix) };
    }
  }
}

function lettersOf(bytes: Uint8Array, start: number, end: number): number {
  let letters = 0;
  for (let i = start; i < end; i += 1) {
    const letter = (bytes[i] as number) - 0x61;
    letters |= 1 << (letter >= 0 && letter < 26 ? letter : 26);
  }
  return letters;
}

function countBits(bits: number): number {
  let sum = bits - ((bits >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
