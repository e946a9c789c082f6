import { roomyNumbers } from './roomy-buffer.ts';

/** A power of two. */
const FIRST_SLOTS = 16;
/** Accepted mean probes; a half-full table needs one or two. */
const USUAL_PROBES = 8;
/** Accepted total excess; more is an attack with colliding words. */
const MOST_PROBES = 65_536;

export const hashStart = (seed: number): number => 0x811c9dc5 ^ seed;

/**
 * FNV-1a with the high bits mixed into the low bits. Otherwise words can be made that collide for very many
 * seeds.
 */
export function hashByte(hash: number, byte: number): number {
  const product = Math.imul(hash ^ byte, 0x01000193);
  return product ^ (product >>> 15);
}

function hashBytes(bytes: Uint8Array, start: number, end: number, seed: number): number {
  let hash = hashStart(seed);
  for (let i = start; i < end; i += 1) hash = hashByte(hash, bytes[i] as number);
  return hash;
}

/**
 * Open-addressing hash table of words stored elsewhere. The seed is 0, for reproducible tables, until too
 * many words collide.
 */
export class WordSlots {
  #slots = withSeed(new Uint32Array(FIRST_SLOTS + 1), 0);
  #count = 0;
  /** Probes left until a new seed. */
  #patience = MOST_PROBES;

  /** Word number plus 1, or 0; the seed comes last. Power of two, at least half free. */
  get slots(): Uint32Array {
    return this.#slots;
  }

  get isSlow(): boolean {
    return this.#patience < 0;
  }

  /**
   * Slot of a word, or a free slot.
   *
   * @param known bytes of words, with offsets in `starts`
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

  /** Number of the word in a slot; -1 if free. */
  at(slot: number): number {
    return (this.#slots[slot] as number) - 1;
  }

  /** Stores the next word in the free slot from `find`. */
  put(slot: number): void {
    this.#count += 1;
    this.#slots[slot] = this.#count;
  }

  /** Grows or takes a new seed if needed. Slots may change. */
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

const randomSeed = (): number => Math.floor(Math.random() * 2 ** 32);

function withSeed(slots: Uint32Array, seed: number): Uint32Array {
  slots[slots.length - 1] = seed;
  return slots;
}

function isSame(a: Uint8Array, atA: number, b: Uint8Array, atB: number, length: number): boolean {
  for (let i = 0; i < length; i += 1) if (a[atA + i] !== b[atB + i]) return false;
  return true;
}
