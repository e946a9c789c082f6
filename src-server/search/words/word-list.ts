import { sortInSteps } from '../../sort-in-steps.ts';

/** In byte order, in a fraction of an array's memory. */
export interface WordList {
  /** Concatenated UTF-8. */
  readonly bytes: Uint8Array;
  /** Offsets by word; one extra. */
  readonly starts: Uint32Array;
}

/** Words between yields. */
const STEP = 4_096;
const NOT_ASCII = /[^\0-\x7f]/;
const encoder = new TextEncoder();

/** A character per UTF-8 byte, for byte order. */
export function binaryOf(word: string): string {
  return NOT_ASCII.test(word) ? String.fromCharCode(...encoder.encode(word)) : word;
}

/**
 * @param numbers by `binaryOf` of the word: 0, 1, 2 … in order of the map
 * @returns also the position by number
 */
export function* sortWords(
  numbers: ReadonlyMap<string, number>,
): Generator<void, WordList & { readonly positions: Uint32Array }> {
  const words = yield* sortInSteps([...numbers.keys()], (a, b) => (a < b ? -1 : 1));
  const starts = new Uint32Array(words.length + 1);
  const bytes = new Uint8Array(words.reduce((sum, { length }) => sum + length, 0));
  const positions = new Uint32Array(words.length);
  let end = 0;
  for (const [position, word] of words.entries()) {
    if (position % STEP === STEP - 1) yield;
    positions[numbers.get(word) as number] = position;
    for (let i = 0; i < word.length; i += 1) bytes[end++] = word.charCodeAt(i);
    starts[position + 1] = end;
  }
  return { bytes, starts, positions };
}

/** -1 if absent. */
export function findWord(list: WordList, word: string): number {
  const binary = binaryOf(word);
  const { from, to } = wordsFrom(list, binary);
  // The word itself sorts before longer words.
  return from < to && lengthOf(list, from) === binary.length ? from : -1;
}

/** Words that begin with `prefix`, as `binaryOf`. */
export function wordsFrom(list: WordList, prefix: string): { readonly from: number; readonly to: number } {
  const from = firstWord(list, 0, (number) => compareStart(list, number, prefix) >= 0);
  return { from, to: firstWord(list, from, (number) => compareStart(list, number, prefix) > 0) };
}

function firstWord({ starts }: WordList, from: number, isReached: (number: number) => boolean): number {
  let low = from;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** 0 for words with the prefix. */
function compareStart({ bytes, starts }: WordList, number: number, prefix: string): number {
  const start = starts[number] as number;
  const length = (starts[number + 1] as number) - start;
  for (let i = 0; i < prefix.length; i += 1) {
    if (i === length) return -1;
    const difference = (bytes[start + i] as number) - prefix.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return 0;
}

function lengthOf({ starts }: WordList, number: number): number {
  return (starts[number + 1] as number) - (starts[number] as number);
}
