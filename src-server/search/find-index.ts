import type { SkillKey, TermPlace } from '../contract/api.ts';
import { Postings, Vocabulary } from './inverted-index.ts';
import type { SearchDocument, SearchFile } from './search-document.ts';
import {
  FEW_WORDS,
  FIELD,
  LENGTH_UNIT,
  OCCURRENCES,
  type SkillTerms,
  type TermBatch,
} from './skill-terms.ts';
import { inOneBuffer, NO_RECORDS, RecordReader, RecordWriter, type TermRecords } from './term-records.ts';
import { languageBit } from './word-analysis.ts';

/** The index's numbers of the terms of a dictionary: the dictionary's own, until another dictionary follows it; then a list. */
class TermNumbers {
  readonly dictionary: string;
  size = 0;
  #numbers: number[] | undefined;

  constructor(dictionary: string) {
    this.dictionary = dictionary;
  }

  /** The numbers of all terms of the dictionary, in its order. */
  all(): ReadonlySet<number> {
    return new Set(this.#numbers ?? Array.from({ length: this.size }, (_, term) => term));
  }

  push(number: number): void {
    if (this.#numbers === undefined && number !== this.size)
      this.#numbers = Array.from({ length: this.size }, (_, term) => term);
    this.#numbers?.push(number);
    this.size += 1;
  }

  of(term: number): number {
    return this.#numbers === undefined ? term : (this.#numbers[term] as number);
  }

  /** Returns the skill with its terms numbered as in the index, and sorted by these numbers. */
  translate(skill: SkillTerms): SkillTerms {
    if (this.#numbers === undefined) return skill;
    const count = skill.termCount;
    const starts = new Uint32Array(count);
    const ends = new Uint32Array(count);
    // The new number and the place in one: typed arrays sort numbers several times as fast.
    const pairs = new Float64Array(count);
    const reader = new RecordReader();
    reader.begin(skill);
    for (let place = 0; reader.next(); place += 1) {
      pairs[place] = this.of(reader.term) * count + place;
      starts[place] = reader.start;
      ends[place] = reader.end;
    }
    const writer = new RecordWriter();
    for (const pair of pairs.sort()) {
      const place = pair % count;
      writer.copy((pair - place) / count, skill, starts[place] as number, ends[place] as number);
    }
    return inOneBuffer({ ...skill, ...writer.finish() });
  }
}

/** A skill with its terms, numbered as in the index. Immutable. */
export interface IndexedSkill extends SkillTerms {
  readonly number: number;
  readonly document: SearchDocument;
  /** Of the language; 0 for an unknown language. */
  readonly languageBit: number;
}

export interface FoundTerm {
  readonly number: number;
  /** A number for each skill with the term, ascending: see `skillOf`. They hold until the next change. */
  readonly postings: Int32Array;
  readonly documents: number;
}

/** Trait beside the bits of languages. */
export const WITH_SYMPTOMS = 1 << 10;

/** Skills that numbers in postings can tell apart. */
const MOST_SKILLS = 65_536;

/** The index that find asks: the skills of all layers with their terms, in memory, over an inverted index. */
export class FindIndex {
  readonly vocabulary = new Vocabulary();
  /** By the number of the term. */
  readonly #postings = new Postings();
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

  skillOf(key: SkillKey): IndexedSkill | undefined {
    return this.#byKey.get(key);
  }

  /** The mean length of all skills, by which ranking divides theirs; 1 without text. */
  get meanLength(): number {
    return this.#lengths === 0 ? 1 : this.#lengths / this.documentCount / LENGTH_UNIT;
  }

  /** Finds the skills that have a term; undefined if there are none. */
  lookUp(term: string): FoundTerm | undefined {
    const number = this.vocabulary.numberOf(term);
    if (number === undefined || this.#postings.lengthOf(number) === 0) return undefined;
    const postings = this.#postings.of(number);
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

  /** Goes through the skills of each of their terms once, however many are removed. */
  remove(keys: readonly SkillKey[]): void {
    const gone = [...new Set(keys)].flatMap((key) => this.#byKey.get(key) ?? []);
    for (const { key, number, length } of gone) {
      this.skills[number] = undefined;
      this.#byKey.delete(key);
      this.#lengths -= length;
    }
    const isDone = new Uint8Array(this.#postings.termCount);
    const reader = new RecordReader();
    for (const skill of gone) {
      reader.begin(skill);
      while (reader.next()) {
        const { term } = reader;
        if (isDone[term] === 1) continue;
        isDone[term] = 1;
        this.#postings.keep(term, (skill) => this.skills[skill] !== undefined);
        if (this.#postings.lengthOf(term) === 0) this.#livingTerms -= 1;
      }
    }
    for (const { number } of gone) this.#free.push(number);
    if (gone.length > 0) this.#forgetWords();
  }

  #takeWords({ dictionary, words }: TermBatch): boolean {
    if (words.first === 0) this.#dictionary = new TermNumbers(dictionary);
    const numbers = this.#dictionary;
    if (numbers.dictionary !== dictionary || numbers.size !== words.first) return false;
    for (const term of words.terms) {
      const number = this.vocabulary.addTerm(term);
      numbers.push(number);
      this.#postings.addTerm(number);
    }
    for (const [i, form] of words.forms.entries())
      this.vocabulary.addForm(form, numbers.of(words.formTerms[i] as number));
    return true;
  }

  /** Forgets the words that no skill has, once they outnumber the others. A batch may still name words of the dictionary by number. */
  #forgetWords(): void {
    const { vocabulary } = this;
    if (vocabulary.size <= 2 * this.#livingTerms + this.#dictionary.size + FEW_WORDS) return;
    const numbered = this.#dictionary.all();
    vocabulary.keepTerms((number) => this.#postings.lengthOf(number) > 0 || numbered.has(number));
  }

  #put(document: SearchDocument, terms: SkillTerms): void {
    const before = this.#byKey.get(document.key);
    const number = before?.number ?? this.#free.pop() ?? this.skills.length;
    if (number >= MOST_SKILLS) return;
    const skill = { ...terms, number, document, languageBit: languageBit(document.language) };
    this.skills[number] = skill;
    this.lengths[number] = skill.length;
    this.traits[number] = skill.languageBit | (document.symptoms.length > 0 ? WITH_SYMPTOMS : 0);
    this.#byKey.set(document.key, skill);
    this.#lengths += skill.length - (before?.length ?? 0);
    this.#post(skill, before ?? NO_RECORDS);
  }

  /** Posts the terms of a skill, going through its old and new ones at once: an edit leaves most where they are. */
  #post(skill: IndexedSkill, before: TermRecords): void {
    const { number } = skill;
    const [now, old] = [new RecordReader(), new RecordReader()];
    now.begin(skill);
    old.begin(before);
    let isOld = old.next();
    while (now.next()) {
      const { term } = now;
      for (; isOld && old.term < term; isOld = old.next()) this.#withdraw(old.term, number);
      if (isOld && old.term === term) isOld = old.next();
      if (this.#postings.lengthOf(term) === 0) this.#livingTerms += 1;
      this.#postings.put(term, (number << 16) | now.frequency);
    }
    for (; isOld; isOld = old.next()) this.#withdraw(old.term, number);
  }

  #withdraw(term: number, skill: number): void {
    this.#postings.remove(term, skill);
    if (this.#postings.lengthOf(term) === 0) this.#livingTerms -= 1;
  }
}

const MOST_FILES = 5;

const FIELD_PLACES = ['name', 'tags', 'language', 'summary', 'symptoms', 'author', 'heading'] as const;

export function fieldsOf(frequency: number): TermPlace[] {
  const places: TermPlace[] = FIELD_PLACES.filter((field) => (frequency & FIELD[field]) !== 0);
  return (frequency & OCCURRENCES) > 0 ? [...places, 'text'] : places;
}

/** Returns the number of passages of each file, without those of the symptoms. */
export function passageCounts({ filePassages, document }: IndexedSkill): Uint32Array {
  return filePassages.subarray(0, document.files.length);
}

const reader = new RecordReader();

/** Returns the files of the skill that have the term. */
export function filesOf(skill: IndexedSkill, term: number): string[] {
  if (!reader.find(skill, term)) return [];
  const counts = passageCounts(skill);
  const files: string[] = [];
  let file = 0;
  let end = counts[0] ?? 0;
  let passage = 0;
  for (let left = reader.readPassageCount(); left > 0; left -= 1) {
    passage = reader.readPassage(passage);
    if (passage < end && files.length > 0) continue;
    while (passage >= end && file < counts.length) {
      file += 1;
      end += counts[file] ?? 0;
    }
    // Symptoms come after the files' passages.
    if (file >= counts.length) break;
    files.push((skill.document.files[file] as SearchFile).path);
    if (files.length === MOST_FILES) break;
  }
  return files;
}

/** `ln((N + 1) / (df + 0.5)) + 1`: common words still count. */
export function inverseDocumentFrequency(documents: number, documentsWithTerm: number): number {
  return Math.log((documents + 1) / (documentsWithTerm + 0.5)) + 1;
}
