import type { SearchDocument, SearchFile } from '../search-document.ts';
import { growableNumbers } from '../words/growable-array.ts';
import { isMarkdown } from '../words/is-markdown.ts';
import { plainSummary } from '../words/plain-summary.ts';
import { RunTable } from '../words/run-table.ts';
import { runsOf, scanText } from '../words/text-scanner.ts';
import { analyzeName, analyzeRun, detached, rememberWords, type Word } from '../words/word-analysis.ts';
import { binaryOf, sortWords } from '../words/word-list.ts';
import { DocumentTerms } from './document-terms.ts';
import { PostingLog } from './posting-log.ts';
import { FIELD, LENGTH_UNIT, OCCURRENCES, type Segment } from './segment.ts';

type IndexedDocument = Pick<SearchDocument, 'key' | 'name' | 'language' | 'tags' | 'summary' | 'symptoms'> & {
  readonly files: readonly Pick<SearchFile, 'path'>[];
};

export class SegmentBuilder {
  /** Numbers by `binaryOf`. */
  readonly #terms = new Map<string, number>();
  /** Surface forms other than their terms. */
  readonly #words = new Map<string, number>();
  readonly #wordTerms = growableNumbers();
  readonly #runs = new RunTable();
  readonly #toWord = rememberWords();

  readonly #lengths = growableNumbers();
  readonly #fileStarts = growableNumbers();
  readonly #fileSections = growableNumbers();
  readonly #postings = new PostingLog();
  readonly #document = new DocumentTerms();

  get documentCount(): number {
    return this.#lengths.length;
  }

  *add(document: IndexedDocument, texts: readonly string[]): Generator<void, void> {
    this.#fileStarts.push(this.#fileSections.length);
    this.#addFields(document);
    for (const [index, text] of texts.entries()) {
      const before = this.#document.section;
      this.#addText(text, isMarkdown(document.files[index]?.path ?? ''));
      this.#fileSections.push(this.#document.section - before);
      yield;
    }
    this.#addSymptoms(document.symptoms);
    this.#endDocument();
  }

  #addSymptoms(symptoms: readonly string[]): void {
    if (symptoms.length === 0) return;
    for (const symptom of symptoms) {
      for (const { surface, term } of runsOf(symptom).flatMap((run) => analyzeRun(run)))
        this.#document.addFieldInSection(this.#termOf({ surface, term }), FIELD.symptoms);
      this.#document.endSection();
    }
    this.#fileSections.push(symptoms.length);
  }

  #addFields(document: IndexedDocument): void {
    const [, author = ''] = document.key.split('/');
    this.#addField(analyzeName(document.name), FIELD.name);
    this.#addField(analyzeName(author), FIELD.author);
    this.#addField(analyzeName(document.language), FIELD.language);
    for (const tag of document.tags) this.#addField(analyzeName(tag), FIELD.tags);
    for (const run of runsOf(plainSummary(document.summary))) this.#addField(analyzeRun(run), FIELD.summary);
  }

  #addField(words: readonly Word[], field: number): void {
    for (const word of words) this.#document.addField(this.#termOf(word), field);
  }

  #addText(text: string, markdown: boolean): void {
    const runs = this.#runs;
    const document = this.#document;
    scanText(text, markdown, {
      run: (start, end, hash, inHeading) => {
        let run = runs.find(text, start, end, hash);
        if (run < 0) {
          const terms = analyzeRun(text.slice(start, end), this.#toWord).map((word) => this.#termOf(word));
          run = runs.add(text, start, end, hash, terms);
        }
        const last = runs.termStart(run + 1);
        for (let i = runs.termStart(run); i < last; i += 1) {
          const term = runs.terms[i] as number;
          document.addOccurrence(term);
          if (inHeading) document.addField(term, FIELD.heading);
        }
      },
      sectionEnd: () => document.endSection(),
    });
  }

  #termOf({ surface, term }: Word): number {
    const number = numberOf(this.#terms, term);
    if (surface !== term && numberOf(this.#words, surface) === this.#wordTerms.length)
      this.#wordTerms.push(number);
    return number;
  }

  #endDocument(): void {
    const finished = this.#document.finish();
    let squares = 0;
    for (const frequency of finished.frequencies) squares += Math.log1p(frequency & OCCURRENCES) ** 2;
    this.#postings.add(finished);
    this.#lengths.push(Math.round(Math.sqrt(squares) * LENGTH_UNIT));
  }

  *finish(): Generator<void, Segment> {
    this.#fileStarts.push(this.#fileSections.length);
    const terms = yield* sortWords(this.#terms);
    const words = yield* sortWords(this.#words);
    const wordTerms = new Uint32Array(this.#words.size);
    for (const [number, position] of words.positions.entries())
      wordTerms[position] = terms.positions[this.#wordTerms.array[number] as number] as number;
    // The postings need the memory.
    this.#terms.clear();
    this.#words.clear();
    const postings = yield* this.#postings.invert(terms.positions);
    return {
      lengths: this.#lengths.toArray(),
      fileStarts: this.#fileStarts.toArray(),
      fileSections: this.#fileSections.toArray(),
      termBytes: terms.bytes,
      termStarts: terms.starts,
      wordBytes: words.bytes,
      wordStarts: words.starts,
      wordTerms,
      ...postings,
    };
  }
}

function numberOf(numbers: Map<string, number>, word: string): number {
  const binary = binaryOf(word);
  const known = numbers.get(binary);
  if (known !== undefined) return known;
  numbers.set(detached(binary), numbers.size);
  return numbers.size - 1;
}
