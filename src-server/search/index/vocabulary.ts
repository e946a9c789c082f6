/** Terms by number, and all words by their first character. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #terms: string[] = [];
  readonly #words = new Map<string, WordsOfLetter>();
  readonly #forms = new Set<string>();
  /** Numbers of terms that were removed. */
  readonly #free: number[] = [];

  /** Number of terms. */
  get size(): number {
    return this.#numbers.size;
  }

  numberOf(term: string): number | undefined {
    return this.#numbers.get(term);
  }

  termOf(number: number): string {
    return this.#terms[number] as string;
  }

  addTerm(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#free.pop() ?? this.#terms.length;
    this.#terms[number] = term;
    this.#numbers.set(term, number);
    this.#addWord(term, number);
    return number;
  }

  addForm(form: string, term: number): void {
    if (this.#forms.has(form)) return;
    this.#forms.add(form);
    this.#addWord(form, term);
  }

  /**
   * Removes terms with their written forms. Their numbers are used again.
   *
   * @returns the numbers
   */
  keepTerms(isKept: (number: number) => boolean): readonly number[] {
    const removed = [...this.#numbers.values()].filter((number) => !isKept(number));
    for (const [letter, { words, terms }] of this.#words) {
      const kept: WordsOfLetter = { words: [], terms: [] };
      for (const [i, word] of words.entries()) {
        const term = terms[i] as number;
        if (isKept(term)) {
          kept.words.push(word);
          kept.terms.push(term);
        } else if (this.#terms[term] === word) this.#numbers.delete(word);
        else this.#forms.delete(word);
      }
      if (kept.words.length > 0) this.#words.set(letter, kept);
      else this.#words.delete(letter);
    }
    for (const number of removed) {
      this.#terms[number] = '';
      this.#free.push(number);
    }
    return removed;
  }

  /** Terms and written forms. */
  wordsFrom(letter: string): WordsOfLetter {
    return this.#words.get(letter) ?? NONE;
  }

  #addWord(word: string, term: number): void {
    const letter = word.charAt(0);
    const known = this.#words.get(letter) ?? { words: [], terms: [] };
    this.#words.set(letter, known);
    known.words.push(word);
    known.terms.push(term);
  }
}

interface WordsOfLetter {
  readonly words: string[];
  /** Number of the term, by word. */
  readonly terms: number[];
}

const NONE: WordsOfLetter = { words: [], terms: [] };
