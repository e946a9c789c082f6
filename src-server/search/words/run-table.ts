import { growableNumbers, growableShorts, spareNumbers } from './growable-array.ts';

/** More are mostly identifiers that don't recur. */
const MOST_RUNS = 1 << 17;

/** Beyond, lookup costs exceed savings. */
const MOST_PROBES = 64;

/**
 * Term numbers by run. Lookup by offsets avoids strings. Cleared when full. Keeps few runs with equal hashes.
 */
export class RunTable {
  readonly #most: number;
  /** Pairs: hash, run number plus 1 (0 if free). */
  #slots = new Uint32Array(1 << 15);
  #count = 0;
  /** Per run, plus a final pair: offsets of characters and terms. */
  readonly #starts = growableNumbers();
  readonly #characters = growableShorts();
  readonly #terms = growableNumbers();

  constructor(most = MOST_RUNS) {
    this.#most = most;
    this.#pushStarts();
  }

  /** -1 if absent. */
  find(text: string, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 2;
    const wanted = hash >>> 0;
    let slot = place(hash) & mask;
    for (let probes = 0; probes < MOST_PROBES; probes += 1) {
      const number = (slots[slot + 1] as number) - 1;
      if (number < 0) return -1;
      if (slots[slot] === wanted && this.#equals(number, text, start, end)) return number;
      slot = (slot + 2) & mask;
    }
    return -1;
  }

  add(text: string, start: number, end: number, hash: number, terms: readonly number[]): number {
    if (this.#count === this.#most) this.#forget();
    const number = this.#count;
    this.#count += 1;
    for (let i = start; i < end; i += 1) this.#characters.push(text.charCodeAt(i));
    this.#terms.append(terms);
    this.#pushStarts();
    if (this.#count * 4 > this.#slots.length) this.#grow();
    insert(this.#slots, hash >>> 0, number + 1);
    return number;
  }

  /** Terms of a run end before `termStart(run + 1)`. */
  termStart(run: number): number {
    return this.#starts.array[run * 2 + 1] as number;
  }

  get terms(): Uint32Array {
    return this.#terms.array;
  }

  #forget(): void {
    this.#slots.fill(0);
    this.#count = 0;
    for (const list of [this.#starts, this.#characters, this.#terms]) list.length = 0;
    this.#pushStarts();
  }

  #pushStarts(): void {
    this.#starts.push(this.#characters.length);
    this.#starts.push(this.#terms.length);
  }

  #equals(number: number, text: string, start: number, end: number): boolean {
    const from = this.#starts.array[number * 2] as number;
    if ((this.#starts.array[number * 2 + 2] as number) - from !== end - start) return false;
    const characters = this.#characters.array;
    for (let i = start; i < end; i += 1) {
      if (characters[from + i - start] !== text.charCodeAt(i)) return false;
    }
    return true;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = spareNumbers(before.length * 2);
    for (let slot = 0; slot < before.length; slot += 2) {
      const number = before[slot + 1] as number;
      if (number > 0) insert(this.#slots, before[slot] as number, number);
    }
  }
}

/** Replaces the first run of a full probe sequence. */
function insert(slots: Uint32Array, hash: number, value: number): void {
  const mask = slots.length - 2;
  const first = place(hash) & mask;
  let slot = first;
  for (let probes = 1; slots[slot + 1] !== 0; probes += 1) {
    slot = probes < MOST_PROBES ? (slot + 2) & mask : first;
    if (slot === first) break;
  }
  slots[slot] = hash;
  slots[slot + 1] = value;
}

/** Unmasked, even; mixes in the better high bits. */
const place = (hash: number): number => (hash ^ (hash >>> 15)) << 1;
