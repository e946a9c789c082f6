import { WordSlots } from './word-slots.ts';
import type { PackedWords } from './word-table.ts';

/**
 * Numbers words like `WordTable`, copied from other packed tables: makes no strings, so no garbage. Allocates all memory at
 * once, because a growing table pauses.
 */
export class PackedTable {
  readonly #bytes: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #letters: Uint32Array;
  readonly #slots: WordSlots;
  #size = 0;

  /** @param sources all tables that words are added from */
  constructor(sources: readonly PackedWords[]) {
    const most = sources.reduce((sum, { letters }) => sum + letters.length, 0);
    this.#bytes = new Uint8Array(sources.reduce((sum, { bytes }) => sum + bytes.length, 0));
    this.#starts = new Uint32Array(most + 1);
    this.#letters = new Uint32Array(most);
    this.#slots = new WordSlots(most);
  }

  get size(): number {
    return this.#size;
  }

  /** The number of a word of `source`; that of a new one is what `size` was. */
  add({ bytes, starts, letters }: PackedWords, word: number): number {
    const start = starts[word] as number;
    const end = starts[word + 1] as number;
    this.#slots.tidy(this.#bytes, this.#starts);
    const slot = this.#slots.find(this.#bytes, this.#starts, bytes, start, end);
    const known = this.#slots.at(slot);
    if (known >= 0) return known;
    const number = this.#size;
    const to = this.#starts[number] as number;
    for (let i = start; i < end; i += 1) this.#bytes[to + i - start] = bytes[i] as number;
    this.#slots.put(slot);
    this.#letters[number] = letters[word] as number;
    this.#starts[number + 1] = to + end - start;
    this.#size += 1;
    return number;
  }

  pack(): PackedWords {
    return {
      bytes: this.#bytes.slice(0, this.#starts[this.#size]),
      starts: this.#starts.slice(0, this.#size + 1),
      letters: this.#letters.slice(0, this.#size),
    };
  }
}
