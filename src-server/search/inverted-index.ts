/** The two parts of an inverted index, packed: its vocabulary, and the skills of each term. */
import type { EditDistance } from '../platform/edit-distance.ts';
import { hashOf, hashOfUnits } from './word-analysis.ts';

/** A word of the vocabulary: its number among all words, which holds until `keepTerms`. */
type WordNumber = number;

const NONE = -1;
const LEAST_WORDS = 1 << 12;
const LEAST_UNITS = 1 << 15;

/**
 * Terms by number, and all words by their first character: terms, and their written forms. As UTF-16 units one behind the
 * other, with a hash table: strings with a `Map` of them take three times as much, and a large registry has a million.
 */
export class Vocabulary {
  #units = new Uint16Array(LEAST_UNITS);
  // By word:
  /** Where its units begin; one extra. */
  #starts = new Uint32Array(LEAST_WORDS + 1);
  #terms = new Uint32Array(LEAST_WORDS);
  /** The word before with the same first unit. */
  #before = new Int32Array(LEAST_WORDS);
  #words = 0;
  /** The last word with a first unit. */
  #last = new Map<number, WordNumber>();
  /** Number of the word, from 1; 0 if free. */
  #slots = new Int32Array(2 * LEAST_WORDS);
  /** By term: the word that is the term itself; `NONE` for a number that is free. */
  #termWords = new Int32Array(LEAST_WORDS);
  #numbers = 0;
  /** Numbers of terms that were removed. */
  readonly #free: number[] = [];

  /** The number of terms in use. */
  get size(): number {
    return this.#numbers - this.#free.length;
  }

  numberOf(term: string): number | undefined {
    const word = this.#find(term, true);
    return word === NONE ? undefined : this.termOfWord(word);
  }

  termOf(number: number): string {
    const word = this.#termWords[number] as number;
    return textOf(this.#units.subarray(this.#starts[word], this.#starts[word + 1]));
  }

  addTerm(term: string): number {
    const known = this.numberOf(term);
    if (known !== undefined) return known;
    const number = this.#free.pop() ?? this.#numbers;
    if (number === this.#numbers) this.#numbers += 1;
    if (number >= this.#termWords.length)
      this.#termWords = grown(this.#termWords, new Int32Array(2 * number));
    this.#termWords[number] = this.#add(term, number);
    return number;
  }

  addForm(form: string, term: number): void {
    if (this.#find(form, false) === NONE) this.#add(form, term);
  }

  /** Keeps some terms with their written forms. Numbers of removed ones are used again. */
  keepTerms(isKept: (number: number) => boolean): void {
    const [units, starts, terms, termWords] = [this.#units, this.#starts, this.#terms, this.#termWords];
    const words = this.#words;
    this.#units = new Uint16Array(LEAST_UNITS);
    this.#starts = new Uint32Array(LEAST_WORDS + 1);
    this.#terms = new Uint32Array(LEAST_WORDS);
    this.#before = new Int32Array(LEAST_WORDS);
    this.#words = 0;
    this.#last = new Map();
    this.#slots = new Int32Array(2 * LEAST_WORDS);
    this.#termWords = new Int32Array(termWords.length).fill(NONE);
    for (let word = 0; word < words; word += 1) {
      const term = terms[word] as number;
      const isTerm = termWords[term] === word;
      if (isKept(term)) {
        const written = this.#add(textOf(units.subarray(starts[word], starts[word + 1])), term);
        if (isTerm) this.#termWords[term] = written;
      } else if (isTerm) this.#free.push(term);
    }
  }

  /** The last word that begins with a letter, and those before it by `before`; negative if there is none. */
  lastFrom(letter: string): WordNumber {
    return this.#last.get(letter.charCodeAt(0) || 0) ?? NONE;
  }

  before(word: WordNumber): WordNumber {
    return this.#before[word] as number;
  }

  termOfWord(word: WordNumber): number {
    return this.#terms[word] as number;
  }

  lengthOf(word: WordNumber): number {
    return (this.#starts[word + 1] as number) - (this.#starts[word] as number);
  }

  unitOf(word: WordNumber, at: number): number {
    return this.#units[(this.#starts[word] as number) + at] as number;
  }

  hasStart(word: WordNumber, start: string): boolean {
    if (this.lengthOf(word) < start.length) return false;
    return this.#isAt(this.#starts[word] as number, start);
  }

  distanceOf(word: WordNumber, asked: string, most: number, edits: EditDistance): number {
    return edits.betweenUnits(asked, this.#units, this.#starts[word] as number, this.lengthOf(word), most);
  }

  #find(text: string, isTerm: boolean): WordNumber {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(text, 0, text.length) & mask; ; slot = (slot + 1) & mask) {
      const word = (this.#slots[slot] as number) - 1;
      if (word < 0) return NONE;
      const start = this.#starts[word] as number;
      const isSame = (this.#starts[word + 1] as number) - start === text.length && this.#isAt(start, text);
      // A form may be written as another term.
      if (isSame && (this.#termWords[this.#terms[word] as number] === word) === isTerm) return word;
    }
  }

  #isAt(start: number, text: string): boolean {
    for (let i = 0; i < text.length; i += 1) if (this.#units[start + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  #add(text: string, term: number): WordNumber {
    const word = this.#words;
    const start = this.#starts[word] as number;
    const end = start + text.length;
    if (word === this.#terms.length) this.#growWords();
    if (end > this.#units.length) this.#units = grown(this.#units, new Uint16Array(2 * end));
    for (let i = 0; i < text.length; i += 1) this.#units[start + i] = text.charCodeAt(i);
    this.#starts[word + 1] = end;
    this.#terms[word] = term;
    const letter = text.charCodeAt(0) || 0;
    this.#before[word] = this.#last.get(letter) ?? NONE;
    this.#last.set(letter, word);
    this.#words += 1;
    this.#place(word, hashOf(text, 0, text.length));
    return word;
  }

  #place(word: WordNumber, hash: number): void {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = word + 1;
  }

  #growWords(): void {
    const room = 2 * this.#terms.length;
    this.#starts = grown(this.#starts, new Uint32Array(room + 1));
    this.#terms = grown(this.#terms, new Uint32Array(room));
    this.#before = grown(this.#before, new Int32Array(room));
    this.#slots = new Int32Array(2 * room);
    for (let word = 0; word < this.#words; word += 1) {
      const start = this.#starts[word] as number;
      this.#place(word, hashOfUnits(this.#units, start, this.#starts[word + 1] as number));
    }
  }
}

/** Arguments of one call: an engine has room for some 100,000. */
const UNITS_AT_ONCE = 8_192;

/** Halves of a pair stay as they are, which a decoder would replace: the beginning of a long run may end in one. */
function textOf(units: Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += UNITS_AT_ONCE)
    text += String.fromCharCode(...units.subarray(at, at + UNITS_AT_ONCE));
  return text;
}

function grown<T extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(values: T, more: T): T {
  more.set(values);
  return more;
}

/**
 * A posting is a skill that has a term, in one number: `skill << 16 | frequency`. Skills
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
