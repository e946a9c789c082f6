import { hashBytes } from '../index/segment.ts';
import { growableBytes, growableNumbers } from './growable-array.ts';

const encoder = new TextEncoder();
/** Words between two turns for others. */
const STEP = 16_384;
/** Bytes of a word at most: three for each of 64 characters are the longest that there are. */
const LONGEST = 1024;

/**
 * Numbers words in the order they come. They are kept as bytes in one array, with a hash table over them: as strings in a
 * map they take several times as much memory, and a registry has millions.
 */
export class WordTable {
  #bytes = growableBytes();
  /** By word: where it begins; one more at the end. */
  #starts = growableNumbers();
  /** Number plus 1, 0 where there is none; half empty at least, as `hashSlots` makes it. */
  #slots = new Uint32Array(16);
  /** The bytes of the word at hand. */
  readonly #word = new Uint8Array(LONGEST);

  constructor() {
    this.#starts.push(0);
  }

  get size(): number {
    return this.#starts.length - 1;
  }

  /** The number of `word`, a new one where it has none yet. */
  add(word: string): number {
    const length = this.#encode(word);
    const slot = this.#find(length);
    const known = this.#slots[slot] as number;
    if (known > 0) return known - 1;
    const number = this.size;
    this.#slots[slot] = number + 1;
    for (let i = 0; i < length; i += 1) this.#bytes.push(this.#word[i] as number);
    this.#starts.push(this.#bytes.length);
    if ((number + 1) * 2 > this.#slots.length) this.#growSlots();
    return number;
  }

  get(word: string): number | undefined {
    const known = this.#slots[this.#find(this.#encode(word))] as number;
    return known > 0 ? known - 1 : undefined;
  }

  /** All words; gives them away, so that they are there once. Yields now and then. */
  *pack(): Generator<void, PackedWords & { readonly slots: Uint32Array }> {
    const packed = { bytes: this.#bytes.toArray(), starts: this.#starts.toArray(), slots: this.#slots };
    this.#bytes = growableBytes();
    this.#starts = growableNumbers();
    this.#starts.push(0);
    this.#slots = new Uint32Array(16);
    yield;
    return { ...packed, letters: yield* lettersOfWords(packed.bytes, packed.starts) };
  }

  /** Puts a word's bytes into `#word`; returns how many. */
  #encode(word: string): number {
    for (let i = 0; i < word.length; i += 1) {
      const code = word.charCodeAt(i);
      // Nearly all words are bytes already, and the encoder takes longer.
      if (code > 127) return encoder.encodeInto(word, this.#word).written;
      this.#word[i] = code;
    }
    return word.length;
  }

  /** The slot of the word at hand, or the free one where it belongs. */
  #find(length: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashBytes(this.#word, 0, length) & mask;
    for (let known = this.#slots[slot] as number; known > 0; known = this.#slots[slot] as number) {
      if (this.#isAt(known - 1, length)) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #isAt(number: number, length: number): boolean {
    const starts = this.#starts.array;
    const start = starts[number] as number;
    if ((starts[number + 1] as number) - start !== length) return false;
    return isSame(this.#bytes.array, start, this.#word, 0, length);
  }

  #growSlots(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    fillSlots(this.#slots, this.#bytes.array, this.#starts.array, 0, this.size);
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
  const slots = new Uint32Array(slotsFor(count));
  for (let from = 0; from < count; from += STEP) {
    fillSlots(slots, bytes, starts, from, Math.min(count, from + STEP));
    yield;
  }
  return slots;
}

/** Whether no word stands there twice. Yields now and then. */
export function* areDifferent(bytes: Uint8Array, starts: Uint32Array): Generator<void, boolean> {
  const slots = new Uint32Array(slotsFor(starts.length - 1));
  const mask = slots.length - 1;
  for (let number = 0; number < starts.length - 1; number += 1) {
    if (number % STEP === STEP - 1) yield;
    const start = starts[number] as number;
    const end = starts[number + 1] as number;
    let slot = hashBytes(bytes, start, end) & mask;
    for (let known = slots[slot] as number; known > 0; known = slots[slot] as number) {
      const other = starts[known - 1] as number;
      if (
        (starts[known] as number) - other === end - start &&
        isSame(bytes, other, bytes, start, end - start)
      )
        return false;
      slot = (slot + 1) & mask;
    }
    slots[slot] = number + 1;
  }
  return true;
}

function isSame(a: Uint8Array, atA: number, b: Uint8Array, atB: number, length: number): boolean {
  for (let i = 0; i < length; i += 1) if (a[atA + i] !== b[atB + i]) return false;
  return true;
}

/** Size of a hash table for so many words: a power of two, half empty at least. */
function slotsFor(count: number): number {
  let size = 16;
  while (size < count * 2) size *= 2;
  return size;
}

/** Puts the words from `from` to before `to` into a table that has none of them. */
function fillSlots(
  slots: Uint32Array,
  bytes: Uint8Array,
  starts: Uint32Array,
  from: number,
  to: number,
): void {
  const mask = slots.length - 1;
  for (let number = from; number < to; number += 1) {
    let slot = hashBytes(bytes, starts[number] as number, starts[number + 1] as number) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = number + 1;
  }
}
