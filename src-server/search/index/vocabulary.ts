/** Terms by number, and all words by their first character. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #terms: string[] = [];
  readonly #words = new Map<string, WordsOfLetter>();
  readonly #forms = new Set<string>();

  numberOf(term: string): number | undefined {
    return this.#numbers.get(term);
  }

  termOf(number: number): string {
    return this.#terms[number] as string;
  }

  addTerm(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#terms.push(term) - 1;
    this.#numbers.set(term, number);
    this.#addWord(term, number);
    return number;
  }

  addForm(form: string, term: number): void {
    if (this.#forms.has(form)) return;
    this.#forms.add(form);
    this.#addWord(form, term);
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
