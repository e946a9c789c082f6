import { randomUUID } from 'node:crypto';
import { isMarkdown, type SkillKey } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import { plainTitle } from '../contract/skill-format.ts';
import { BadForms } from './code-runs.ts';
import { type FoundEntries, findEntries, isDangerFile, type PackedEntries, unpack } from './entries.ts';
import { type TextVisitor, type TitledLines, visitText } from './passages.ts';
import { plainSummary, type SearchDocument, type SearchFile } from './search-document.ts';
import { ENTRY, ENTRY_FIELD, FEW_WORDS, FIELD, type SkillTerms, type TermBatch } from './skill-terms.ts';
import { EntryRows, RunTable, TermCounts } from './term-counts.ts';
import { analyzeName, analyzeRun, detached, rememberWords, runsOf, type Word } from './word-analysis.ts';

type SplitDocument = Pick<
  SearchDocument,
  'key' | 'name' | 'language' | 'tags' | 'summary' | 'symptoms' | 'authorEntries'
> & {
  readonly files: readonly Pick<SearchFile, 'path'>[];
};

/**
 * Splits skills into numbered terms. A word is stemmed once. When the words that were given up outnumber those in use,
 * numbers start again in a new dictionary, which gets the words of the skills that are split from then on.
 */
export class SkillSplitter {
  #toWord = rememberWords();
  #runs = new RunTable();
  #dictionary = randomUUID();
  #terms = new Map<string, number>();
  #forms = new Set<string>();
  #counts = new TermCounts();
  readonly #badForms = new BadForms();
  /** By skill: terms that the dictionary got when it was last split. It has them all, and no two skills share one. */
  #brought = new Map<SkillKey, number>();
  /** Terms that earlier texts brought. Some skill may still have them. */
  #givenUp = 0;
  /** Whether skills with the numbers of this dictionary are not in a batch yet. */
  #hasSplit = false;
  #newTerms: string[] = [];
  #newForms: string[] = [];
  #newFormTerms: number[] = [];

  /** Number of terms in the dictionary. */
  get termCount(): number {
    return this.#terms.size;
  }

  /** Returns a batch of skills that were split since the last call, with the words that are new since then. */
  batch(skills: readonly SkillTerms[]): TermBatch {
    const dictionary = this.#dictionary;
    const first = this.#terms.size - this.#newTerms.length;
    const words = { first, terms: this.#newTerms, forms: this.#newForms, formTerms: this.#newFormTerms };
    this.#newTerms = [];
    this.#newForms = [];
    this.#newFormTerms = [];
    this.#hasSplit = false;
    this.#startAgainIfDue();
    return { dictionary, words, skills };
  }

  /** Gives up the terms of skills that are gone. */
  forget(keys: readonly SkillKey[]): void {
    for (const key of keys) this.#giveUp(key);
    if (!this.#hasSplit) this.#startAgainIfDue();
  }

  /**
   * Begins another dictionary, and forgets all words: the index did not get a batch, and misses its words; or the skills of
   * a start are split, and what an edit brings is a thousandth of that.
   */
  startAgain(): void {
    this.#dictionary = randomUUID();
    this.#toWord = rememberWords();
    this.#runs = new RunTable();
    this.#terms = new Map();
    this.#forms = new Set();
    this.#counts = new TermCounts();
    this.#brought = new Map();
    this.#givenUp = 0;
    this.#newTerms = [];
    this.#newForms = [];
    this.#newFormTerms = [];
    this.#hasSplit = false;
  }

  /**
   * Splits a skill. One that throws leaves nothing behind for the next one.
   *
   * @param lines that were read to find the entries, by path
   */
  split(
    document: SplitDocument,
    texts: ReadonlyMap<string, string>,
    found: FoundEntries = findEntries(texts),
    lines: ReadonlyMap<string, TitledLines> = new Map(),
  ): SkillTerms {
    const { key } = document;
    const before = this.#terms.size;
    this.#hasSplit = true;
    try {
      return this.#split(document, texts, found, lines);
    } catch (error) {
      this.#counts.finish(key, []);
      this.#badForms.finish();
      throw error;
    } finally {
      this.#giveUp(key);
      this.#brought.set(key, this.#terms.size - before);
    }
  }

  #giveUp(key: SkillKey): void {
    this.#givenUp += this.#brought.get(key) ?? 0;
    this.#brought.delete(key);
  }

  #startAgainIfDue(): void {
    const inUse = this.#terms.size - this.#givenUp;
    if (this.#givenUp > inUse + FEW_WORDS) this.startAgain();
  }

  #split(
    document: SplitDocument,
    texts: ReadonlyMap<string, string>,
    found: FoundEntries,
    lines: ReadonlyMap<string, TitledLines>,
  ): SkillTerms {
    const filePassages: number[] = [];
    const entries = new EntryRows();
    this.#addFields(document);
    for (const [file, { path }] of document.files.entries()) {
      const before = this.#counts.passage;
      const whole = texts.get(path) ?? '';
      const text = whole.slice(0, LIMITS.analyzedLength);
      entries.begin(file, path, text, found.get(path));
      this.#addCode(path, text, found.get(path), entries.first);
      // Of a long text, lines may be of another kind than those of its beginning.
      const known = text.length === whole.length ? lines.get(path) : undefined;
      this.#addText(text, isMarkdown(path), entries, known);
      this.#addQuestions(document, path, text, entries);
      filePassages.push(this.#counts.passage - before);
    }
    for (const symptom of document.symptoms) {
      for (const { surface, term } of runsOf(symptom).flatMap((run) => analyzeRun(run, this.#toWord)))
        this.#counts.addFieldInPassage(this.#termOf({ surface, term }), FIELD.symptoms);
      this.#counts.endPassage();
    }
    if (document.symptoms.length > 0) filePassages.push(document.symptoms.length);
    return this.#counts.finish(document.key, filePassages, entries.rows, this.#badForms.finish());
  }

  #addFields({ key, name, language, tags, summary }: SplitDocument): void {
    const [, author = ''] = key.split('/');
    this.#addField(analyzeName(name, this.#toWord), FIELD.name);
    this.#addField(analyzeName(author, this.#toWord), FIELD.author);
    this.#addField(analyzeName(language, this.#toWord), FIELD.language);
    for (const tag of tags) this.#addField(analyzeName(tag, this.#toWord), FIELD.tags);
    for (const run of runsOf(plainSummary(summary)))
      this.#addField(analyzeRun(run, this.#toWord), FIELD.summary);
  }

  #addField(words: readonly Word[], field: number): void {
    for (const word of words) this.#counts.addField(this.#termOf(word), field);
  }

  /** What authors say that people ask, who mean an entry of the file: a row and a passage for each question. */
  #addQuestions({ authorEntries = [] }: SplitDocument, path: string, text: string, entries: EntryRows): void {
    const own = authorEntries.filter(({ file }) => file === path);
    if (own.length === 0) return;
    const titles = entries.titlesIn(text);
    const counts = this.#counts;
    for (const { heading, questions, symptoms } of own) {
      const entry = titles.get(plainTitle(heading));
      if (entry === undefined) continue;
      for (const question of questions) {
        this.#addQuestion(question, entries.addQuestion(entry), entries, (term) =>
          counts.addOccurrence(term),
        );
        counts.endPassage();
      }
      // The skill has them as its symptoms, too.
      for (const symptom of symptoms)
        this.#addQuestion(symptom, entries.addQuestion(entry), entries, (term) =>
          counts.addField(term, FIELD.symptoms),
        );
    }
  }

  #addQuestion(text: string, row: number, entries: EntryRows, addTerm: (term: number) => void): void {
    for (const run of runsOf(text)) {
      entries.add(row, ENTRY.titleWords);
      for (const word of analyzeRun(run, this.#toWord)) {
        const term = this.#termOf(word);
        addTerm(term);
        this.#counts.addToEntry(term, row, ENTRY_FIELD.title);
      }
    }
  }

  /** The bad forms of a file, by which code finds its entry. */
  #addCode(path: string, text: string, packed: PackedEntries | undefined, first: number): void {
    if (packed === undefined || !isDangerFile(path)) return;
    for (const [number, entry] of unpack(path, text, packed).entries())
      this.#badForms.add(first + number, entry);
  }

  #addText(text: string, markdown: boolean, entries: EntryRows, lines: TitledLines | undefined): void {
    const [counts, runs] = [this.#counts, this.#runs];
    const visitor: TextVisitor = {
      run: (start, end, inHeading, inCode) => {
        const part = entries.partAt(start, inCode);
        const { entry } = entries;
        const known = runs.find(text, start, end);
        const run = known < 0 ? this.#addRun(text.slice(start, end)) : known;
        const last = runs.endOf(run);
        let place = runs.startOf(run);
        if (last > place) entries.add(entry, part.words);
        for (; place < last; place += 1) {
          const term = runs.terms[place] as number;
          counts.addOccurrence(term);
          counts.addToEntry(term, entry, part.counts);
          if (inHeading) counts.addField(term, FIELD.heading);
        }
      },
      passageEnd: () => counts.endPassage(),
    };
    visitText(text, markdown, visitor, lines);
  }

  #addRun(run: string): number {
    const terms = analyzeRun(run, this.#toWord).map((word) => this.#termOf(word));
    return this.#runs.add(detached(run), terms);
  }

  #termOf({ surface, term }: Word): number {
    let number = this.#terms.get(term);
    if (number === undefined) {
      number = this.#terms.size;
      this.#terms.set(detached(term), number);
      this.#newTerms.push(term);
    }
    if (surface !== term && !this.#forms.has(surface)) {
      this.#forms.add(detached(surface));
      this.#newForms.push(surface);
      this.#newFormTerms.push(number);
    }
    return number;
  }
}
