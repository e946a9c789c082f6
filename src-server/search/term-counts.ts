/** What the splitter counts with: terms of a skill and its entries, and runs of characters that were split before. */
import type { SkillKey } from '../contract/api.ts';
import { plainTitle } from '../contract/skill-format.ts';
import { entryStarts, fileKind, type PackedEntries } from './entries.ts';
import {
  ENTRY,
  ENTRY_FIELD,
  ENTRY_KIND,
  ENTRY_ROW,
  LENGTH_UNIT,
  OCCURRENCES,
  type SkillTerms,
} from './skill-terms.ts';
import { inOneBuffer, narrowed, RecordWriter } from './term-records.ts';
import { hashOf } from './word-analysis.ts';

/** Squares of `ln(1 + tf)`, by occurrences. */
const SQUARES = Float64Array.from(
  { length: OCCURRENCES + 1 },
  (_, occurrences) => Math.log1p(occurrences) ** 2,
);

/** Where a field's count stands while it is counted. */
type CountPlace = (typeof ENTRY_FIELD)[keyof typeof ENTRY_FIELD];

const NO_CODE = { codeRuns: new Uint32Array(0), codeEntries: new Uint16Array(0) };

/** Counts the terms of one skill after the other. */
export class TermCounts {
  // By term; 0 if the skill does not have it:
  #frequencies = new Uint16Array(1 << 12);
  #lastPassages = new Uint32Array(1 << 12);
  // Reused by the next skill:
  readonly #terms: number[] = [];
  #size = 0;
  readonly #pairTerms: number[] = [];
  readonly #pairPassages: number[] = [];
  #pairs = 0;
  #passage = 0;
  /** By term: number of its last pair with an entry, from 1. */
  #lastEntryPairs = new Uint32Array(1 << 12);
  readonly #entryPairTerms: number[] = [];
  readonly #entryPairNumbers: number[] = [];
  readonly #entryPairCounts: number[] = [];
  #entryPairs = 0;
  readonly #records = new RecordWriter();

  get passage(): number {
    return this.#passage;
  }

  endPassage(): void {
    this.#passage += 1;
  }

  addOccurrence(term: number): void {
    const frequency = this.#frequencyOf(term);
    if ((frequency & OCCURRENCES) < OCCURRENCES) this.#frequencies[term] = frequency + 1;
    this.#addPassage(term);
  }

  addField(term: number, field: number): void {
    this.#frequencies[term] = this.#frequencyOf(term) | field;
  }

  addFieldInPassage(term: number, field: number): void {
    this.addField(term, field);
    this.#addPassage(term);
  }

  /** Counts a term in an entry. It was counted in the skill before. */
  addToEntry(term: number, entry: number, { shift, most }: CountPlace): void {
    const pair = (this.#lastEntryPairs[term] as number) - 1;
    if (pair >= 0 && this.#entryPairNumbers[pair] === entry) {
      const count = this.#entryPairCounts[pair] as number;
      if (((count >>> shift) & most) < most) this.#entryPairCounts[pair] = count + (1 << shift);
      return;
    }
    this.#entryPairTerms[this.#entryPairs] = term;
    this.#entryPairNumbers[this.#entryPairs] = entry;
    this.#entryPairCounts[this.#entryPairs] = 1 << shift;
    this.#entryPairs += 1;
    this.#lastEntryPairs[term] = this.#entryPairs;
  }

  /** Returns what was counted of a skill, and starts the next one. */
  finish(
    key: SkillKey,
    filePassages: readonly number[],
    entries: readonly number[] = [],
    bad: Pick<SkillTerms, 'codeRuns' | 'codeEntries'> = NO_CODE,
  ): SkillTerms {
    const terms = new Uint32Array(this.#size);
    for (let i = 0; i < terms.length; i += 1) terms[i] = this.#terms[i] as number;
    terms.sort();
    let squares = 0;
    for (let i = 0; i < terms.length; i += 1) {
      const occurrences = (this.#frequencies[terms[i] as number] as number) & OCCURRENCES;
      squares += SQUARES[occurrences] as number;
    }
    const length = Math.round(Math.sqrt(squares) * LENGTH_UNIT);
    this.#writeRecords(terms);
    const skill = inOneBuffer({
      key,
      ...this.#records.finish(),
      filePassages: Uint32Array.from(filePassages),
      length,
      entries: narrowed(entries),
      ...bad,
    });
    for (const term of terms) {
      this.#frequencies[term] = 0;
      this.#lastPassages[term] = 0;
      this.#lastEntryPairs[term] = 0;
    }
    this.#size = 0;
    this.#pairs = 0;
    this.#entryPairs = 0;
    this.#passage = 0;
    return skill;
  }

  #writeRecords(terms: Uint32Array): void {
    const records = this.#records;
    const frequencies = this.#frequencies;
    const passages = this.#byTerm(terms, this.#pairTerms, this.#pairs);
    const entries = this.#byTerm(terms, this.#entryPairTerms, this.#entryPairs);
    let passage = 0;
    let entry = 0;
    for (let place = 0; place < terms.length; place += 1) {
      const term = terms[place] as number;
      const lastPassage = passages.ends[place] as number;
      const lastEntry = entries.ends[place] as number;
      records.begin(term, frequencies[term] as number, lastPassage - passage);
      for (; passage < lastPassage; passage += 1)
        records.addPassage(this.#pairPassages[passages.order[passage] as number] as number);
      for (; entry < lastEntry; entry += 1) {
        const pair = entries.order[entry] as number;
        records.addEntry(this.#entryPairNumbers[pair] as number, this.#entryPairCounts[pair] as number);
      }
      records.end();
    }
  }

  /** Numbers of pairs, those of each term together and in their order, and where each term's end. */
  #byTerm(terms: Uint32Array, pairTerms: readonly number[], count: number) {
    const places = this.#lastPassages;
    for (let i = 0; i < terms.length; i += 1) places[terms[i] as number] = i;
    const ends = new Uint32Array(terms.length + 1);
    for (let pair = 0; pair < count; pair += 1) {
      const place = places[pairTerms[pair] as number] as number;
      ends[place + 1] = (ends[place + 1] as number) + 1;
    }
    for (let i = 1; i < ends.length; i += 1) ends[i] = (ends[i] as number) + (ends[i - 1] as number);
    const order = new Uint32Array(count);
    for (let pair = 0; pair < count; pair += 1) {
      const place = places[pairTerms[pair] as number] as number;
      const end = ends[place] as number;
      order[end] = pair;
      ends[place] = end + 1;
    }
    return { ends, order };
  }

  #frequencyOf(term: number): number {
    const frequency = this.#frequencies[term];
    if (frequency) return frequency;
    if (frequency === undefined) this.#grow(term);
    this.#terms[this.#size] = term;
    this.#size += 1;
    return 0;
  }

  #addPassage(term: number): void {
    if (this.#lastPassages[term] === this.#passage + 1) return;
    this.#lastPassages[term] = this.#passage + 1;
    this.#pairTerms[this.#pairs] = term;
    this.#pairPassages[this.#pairs] = this.#passage;
    this.#pairs += 1;
  }

  #grow(term: number): void {
    const [frequencies, lastPassages, lastEntryPairs] = [
      this.#frequencies,
      this.#lastPassages,
      this.#lastEntryPairs,
    ];
    const room = Math.max(term + 1, frequencies.length * 2);
    this.#frequencies = new Uint16Array(room);
    this.#frequencies.set(frequencies);
    this.#lastPassages = new Uint32Array(room);
    this.#lastPassages.set(lastPassages);
    this.#lastEntryPairs = new Uint32Array(room);
    this.#lastEntryPairs.set(lastEntryPairs);
  }
}

/** A part of an entry: where the counts of its terms stand, and the column of the entry's row that counts its words. */
interface EntryPart {
  readonly counts: CountPlace;
  readonly words: number;
}

const TITLE: EntryPart = { counts: ENTRY_FIELD.title, words: ENTRY.titleWords };
const PROSE: EntryPart = { counts: ENTRY_FIELD.prose, words: ENTRY.proseWords };
const CODE: EntryPart = { counts: ENTRY_FIELD.code, words: ENTRY.codeWords };

/** Rows of a skill's entries, and which of them a place in the text that is read belongs to. */
export class EntryRows {
  readonly rows: number[] = [];
  /** The entry of the last place that was looked up. */
  entry = 0;
  // Of the file that is read: where each of its entries, and the text behind its title, begins.
  #starts: number[] = [];
  #bodies: number[] = [];
  #first = 0;
  #at = 0;

  /** Number of the first entry of the file that is read. */
  get first(): number {
    return this.#first;
  }

  begin(file: number, path: string, text: string, packed: PackedEntries | undefined): void {
    this.#first = this.rows.length / ENTRY_ROW;
    this.#starts = [];
    this.#bodies = [];
    this.#at = 0;
    const places =
      packed === undefined
        ? [{ start: 0, body: 0, line: 1, kind: fileKind(path) }]
        : entryStarts(path, packed);
    for (const [number, { start, body, line, kind }] of places.entries()) {
      // An entry behind the beginning that find knows has no words.
      if (number > 0 && start >= text.length) break;
      this.#starts.push(start);
      this.#bodies.push(body);
      this.rows.push(file, number, line, ENTRY_KIND[kind], 0, 0, 0);
    }
    this.#starts.push(Number.POSITIVE_INFINITY);
  }

  /** Returns the entries of the file that is read by `plainTitle`; of equal titles the first. */
  titlesIn(text: string): ReadonlyMap<string, number> {
    const titles = new Map<string, number>();
    for (const [at, body] of this.#bodies.entries()) {
      const start = this.#starts[at] as number;
      const title = plainTitle(text.slice(start, body));
      if (body > start && !titles.has(title)) titles.set(title, this.#first + at);
    }
    return titles;
  }

  /** Adds a question about an entry of the file that is read. Returns its row. */
  addQuestion(entry: number): number {
    const at = entry * ENTRY_ROW;
    const [file, line] = [this.rows[at + ENTRY.file] as number, this.rows[at + ENTRY.line] as number];
    return this.rows.push(file, entry, line, ENTRY_KIND.question, 0, 0, 0) / ENTRY_ROW - 1;
  }

  /** Sets `entry` to the one at a place that is not before the last one, and returns the part of it. */
  partAt(place: number, inCode: boolean): EntryPart {
    while (place >= (this.#starts[this.#at + 1] as number)) this.#at += 1;
    this.entry = this.#first + this.#at;
    return place < (this.#bodies[this.#at] as number) ? TITLE : inCode ? CODE : PROSE;
  }

  add(entry: number, column: number): void {
    const at = entry * ENTRY_ROW + column;
    this.rows[at] = (this.rows[at] as number) + 1;
  }
}

/** Runs that are remembered: most further ones are identifiers that don't recur. */
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

function isSame(run: string, text: string, start: number, end: number): boolean {
  if (run.length !== end - start) return false;
  for (let i = 0; i < run.length; i += 1) if (run.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  return true;
}
