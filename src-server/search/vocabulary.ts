import type { EditDistance } from '../platform/edit-distance.ts';

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

  /** Removes terms with their written forms. Their numbers are used again. */
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
    for (let slot = hashOf(text) & mask; ; slot = (slot + 1) & mask) {
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
    this.#place(word, hashOf(text));
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

const decoder = new TextDecoder('utf-16le', { ignoreBOM: true });

function textOf(units: Uint16Array): string {
  return decoder.decode(units);
}

function grown<T extends Uint16Array | Uint32Array | Int32Array>(values: T, more: T): T {
  more.set(values);
  return more;
}

const mixed = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);
const ended = (hash: number): number => hash ^ (hash >>> 15);

function hashOf(text: string): number {
  let hash = text.length;
  for (let i = 0; i < text.length; i += 1) hash = mixed(hash, text.charCodeAt(i));
  return ended(hash);
}

function hashOfUnits(units: Uint16Array, start: number, end: number): number {
  let hash = end - start;
  for (let i = start; i < end; i += 1) hash = mixed(hash, units[i] as number);
  return ended(hash);
}
