/** Beyond, mostly identifiers that don't recur. */
const MOST_RUNS = 1 << 18;
/** UTF-16 units of runs, and terms, together. */
const MOST_KEPT = 1 << 23;

/**
 * Terms by run of letters and digits, found by a part of a text: no string is made for a run that is known. Four
 * times as fast as a `Map` of strings, and words are nearly all of what indexing does.
 */
export class RunTable {
  #runs: string[] = [];
  #hashes = new Int32Array(1 << 12);
  /** By run: place of its first term in `terms`; one extra. */
  #starts: number[] = [0];
  #terms: number[] = [];
  #kept = 0;
  /** Number of the run, from 1; 0 if free. */
  #slots = new Int32Array(1 << 13);

  /** All terms, each run's together. */
  get terms(): readonly number[] {
    return this.#terms;
  }

  /** Number of the run; -1 if unknown. */
  find(text: string, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    const hash = hashOf(text, start, end);
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const found = (this.#slots[slot] as number) - 1;
      if (found < 0) return -1;
      if (this.#hashes[found] === hash && isSame(this.#runs[found] as string, text, start, end)) return found;
    }
  }

  startOf(run: number): number {
    return this.#starts[run] as number;
  }

  endOf(run: number): number {
    return this.#starts[run + 1] as number;
  }

  /** @returns number of the run */
  add(run: string, terms: readonly number[]): number {
    if (this.#runs.length >= MOST_RUNS || this.#kept >= MOST_KEPT) this.clear();
    this.#kept += run.length + terms.length;
    const number = this.#runs.push(run) - 1;
    if (number >= this.#hashes.length) this.#grow();
    this.#hashes[number] = hashOf(run, 0, run.length);
    this.#place(number);
    for (const term of terms) this.#terms.push(term);
    this.#starts.push(this.#terms.length);
    return number;
  }

  #place(number: number): void {
    const mask = this.#slots.length - 1;
    let slot = (this.#hashes[number] as number) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = number + 1;
  }

  #grow(): void {
    const hashes = new Int32Array(this.#hashes.length * 2);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    this.#slots = new Int32Array(hashes.length * 2);
    for (let number = 0; number < this.#runs.length - 1; number += 1) this.#place(number);
  }

  clear(): void {
    this.#kept = 0;
    this.#runs = [];
    this.#starts = [0];
    this.#terms = [];
    this.#slots.fill(0);
  }
}

function hashOf(text: string, start: number, end: number): number {
  let hash = end - start;
  for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash ^ (hash >>> 15);
}

function isSame(run: string, text: string, start: number, end: number): boolean {
  if (run.length !== end - start) return false;
  for (let i = 0; i < run.length; i += 1) if (run.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  return true;
}
