import type { SearchDocument } from '../search-document.ts';
import { plainSummary } from '../summary.ts';
import { growableBytes, growableNumbers, growableShorts } from '../words/growable-array.ts';
import { RunTable } from '../words/run-table.ts';
import { runsOf, scanText } from '../words/text-scanner.ts';
import { analyzeName, analyzeRun, rememberWords, type Word } from '../words/word-analysis.ts';
import { hashSlots, WordTable } from '../words/word-table.ts';
import { DocumentTerms } from './document-terms.ts';
import { FIELD, OCCURRENCES, type Segment } from './segment.ts';

/** Lengths are whole numbers, so that their sum is the same in any order. */
export const LENGTH_UNIT = 1024;

/** Knowledge files whose lines that begin with `#` are headings. */
export const isMarkdown = (path: string): boolean => path.endsWith('.md');

/**
 * Collects documents one after the other, then turns what it collected around: from the terms of each document to the
 * documents of each term.
 */
export class SegmentBuilder {
  readonly #terms = new WordTable();
  readonly #words = new WordTable();
  readonly #wordTerms = growableNumbers();
  readonly #runs = new RunTable();
  readonly #partWord = rememberWords();

  readonly #lengths = growableNumbers();
  readonly #fileStarts = growableNumbers();
  readonly #fileSections = growableNumbers();
  /** By document: where its part of the next four begins. */
  readonly #postingStarts = growableNumbers();
  readonly #postingTerms = growableNumbers();
  readonly #postingFrequencies = growableShorts();
  readonly #sectionStarts = growableNumbers();
  readonly #sections = growableBytes();

  readonly #document = new DocumentTerms();

  get documentCount(): number {
    return this.#lengths.length;
  }

  /** Adds a document; `texts` are those of its files, in their order. */
  *add(document: SearchDocument, texts: readonly string[]): Generator<void, void> {
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

  #addFields(document: SearchDocument): void {
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
          const terms = analyzeRun(detached(text, start, end), this.#partWord).map((word) =>
            this.#termOf(word),
          );
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
    const number = this.#terms.add(term);
    if (surface !== term && this.#words.get(surface) === undefined) {
      this.#words.add(surface);
      this.#wordTerms.push(number);
    }
    return number;
  }

  #endDocument(): void {
    let squares = 0;
    this.#postingStarts.push(this.#postingTerms.length);
    const { terms, frequencies, sectionBytes, sectionStarts } = this.#document.finish();
    for (let i = 0; i < terms.length; i += 1) {
      squares += Math.log1p((frequencies[i] as number) & OCCURRENCES) ** 2;
      this.#sectionStarts.push(this.#sections.length + (sectionStarts[i] as number));
    }
    this.#postingTerms.append(terms);
    this.#postingFrequencies.append(frequencies);
    this.#sections.append(sectionBytes);
    this.#lengths.push(Math.round(Math.sqrt(squares) * LENGTH_UNIT));
  }

  /** The segment of everything that was added. Yields now and then, so that whoever shares the thread can have a turn. */
  *finish(): Generator<void, Segment> {
    const documents = this.documentCount;
    this.#fileStarts.push(this.#fileSections.length);
    this.#postingStarts.push(this.#postingTerms.length);
    this.#sectionStarts.push(this.#sections.length);
    const terms = yield* this.#terms.pack();
    const words = yield* this.#words.pack();
    const termSlots = yield* hashSlots(terms.bytes, terms.starts);
    const postings = yield* this.#invert(documents);
    return {
      lengths: this.#lengths.toArray(),
      fileStarts: this.#fileStarts.toArray(),
      fileSections: this.#fileSections.toArray(),
      termBytes: terms.bytes,
      termStarts: terms.starts,
      termSlots,
      termLetters: terms.letters,
      wordBytes: words.bytes,
      wordStarts: words.starts,
      wordLetters: words.letters,
      wordTerms: this.#wordTerms.toArray(),
      ...postings,
    };
  }

  *#invert(documents: number): Generator<void, Postings> {
    const postingTerms = this.#postingTerms.array;
    const count = this.#postingTerms.length;
    const starts = new Uint32Array(this.#terms.size + 1);
    for (let i = 0; i < count; i += 1) {
      const next = (postingTerms[i] as number) + 1;
      starts[next] = (starts[next] as number) + 1;
    }
    for (let i = 1; i < starts.length; i += 1) starts[i] = (starts[i] as number) + (starts[i - 1] as number);
    yield;
    const postingDocuments = new Uint16Array(count);
    const postingFrequencies = new Uint16Array(count);
    const source = new Uint32Array(count);
    const next = starts.slice();
    for (let document = 0; document < documents; document += 1) {
      const end = this.#postingStarts.array[document + 1] as number;
      for (let i = this.#postingStarts.array[document] as number; i < end; i += 1) {
        const term = postingTerms[i] as number;
        const place = next[term] as number;
        next[term] = place + 1;
        postingDocuments[place] = document;
        postingFrequencies[place] = this.#postingFrequencies.array[i] as number;
        source[place] = i;
      }
      if (document % 256 === 255) yield;
    }
    const sectionStarts = new Uint32Array(count + 1);
    const sections = new Uint8Array(this.#sections.length);
    let end = 0;
    for (let place = 0; place < count; place += 1) {
      const from = source[place] as number;
      const to = this.#sectionStarts.array[from + 1] as number;
      sectionStarts[place] = end;
      for (let i = this.#sectionStarts.array[from] as number; i < to; i += 1) {
        sections[end] = this.#sections.array[i] as number;
        end += 1;
      }
      if (place % 262_144 === 262_143) yield;
    }
    sectionStarts[count] = end;
    return { postingStarts: starts, postingDocuments, postingFrequencies, sectionStarts, sections };
  }
}

type Postings = Pick<
  Segment,
  'postingStarts' | 'postingDocuments' | 'postingFrequencies' | 'sectionStarts' | 'sections'
>;

/** A piece of a text that doesn't keep the text in memory. The engine copies short pieces anyway. */
function detached(text: string, start: number, end: number): string {
  const piece = text.slice(start, end);
  return piece.length < 13 ? piece : Buffer.from(piece).toString();
}
