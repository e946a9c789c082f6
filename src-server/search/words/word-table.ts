import { growableBytes, growableNumbers } from './growable-array.ts';
import { WordSlots } from './word-slots.ts';

const encoder = new TextEncoder();
/** Words between two yields. */
const STEP = 16_384;
/** 64 characters of up to three bytes. */
const LONGEST = 3 * 64;

/** Numbers words in order of arrival, in a fraction of a `Map`'s memory. */
export class WordTable {
  #bytes = growableBytes();
  /** By word: its offset; one extra at the end. */
  #starts = growableNumbers();
  #slots = new WordSlots();
  readonly #word = new Uint8Array(LONGEST);

  constructor() {
    this.#starts.push(0);
  }

  get size(): number {
    return this.#starts.length - 1;
  }

  /** Adds unknown words. */
  add(word: string): number {
    const length = this.#encode(word);
    const slot = this.#find(length);
    const known = this.#slots.at(slot);
    if (known >= 0) return known;
    const number = this.size;
    this.#slots.put(slot);
    for (let i = 0; i < length; i += 1) this.#bytes.push(this.#word[i] as number);
    this.#starts.push(this.#bytes.length);
    return number;
  }

  get(word: string): number | undefined {
    const known = this.#slots.at(this.#find(this.#encode(word)));
    return known >= 0 ? known : undefined;
  }

  /** Returns and clears all words, so that memory holds them once. */
  *pack(): Generator<void, PackedWords & { readonly slots: Uint32Array }> {
    this.#slots.tidy(this.#bytes.array, this.#starts.array);
    // Drops the spare room.
    const slots = this.#slots.slots.slice();
    const packed = { bytes: this.#bytes.toArray(), starts: this.#starts.toArray(), slots };
    this.#bytes = growableBytes();
    this.#starts = growableNumbers();
    this.#starts.push(0);
    this.#slots = new WordSlots();
    yield;
    return { ...packed, letters: yield* lettersOfWords(packed.bytes, packed.starts) };
  }

  /** Returns the length in `#word`. */
  #encode(word: string): number {
    for (let i = 0; i < word.length; i += 1) {
      const code = word.charCodeAt(i);
      // Nearly all words are ASCII, and the encoder is slower.
      if (code > 127) return encoder.encodeInto(word, this.#word).written;
      this.#word[i] = code;
    }
    return word.length;
  }

  /** Slot of the current word, or a free slot. */
  #find(length: number): number {
    const { array: bytes } = this.#bytes;
    const { array: starts } = this.#starts;
    this.#slots.tidy(bytes, starts);
    return this.#slots.find(bytes, starts, this.#word, 0, length);
  }
}

export interface PackedWords {
  /** Concatenated UTF-8. */
  readonly bytes: Uint8Array;
  /** By word: its offset; one extra at the end. */
  readonly starts: Uint32Array;
  /** By word: `lettersOf`. */
  readonly letters: Uint32Array;
}

export function* lettersOfWords(bytes: Uint8Array, starts: Uint32Array): Generator<void, Uint32Array> {
  const letters = new Uint32Array(starts.length - 1);
  for (let word = 0; word < letters.length; word += 1) {
    if (word % STEP === STEP - 1) yield;
    letters[word] = lettersOf(bytes, starts[word] as number, starts[word + 1] as number);
  }
  return letters;
}

/**
 * Bit set of letters `a` to `z`, and a bit for others. An edit changes at most two bits: more differing bits
 * need no comparison.
 */
export function lettersOf(bytes: Uint8Array, start: number, end: number): number {
  let letters = 0;
  for (let i = start; i < end; i += 1) {
    const letter = (bytes[i] as number) - 0x61;
    letters |= 1 << (letter >= 0 && letter < 26 ? letter : 26);
  }
  return letters;
}
