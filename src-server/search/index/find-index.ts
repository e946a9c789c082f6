import type { SkillKey } from '../../contract/api/api.ts';
import type { SearchDocument } from '../search-document.ts';
import { languageBit } from '../words/language-terms.ts';
import { FEW_WORDS, LENGTH_UNIT, type SkillTerms, type TermBatch } from './skill-terms.ts';
import { TermNumbers } from './term-numbers.ts';
import { Vocabulary } from './vocabulary.ts';

/** A skill with its terms, numbered as in the index. Immutable. */
export interface IndexedSkill extends SkillTerms {
  readonly number: number;
  readonly document: SearchDocument;
  /** Of the language; 0 for an unknown language. */
  readonly languageBit: number;
}

export interface FoundTerm {
  readonly number: number;
  /** A number for each skill with the term, ascending: `skill << 16 | frequency`. */
  readonly postings: readonly number[];
  readonly documents: number;
}

export const skillOf = (posting: number): number => posting >>> 16;
export const frequencyOf = (posting: number): number => posting & 0xffff;

/** Trait beside the bits of languages. */
export const WITH_SYMPTOMS = 1 << 10;

/** Of skill numbers in postings. */
const MOST_SKILLS = 65_536;

/** Inverted index of all layers, in memory. */
export class FindIndex {
  readonly vocabulary = new Vocabulary();
  /** By term. */
  readonly #postings: number[][] = [];
  /** Number of terms that at least one skill has. */
  #livingTerms = 0;
  #dictionary = new TermNumbers('');
  /** By number; undefined if free. */
  readonly skills: (IndexedSkill | undefined)[] = [];
  /** Ranking facts by number, apart: reading objects takes longer than the rest of ranking. */
  readonly lengths: number[] = [];
  readonly traits: number[] = [];
  readonly #byKey = new Map<SkillKey, IndexedSkill>();
  readonly #free: number[] = [];
  #lengths = 0;

  get documentCount(): number {
    return this.#byKey.size;
  }

  /** See find-weights.ts; 1 without text. */
  get meanLength(): number {
    return this.#lengths === 0 ? 1 : this.#lengths / this.documentCount / LENGTH_UNIT;
  }

  /** Undefined if no skill has the term. */
  lookUp(term: string): FoundTerm | undefined {
    const number = this.vocabulary.numberOf(term);
    const postings = number === undefined ? undefined : this.#postings[number];
    if (number === undefined || postings === undefined || postings.length === 0) return undefined;
    return { number, postings, documents: postings.length };
  }

  /**
   * Refuses a batch whose numbers are unknown, because words before its own are missing.
   *
   * @param documentOf undefined skips the skill
   */
  apply(batch: TermBatch, documentOf: (key: SkillKey) => SearchDocument | undefined): void {
    if (!this.#takeWords(batch)) return;
    for (const terms of batch.skills) {
      const document = documentOf(terms.key);
      if (document !== undefined) this.#put(document, this.#dictionary.translate(terms));
    }
    this.#forgetWords();
  }

  remove(key: SkillKey): void {
    const skill = this.#byKey.get(key);
    if (skill === undefined) return;
    this.#withdraw(skill);
    this.skills[skill.number] = undefined;
    this.#byKey.delete(key);
    this.#free.push(skill.number);
    this.#forgetWords();
  }

  #takeWords({ dictionary, words }: TermBatch): boolean {
    if (words.first === 0) this.#dictionary = new TermNumbers(dictionary);
    const numbers = this.#dictionary;
    if (numbers.dictionary !== dictionary || numbers.size !== words.first) return false;
    for (const term of words.terms) {
      const number = this.vocabulary.addTerm(term);
      numbers.push(number);
      this.#postings[number] ??= [];
    }
    for (const [i, form] of words.forms.entries())
      this.vocabulary.addForm(form, numbers.of(words.formTerms[i] as number));
    return true;
  }

  /** Those that no skill has, if they outnumber the others. Those of the dictionary may come again by number. */
  #forgetWords(): void {
    const { vocabulary } = this;
    if (vocabulary.size <= 2 * this.#livingTerms + this.#dictionary.size + FEW_WORDS) return;
    const numbered = new Set(this.#dictionary.values());
    const removed = vocabulary.keepTerms(
      (number) => (this.#postings[number] as number[]).length > 0 || numbered.has(number),
    );
    for (const number of removed) this.#postings[number] = [];
  }

  #put(document: SearchDocument, terms: SkillTerms): void {
    const before = this.#byKey.get(document.key);
    if (before !== undefined) this.#withdraw(before);
    const number = before?.number ?? this.#free.pop() ?? this.skills.length;
    if (number >= MOST_SKILLS) return;
    const skill = { ...terms, number, document, languageBit: languageBit(document.language) };
    this.skills[number] = skill;
    this.lengths[number] = skill.length;
    this.traits[number] = skill.languageBit | (document.symptoms.length > 0 ? WITH_SYMPTOMS : 0);
    this.#byKey.set(document.key, skill);
    this.#lengths += skill.length;
    for (let i = 0; i < skill.terms.length; i += 1) {
      const postings = this.#postings[skill.terms[i] as number] as number[];
      const posting = (number << 16) | (skill.frequencies[i] as number);
      const last = postings.at(-1);
      if (last === undefined) this.#livingTerms += 1;
      if (last === undefined || skillOf(last) < number) postings.push(posting);
      else postings.splice(placeOf(postings, number), 0, posting);
    }
  }

  #withdraw(skill: IndexedSkill): void {
    this.#lengths -= skill.length;
    for (const term of skill.terms) {
      const postings = this.#postings[term] as number[];
      postings.splice(placeOf(postings, skill.number), 1);
      if (postings.length === 0) this.#livingTerms -= 1;
    }
  }
}

/** Of the skill's posting, or where it would be. */
function placeOf(postings: readonly number[], skill: number): number {
  let low = 0;
  let high = postings.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (skillOf(postings[middle] as number) < skill) low = middle + 1;
    else high = middle;
  }
  return low;
}
