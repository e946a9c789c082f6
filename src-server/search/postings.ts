/** A skill with a term, in one number: `skill << 16 | frequency`. Skills up to 65,535. */
export const skillOf = (posting: number): number => posting >>> 16;
export const frequencyOf = (posting: number): number => posting & 0xffff;

const LEAST_POOL = 1 << 16;
const LEAST_ROOM = 2;

/**
 * The skills of each term, ascending, in one typed array: a list for each of 100,000 terms takes three times as much
 * memory. A list that grows moves to the end of the array; where that is full, what moved away is given up.
 */
export class Postings {
  #pool = new Int32Array(LEAST_POOL);
  /** Where the next list begins. */
  #end = 0;
  // By term: where its list begins, its length, and how much there is room for.
  #starts = new Uint32Array(LEAST_POOL);
  #lengths = new Uint32Array(LEAST_POOL);
  #rooms = new Uint32Array(LEAST_POOL);
  /** Terms have smaller numbers. */
  #terms = 0;

  /** Number of terms, with those that no skill has. */
  get termCount(): number {
    return this.#terms;
  }

  addTerm(term: number): void {
    if (term < this.#terms) return;
    this.#terms = term + 1;
    if (term < this.#starts.length) return;
    const length = 2 * this.#terms;
    this.#starts = grown(this.#starts, length);
    this.#lengths = grown(this.#lengths, length);
    this.#rooms = grown(this.#rooms, length);
  }

  lengthOf(term: number): number {
    return this.#lengths[term] as number;
  }

  /** The postings of a term, until the next change. */
  of(term: number): Int32Array {
    const start = this.#starts[term] as number;
    return this.#pool.subarray(start, start + this.lengthOf(term));
  }

  /** Adds the posting of a skill, or replaces it. */
  put(term: number, posting: number): void {
    const length = this.lengthOf(term);
    const place = this.#placeOf(term, skillOf(posting));
    const at = (this.#starts[term] as number) + place;
    if (place < length && skillOf(this.#pool[at] as number) === skillOf(posting)) {
      this.#pool[at] = posting;
      return;
    }
    if (length === this.#rooms[term]) this.#move(term, Math.max(LEAST_ROOM, length + (length >> 1)));
    const start = this.#starts[term] as number;
    if (place < length) this.#pool.copyWithin(start + place + 1, start + place, start + length);
    this.#pool[start + place] = posting;
    this.#lengths[term] = length + 1;
  }

  /** Removes the posting of a skill that has one. */
  remove(term: number, skill: number): void {
    const place = this.#placeOf(term, skill);
    const start = this.#starts[term] as number;
    const length = this.lengthOf(term);
    this.#pool.copyWithin(start + place, start + place + 1, start + length);
    this.#lengths[term] = length - 1;
  }

  /** Keeps the postings of some skills. */
  keep(term: number, isKept: (skill: number) => boolean): void {
    const start = this.#starts[term] as number;
    const end = start + this.lengthOf(term);
    let kept = start;
    for (let at = start; at < end; at += 1) {
      const posting = this.#pool[at] as number;
      if (!isKept(skillOf(posting))) continue;
      this.#pool[kept] = posting;
      kept += 1;
    }
    this.#lengths[term] = kept - start;
  }

  /** Of the skill's posting, or where it would be. */
  #placeOf(term: number, skill: number): number {
    const start = this.#starts[term] as number;
    let low = 0;
    let high = this.lengthOf(term);
    // At a start, skills come in the order of their numbers.
    if (high > 0 && skillOf(this.#pool[start + high - 1] as number) < skill) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (skillOf(this.#pool[start + middle] as number) < skill) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #move(term: number, room: number): void {
    if (this.#end + room > this.#pool.length) this.#packInto(room);
    const start = this.#starts[term] as number;
    copyList(this.#pool, start, this.lengthOf(term), this.#pool, this.#end);
    this.#starts[term] = this.#end;
    this.#rooms[term] = room;
    this.#end += room;
  }

  /** Copies all lists into a new array, with room for as much again. */
  #packInto(room: number): void {
    let used = 0;
    for (let term = 0; term < this.#terms; term += 1) used += this.lengthOf(term);
    const pool = new Int32Array(Math.max(LEAST_POOL, 2 * used + room));
    let end = 0;
    for (let term = 0; term < this.#terms; term += 1) {
      const length = this.lengthOf(term);
      copyList(this.#pool, this.#starts[term] as number, length, pool, end);
      this.#starts[term] = end;
      this.#rooms[term] = length;
      end += length;
    }
    this.#pool = pool;
    this.#end = end;
  }
}

/** Most lists are short: a loop over them takes a tenth of what a call of the engine does. */
function copyList(from: Int32Array, start: number, length: number, into: Int32Array, end: number): void {
  for (let at = 0; at < length; at += 1) into[end + at] = from[start + at] as number;
}

function grown(values: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(length);
  more.set(values);
  return more;
}
