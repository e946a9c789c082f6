import { hashBytes } from '../index/segment.ts';
import { growableBytes, growableNumbers } from './growable-array.ts';

const encoder = new TextEncoder();
/** Words between two turns for others. */
const STEP = 16_384;

/** Numbers strings in the order they come, and packs them. */
export class WordTable {
  readonly #numbers = new Map<string, number>();

  get size(): number {
    return this.#numbers.size;
  }

  /** The number of `word`, a new one where it has none yet. */
  add(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(word, number);
    return number;
  }

  get(word: string): number | undefined {
    return this.#numbers.get(word);
  }

  /** Yields now and then. */
  *pack(): Generator<void, PackedWords> {
    const bytes = growableBytes();
    const starts = growableNumbers();
    const scratch = new Uint8Array(1024);
    for (const word of this.#numbers.keys()) {
      if (starts.length % STEP === STEP - 1) yield;
      starts.push(bytes.length);
      bytes.append(scratch.subarray(0, encoder.encodeInto(word, scratch).written));
    }
    starts.push(bytes.length);
    const packed = { bytes: bytes.toArray(), starts: starts.toArray() };
    return { ...packed, letters: yield* lettersOfWords(packed.bytes, packed.starts) };
  }
}

export interface PackedWords {
  /** UTF-8, one word after the other. */
  readonly bytes: Uint8Array;
  /** By word: where it begins; one more at the end. */
  readonly starts: Uint32Array;
  /** By word: which letters it has. */
  readonly letters: Uint32Array;
}

/** By word: which letters it has. Yields now and then. */
export function* lettersOfWords(bytes: Uint8Array, starts: Uint32Array): Generator<void, Uint32Array> {
  const letters = new Uint32Array(starts.length - 1);
  for (let word = 0; word < letters.length; word += 1) {
    if (word % STEP === STEP - 1) yield;
    letters[word] = lettersOf(bytes, starts[word] as number, starts[word + 1] as number);
  }
  return letters;
}

/**
 * Which letters a word has, a bit for each of `a` to `z` and one for everything else. One edit of a word changes two
 * bits at most, so words that differ in more bits need not be compared.
 */
export function lettersOf(bytes: Uint8Array, start: number, end: number): number {
  let letters = 0;
  for (let i = start; i < end; i += 1) {
    const letter = (bytes[i] as number) - 0x61;
    letters |= 1 << (letter >= 0 && letter < 26 ? letter : 26);
  }
  return letters;
}

/** Hash table over packed words: number plus 1, 0 where there is none; half empty at least. Yields now and then. */
export function* hashSlots(bytes: Uint8Array, starts: Uint32Array): Generator<void, Uint32Array> {
  const count = starts.length - 1;
  let size = 16;
  while (size < count * 2) size *= 2;
  const slots = new Uint32Array(size);
  for (let number = 0; number < count; number += 1) {
    if (number % STEP === STEP - 1) yield;
    let slot = hashBytes(bytes, starts[number] as number, starts[number + 1] as number) & (size - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1);
    slots[slot] = number + 1;
  }
  return slots;
}
