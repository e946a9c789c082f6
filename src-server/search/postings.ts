/**
 * The lists of an inverted index. A posting is a skill that has a term, in one number: `skill << 16 | frequency`. Skills
 * go up to 65,535; a frequency has occurrences and fields, see `OCCURRENCES` and `FIELD`.
 */
export const skillOf = (posting: number): number => posting >>> 16;
export const frequencyOf = (posting: number): number => posting & 0xffff;

/** Postings of a page. A list lies in one page, which has room for as many skills as there can be. */
const PAGE = 1 << 16;
/** For how many postings a place has room, by its size: 1, 2, 3, 4, 6, 8, 12 and so on up to a page. */
const ROOMS: readonly number[] = [1, 2, ...Array.from({ length: 15 }, (_, at) => [3 << at, 4 << at]).flat()];
const LEAST_TERMS = 1 << 12;

/**
 * The skills of each term, ascending, in pages of 256 KiB: a list for each of 100,000 terms takes three times as much
 * memory, and one array for all is copied as it grows. A list that grows moves to a larger place, and its own is left to
 * other lists.
 */
export class Postings {
  readonly #pages: Int32Array[] = [];
  /** Where the unused rest of the last page begins, counted from the first page. */
  #end = 0;
  /** Places that lists have left, by size. */
  readonly #left: readonly number[][] = ROOMS.map(() => []);
  // By term: where its list begins, the size of its place, and how many postings it has. Without a place, all are 0.
  #starts = new Uint32Array(LEAST_TERMS);
  #sizes = new Uint8Array(LEAST_TERMS);
  #lengths = new Uint32Array(LEAST_TERMS);
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
    const length = term + 1 + (term >> 1);
    this.#starts = grown(this.#starts, new Uint32Array(length));
    this.#sizes = grown(this.#sizes, new Uint8Array(length));
    this.#lengths = grown(this.#lengths, new Uint32Array(length));
  }

  lengthOf(term: number): number {
    return this.#lengths[term] as number;
  }

  /** The postings of a term, until the next change. */
  of(term: number): Int32Array {
    const start = this.#startOf(term);
    return this.#pageOf(term).subarray(start, start + this.lengthOf(term));
  }

  /** Adds the posting of a skill, or replaces it. */
  put(term: number, posting: number): void {
    const length = this.lengthOf(term);
    const at = this.#find(term, skillOf(posting));
    const end = this.#startOf(term) + length;
    const page = this.#pageOf(term);
    if (at < end && skillOf(page[at] as number) === skillOf(posting)) {
      page[at] = posting;
      return;
    }
    this.#lengths[term] = length + 1;
    if (length < this.#roomOf(term)) {
      if (at < end) page.copyWithin(at + 1, at, end);
      page[at] = posting;
      return;
    }
    this.#insertInLarger(term, posting, at);
  }

  /** Removes the posting of a skill that has one. */
  remove(term: number, skill: number): void {
    const at = this.#find(term, skill);
    const end = this.#startOf(term) + this.lengthOf(term);
    this.#pageOf(term).copyWithin(at, at + 1, end);
    this.#lengths[term] = this.lengthOf(term) - 1;
  }

  /** Keeps the postings of some skills. */
  keep(term: number, isKept: (skill: number) => boolean): void {
    const list = this.of(term);
    let kept = 0;
    for (const posting of list) {
      if (!isKept(skillOf(posting))) continue;
      list[kept] = posting;
      kept += 1;
    }
    this.#lengths[term] = kept;
  }

  /** Where the skill's posting is in its page, or would be. */
  #find(term: number, skill: number): number {
    const page = this.#pageOf(term);
    let low = this.#startOf(term);
    let high = low + this.lengthOf(term);
    // At a start, skills come in the order of their numbers.
    if (high > low && skillOf(page[high - 1] as number) < skill) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (skillOf(page[middle] as number) < skill) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Where the list begins in its page. */
  #startOf(term: number): number {
    return (this.#starts[term] as number) % PAGE;
  }

  #pageOf(term: number): Int32Array {
    return this.#pages[Math.floor((this.#starts[term] as number) / PAGE)] ?? NO_POSTINGS;
  }

  /** 0 for a list that has no place yet. */
  #roomOf(term: number): number {
    const size = this.#sizes[term] as number;
    return size === 0 ? 0 : (ROOMS[size - 1] as number);
  }

  /** @param at where the posting would be in the page of the list, which is full */
  #insertInLarger(term: number, posting: number, at: number): void {
    const size = this.#sizes[term] as number;
    const from = this.#pageOf(term);
    const start = this.#startOf(term);
    if (size > 0) this.#left[size - 1]?.push(this.#starts[term] as number);
    this.#starts[term] = this.#placeFor(size);
    this.#sizes[term] = size + 1;
    const into = this.#pageOf(term);
    const moved = this.#startOf(term) - start;
    const end = start + (size === 0 ? 0 : (ROOMS[size - 1] as number));
    // Most lists are short: a loop over them takes a tenth of what a call of the engine does.
    for (let one = start; one < at; one += 1) into[one + moved] = from[one] as number;
    into[at + moved] = posting;
    for (let one = at; one < end; one += 1) into[one + moved + 1] = from[one] as number;
  }

  /** @param size of the place, an index of `ROOMS` */
  #placeFor(size: number): number {
    const left = this.#left[size]?.pop();
    if (left !== undefined) return left;
    const room = ROOMS[size] as number;
    const end = this.#pages.length * PAGE;
    if (this.#end + room > end) {
      this.#leave(this.#end, end);
      this.#pages.push(new Int32Array(PAGE));
      this.#end = end;
    }
    const place = this.#end;
    this.#end += room;
    return place;
  }

  /** Leaves the rest of a page to shorter lists. */
  #leave(start: number, end: number): void {
    let place = start;
    for (let size = ROOMS.length - 1; size >= 0; size -= 1) {
      const room = ROOMS[size] as number;
      for (; place + room <= end; place += room) this.#left[size]?.push(place);
    }
  }
}

const NO_POSTINGS = new Int32Array(0);

function grown<T extends Uint8Array | Uint32Array>(values: T, more: T): T {
  more.set(values);
  return more;
}
