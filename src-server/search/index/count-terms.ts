import type { SkillKey } from '../../contract/api/api.ts';
import { LENGTH_UNIT, OCCURRENCES, type SkillTerms } from './skill-terms.ts';

/** Of sublinear frequencies, by occurrences. */
const SQUARES = Float64Array.from(
  { length: OCCURRENCES + 1 },
  (_, occurrences) => Math.log1p(occurrences) ** 2,
);

/** Counts the terms of one skill after the other. */
export class TermCounts {
  // By term; 0 if the skill does not have it:
  #frequencies = new Uint16Array(1 << 12);
  #lastSections = new Uint32Array(1 << 12);
  // Reused by the next skill:
  readonly #terms: number[] = [];
  #size = 0;
  readonly #pairTerms: number[] = [];
  readonly #pairSections: number[] = [];
  #pairs = 0;
  #section = 0;

  get section(): number {
    return this.#section;
  }

  endSection(): void {
    this.#section += 1;
  }

  addOccurrence(term: number): void {
    const frequency = this.#frequencyOf(term);
    if ((frequency & OCCURRENCES) < OCCURRENCES) this.#frequencies[term] = frequency + 1;
    this.#addSection(term);
  }

  addField(term: number, field: number): void {
    this.#frequencies[term] = this.#frequencyOf(term) | field;
  }

  addFieldInSection(term: number, field: number): void {
    this.addField(term, field);
    this.#addSection(term);
  }

  /** Starts the next skill. */
  finish(key: SkillKey, fileSections: readonly number[]): SkillTerms {
    const terms = Uint32Array.from(this.#terms.slice(0, this.#size)).sort();
    const frequencies = Uint16Array.from(terms, (term) => this.#frequencies[term] as number);
    let squares = 0;
    for (const frequency of frequencies) squares += SQUARES[frequency & OCCURRENCES] as number;
    const length = Math.round(Math.sqrt(squares) * LENGTH_UNIT);
    const files = Uint32Array.from(fileSections);
    const skill = { key, terms, frequencies, ...this.#sections(terms), fileSections: files, length };
    for (const term of terms) {
      this.#frequencies[term] = 0;
      this.#lastSections[term] = 0;
    }
    this.#size = 0;
    this.#pairs = 0;
    this.#section = 0;
    return skill;
  }

  #sections(terms: Uint32Array): Pick<SkillTerms, 'sections' | 'sectionStarts'> {
    const places = this.#lastSections;
    for (let i = 0; i < terms.length; i += 1) places[terms[i] as number] = i;
    const ends = new Uint32Array(terms.length + 1);
    for (let pair = 0; pair < this.#pairs; pair += 1) {
      const place = places[this.#pairTerms[pair] as number] as number;
      ends[place + 1] = (ends[place + 1] as number) + 1;
    }
    for (let i = 1; i < ends.length; i += 1) ends[i] = (ends[i] as number) + (ends[i - 1] as number);
    const sectionStarts = ends.slice();
    const sections = new Uint32Array(this.#pairs);
    for (let pair = 0; pair < this.#pairs; pair += 1) {
      const place = places[this.#pairTerms[pair] as number] as number;
      const end = ends[place] as number;
      sections[end] = this.#pairSections[pair] as number;
      ends[place] = end + 1;
    }
    return { sections, sectionStarts };
  }

  #frequencyOf(term: number): number {
    const frequency = this.#frequencies[term];
    if (frequency) return frequency;
    if (frequency === undefined) this.#grow(term);
    this.#terms[this.#size] = term;
    this.#size += 1;
    return 0;
  }

  #addSection(term: number): void {
    if (this.#lastSections[term] === this.#section + 1) return;
    this.#lastSections[term] = this.#section + 1;
    this.#pairTerms[this.#pairs] = term;
    this.#pairSections[this.#pairs] = this.#section;
    this.#pairs += 1;
  }

  #grow(term: number): void {
    const [frequencies, lastSections] = [this.#frequencies, this.#lastSections];
    const room = Math.max(term + 1, frequencies.length * 2);
    this.#frequencies = new Uint16Array(room);
    this.#frequencies.set(frequencies);
    this.#lastSections = new Uint32Array(room);
    this.#lastSections.set(lastSections);
  }
}
