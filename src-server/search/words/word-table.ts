import { growableBytes, growableNumbers } from './growable-array.ts';
import { WordSlots } from './word-slots.ts';

const encoder = new TextEncoder();
/** Words between two turns for others. */
const STEP = 16_384;
/** Bytes of a word at most: three for each of the 64 characters of the longest that are indexed. */
const LONGEST = 3 * 64;

/**
 * Numbers words in the order they come. They are kept as bytes in one array, with a hash table over them: as strings in a
 * map they take several times as much memory, and a registry has millions.
 */
export class WordTable {
  #bytes = growableBytes();
  /** By word: where it begins; one more at the end. */
  #starts = growableNumbers();
  /** As `hashSlots` makes it. */
  #slots = new WordSlots();
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

  /** All words; gives them away, so that they are there once. Yields now and then. */
  *pack(): Generator<void, PackedWords & { readonly slots: Uint32Array }> {
    this.#slots.tidy(this.#bytes.array, this.#starts.array);
    // Without the room that they could have grown into.
    const slots = this.#slots.slots.slice();
    const packed = { bytes: this.#bytes.toArray(), starts: this.#starts.toArray(), slots };
    this.#bytes = growableBytes();
    this.#starts = growableNumbers();
    this.#starts.push(0);
    this.#slots = new WordSlots();
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
    const { array: bytes } = this.#bytes;
    const { array: starts } = this.#starts;
    this.#slots.tidy(bytes, starts);
    return this.#slots.find(bytes, starts, this.#word, 0, length);
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
