import { growableBytes, growableNumbers } from './growable-array.ts';
import { hashBytes } from './segment.ts';

const encoder = new TextEncoder();

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

  pack(): { readonly bytes: Uint8Array; readonly starts: Uint32Array } {
    const bytes = growableBytes();
    const starts = growableNumbers();
    const scratch = new Uint8Array(1024);
    for (const word of this.#numbers.keys()) {
      starts.push(bytes.length);
      bytes.append(scratch.subarray(0, encoder.encodeInto(word, scratch).written));
    }
    starts.push(bytes.length);
    return { bytes: bytes.toArray(), starts: starts.toArray() };
  }
}

/** Hash table over packed words: number plus 1, 0 where there is none; half empty at least. */
export function hashSlots(bytes: Uint8Array, starts: Uint32Array): Uint32Array {
  const count = starts.length - 1;
  let size = 16;
  while (size < count * 2) size *= 2;
  const slots = new Uint32Array(size);
  for (let number = 0; number < count; number += 1) {
    let slot = hashBytes(bytes, starts[number] as number, starts[number + 1] as number) & (size - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1);
    slots[slot] = number + 1;
  }
  return slots;
}
