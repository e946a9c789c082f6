import { growableBytes, growableNumbers, growableShorts } from './growable-array.ts';
import type { SearchDocument } from './search-document.ts';
import { FIELD, OCCURRENCES, type Segment } from './segment.ts';
import { plainSummary } from './summary.ts';
import { runsOf, scanText } from './text-scanner.ts';
import { analyzeName, analyzeRun } from './word-analysis.ts';
import { hashSlots, WordTable } from './word-table.ts';

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
  /** The numbers of the terms of a run, by the run as it stands in a text: each is analysed once. */
  readonly #runTerms = new Map<string, Uint32Array>();

  readonly #lengths = growableNumbers();
  readonly #fileStarts = growableNumbers();
  readonly #fileSections = growableNumbers();
  /** By document: where its part of the next four begins. */
  readonly #postingStarts = growableNumbers();
  readonly #postingTerms = growableNumbers();
  readonly #postingFrequencies = growableShorts();
  readonly #sectionStarts = growableNumbers();
  readonly #sections = growableBytes();

  /** The document at hand: by term, its number there plus 1 (0 where it has none), and by that number the rest. */
  #slotOfTerm = new Uint32Array(4096);
  readonly #found: FoundTerm[] = [];
  #foundCount = 0;
  #section = 0;

  get documentCount(): number {
    return this.#lengths.length;
  }

  /** Adds a document; `texts` are those of its files, in their order. */
  add(document: SearchDocument, texts: readonly string[]): void {
    this.#fileStarts.push(this.#fileSections.length);
    this.#section = 0;
    this.#addFields(document);
    texts.forEach((text, index) => {
      const before = this.#section;
      this.#addText(text, isMarkdown(document.files[index]?.path ?? ''));
      this.#fileSections.push(this.#section - before);
    });
    this.#endDocument();
  }

  #addFields(document: SearchDocument): void {
    const [, author = ''] = document.key.split('/');
    this.#addName(document.name, FIELD.name);
    this.#addName(author, FIELD.author);
    this.#addName(document.language, FIELD.language);
    for (const tag of document.tags) this.#addName(tag, FIELD.tags);
    for (const run of runsOf(plainSummary(document.summary))) {
      for (const term of this.#termsOfRun(run)) this.#foundTerm(term).field |= FIELD.summary;
    }
  }

  #addName(name: string, field: number): void {
    for (const { term } of analyzeName(name)) this.#foundTerm(this.#terms.add(term)).field |= field;
  }

  #addText(text: string, markdown: boolean): void {
    scanText(text, markdown, {
      run: (start, end, inHeading) => {
        const terms = this.#termsOfRun(text.slice(start, end));
        for (let i = 0; i < terms.length; i += 1) {
          const found = this.#foundTerm(terms[i] as number);
          found.count += 1;
          if (inHeading) found.field |= FIELD.heading;
          if (found.lastSection !== this.#section) {
            pushDifference(found.sections, this.#section - found.lastSection);
            found.lastSection = this.#section;
          }
        }
      },
      sectionEnd: () => {
        this.#section += 1;
      },
    });
  }

  #termsOfRun(run: string): Uint32Array {
    const known = this.#runTerms.get(run);
    if (known !== undefined) return known;
    const words = analyzeRun(run);
    const terms = new Uint32Array(words.length);
    words.forEach(({ surface, term }, index) => {
      const number = this.#terms.add(term);
      terms[index] = number;
      if (surface !== term && this.#words.get(surface) === undefined) {
        this.#words.add(surface);
        this.#wordTerms.push(number);
      }
    });
    // Short runs are copies already; a longer one would keep the text alive that it was cut out of.
    this.#runTerms.set(run.length < 13 ? run : Buffer.from(run).toString(), terms);
    return terms;
  }

  #foundTerm(term: number): FoundTerm {
    if (term >= this.#slotOfTerm.length) {
      const bigger = new Uint32Array(Math.max(this.#slotOfTerm.length * 2, term + 1));
      bigger.set(this.#slotOfTerm);
      this.#slotOfTerm = bigger;
    }
    const slot = this.#slotOfTerm[term] as number;
    if (slot > 0) return this.#found[slot - 1] as FoundTerm;
    const reused = this.#found[this.#foundCount];
    const found = reused ?? { term, count: 0, field: 0, lastSection: -1, sections: [] };
    if (reused === undefined) this.#found.push(found);
    found.term = term;
    found.count = 0;
    found.field = 0;
    found.lastSection = -1;
    found.sections.length = 0;
    this.#foundCount += 1;
    this.#slotOfTerm[term] = this.#foundCount;
    return found;
  }

  #endDocument(): void {
    let squares = 0;
    this.#postingStarts.push(this.#postingTerms.length);
    for (let i = 0; i < this.#foundCount; i += 1) {
      const found = this.#found[i] as FoundTerm;
      const count = Math.min(found.count, OCCURRENCES);
      squares += Math.log1p(count) ** 2;
      this.#postingTerms.push(found.term);
      this.#postingFrequencies.push(count | found.field);
      this.#sectionStarts.push(this.#sections.length);
      this.#sections.append(found.sections);
      this.#slotOfTerm[found.term] = 0;
    }
    this.#lengths.push(Math.round(Math.sqrt(squares) * LENGTH_UNIT));
    this.#foundCount = 0;
  }

  /** The segment of everything that was added. Yields now and then, so that whoever shares the thread can have a turn. */
  *finish(): Generator<void, Segment> {
    const documents = this.documentCount;
    this.#fileStarts.push(this.#fileSections.length);
    this.#postingStarts.push(this.#postingTerms.length);
    this.#sectionStarts.push(this.#sections.length);
    this.#runTerms.clear();
    yield;
    const terms = this.#terms.pack();
    yield;
    const words = this.#words.pack();
    yield;
    const termSlots = hashSlots(terms.bytes, terms.starts);
    yield;
    const postings = yield* this.#invert(documents);
    return {
      lengths: this.#lengths.toArray(),
      fileStarts: this.#fileStarts.toArray(),
      fileSections: this.#fileSections.toArray(),
      termBytes: terms.bytes,
      termStarts: terms.starts,
      termSlots,
      wordBytes: words.bytes,
      wordStarts: words.starts,
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

interface FoundTerm {
  term: number;
  count: number;
  /** `FIELD` bits. */
  field: number;
  lastSection: number;
  /** As in `Segment.sections`. */
  sections: number[];
}

function pushDifference(bytes: number[], difference: number): void {
  let rest = difference;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest >>>= 7;
  }
  bytes.push(rest);
}
