/** Hash tables over packed words. */
import { roomyNumbers } from './roomy-buffer.ts';

/** Words between two turns for others. */
const STEP = 16_384;
/** Taken slots that a lookup may go past on average; with a table half full it is one or two. */
const USUAL_PROBES = 8;
/** And so many more in all: then it is no chance any longer, but words that were made to hash alike. */
const MOST_PROBES = 65_536;

/** What a word's hash begins with. */
export const hashStart = (seed: number): number => 0x811c9dc5 ^ seed;

/**
 * Takes a byte into a hash: FNV-1a, with the high bits put into the low ones. Without that the low bits of a hash never hear
 * of the seed's high ones, and words can be made that hash alike with very many seeds.
 */
export function hashByte(hash: number, byte: number): number {
  const product = Math.imul(hash ^ byte, 0x01000193);
  return product ^ (product >>> 15);
}

/** @param seed 0, unless a table has been given another */
function hashBytes(bytes: Uint8Array, start: number, end: number, seed: number): number {
  let hash = hashStart(seed);
  for (let i = start; i < end; i += 1) hash = hashByte(hash, bytes[i] as number);
  return hash;
}

/**
 * A hash table with open addressing over words that are kept elsewhere. Words are hashed without a seed, so that the same
 * words make the same table, until too many of them belong to the same slots: then with a seed that nobody can know before.
 */
export class WordSlots {
  #slots: Uint32Array;
  #count = 0;
  /** Taken slots that lookups may still go past. */
  #patience = MOST_PROBES;

  /** @param words that it has room for without growing */
  constructor(words = 8, seed = 0) {
    this.#slots = withSeed(new Uint32Array(sizeFor(words) + 1), seed);
  }

  /** A power of two of slots, each the number of a word plus 1 or 0; half of them empty at least. Behind them the seed. */
  get slots(): Uint32Array {
    return this.#slots;
  }

  /** Whether lookups have gone past too many taken slots: the seed is a bad one for these words. */
  get isSlow(): boolean {
    return this.#patience < 0;
  }

  /**
   * The slot of a word, or the free one where it belongs.
   *
   * @param known the bytes of the words that are in, and `starts` where each begins
   */
  find(known: Uint8Array, starts: Uint32Array, bytes: Uint8Array, start: number, end: number): number {
    const slots = this.#slots;
    const mask = slots.length - 2;
    let slot = hashBytes(bytes, start, end, slots[mask + 1] as number) & mask;
    let probes = 0;
    for (let number = slots[slot] as number; number > 0; number = slots[slot] as number) {
      const own = starts[number - 1] as number;
      const isLong = (starts[number] as number) - own === end - start;
      if (isLong && isSame(known, own, bytes, start, end - start)) break;
      slot = (slot + 1) & mask;
      probes += 1;
    }
    this.#patience = Math.min(MOST_PROBES, this.#patience + USUAL_PROBES - probes);
    return slot;
  }

  /** The number of the word in a slot; -1 where it is free. */
  at(slot: number): number {
    return (this.#slots[slot] as number) - 1;
  }

  /** Puts the next word into the free slot that was found for it. */
  put(slot: number): void {
    this.#count += 1;
    this.#slots[slot] = this.#count;
  }

  /** Grows where it is half full, and takes another seed where it is slow. All slots may be others then. */
  tidy(known: Uint8Array, starts: Uint32Array): void {
    const isFull = this.#count * 2 > this.#slots.length - 1;
    if (!isFull && !this.isSlow) return;
    const size = isFull ? (this.#slots.length - 1) * 2 : this.#slots.length - 1;
    const seed = this.isSlow ? randomSeed() : (this.#slots.at(-1) as number);
    const slots = withSeed(roomyNumbers(size + 1), seed);
    const mask = size - 1;
    for (let number = 0; number < this.#count; number += 1) {
      let slot = hashBytes(known, starts[number] as number, starts[number + 1] as number, seed) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
    this.#patience = MOST_PROBES;
  }
}

/** The slots of a table of packed words; undefined where a word stands there twice. Yields now and then. */
export function* hashSlots(bytes: Uint8Array, starts: Uint32Array): Generator<void, Uint32Array | undefined> {
  const count = starts.length - 1;
  for (let table = new WordSlots(count); ; table = new WordSlots(count, randomSeed())) {
    for (let number = 0; number < count && !table.isSlow; number += 1) {
      if (number % STEP === STEP - 1) yield;
      const slot = table.find(bytes, starts, bytes, starts[number] as number, starts[number + 1] as number);
      if (table.at(slot) >= 0) return undefined;
      table.put(slot);
    }
    if (!table.isSlow) return table.slots;
    yield;
  }
}

const randomSeed = (): number => Math.floor(Math.random() * 2 ** 32);

function withSeed(slots: Uint32Array, seed: number): Uint32Array {
  slots[slots.length - 1] = seed;
  return slots;
}

/** A power of two, twice as many as words at least. */
function sizeFor(words: number): number {
  let size = 16;
  while (size < words * 2) size *= 2;
  return size;
}

function isSame(a: Uint8Array, atA: number, b: Uint8Array, atB: number, length: number): boolean {
  for (let i = 0; i < length; i += 1) if (a[atA + i] !== b[atB + i]) return false;
  return true;
}
