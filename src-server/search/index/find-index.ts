import type { SearchDocument } from '../search-document.ts';
import { GONE, traitsOf } from './document-traits.ts';
import { countDocuments, LENGTH_UNIT, type Segment, termNumber } from './segment.ts';

export interface IndexView {
  readonly segment: Segment;
  /** By document; undefined if removed. */
  readonly documents: readonly (SearchDocument | undefined)[];
  /** By document (document-traits.ts). */
  readonly traits: Uint32Array;
}

/** With its present documents; synchronous code sees each in at most one view. */
export class SegmentView implements IndexView {
  readonly segment: Segment;
  readonly traits: Uint32Array;
  readonly #documents: (SearchDocument | undefined)[];
  readonly #settled: Uint8Array;
  #alive = 0;
  #lengths = 0;

  constructor(segment: Segment) {
    this.segment = segment;
    this.#documents = new Array<SearchDocument | undefined>(countDocuments(segment)).fill(undefined);
    this.traits = new Uint32Array(this.#documents.length);
    this.#settled = new Uint8Array(this.#documents.length);
  }

  get documents(): readonly (SearchDocument | undefined)[] {
    return this.#documents;
  }

  get alive(): number {
    return this.#alive;
  }

  /** Integer, independent of the division into segments. */
  get lengths(): number {
    return this.#lengths;
  }

  isSettled(number: number): boolean {
    return this.#settled[number] === 1;
  }

  put(number: number, document: SearchDocument, settled: boolean): void {
    this.remove(number);
    this.#documents[number] = document;
    this.traits[number] = traitsOf(document);
    this.#settled[number] = settled ? 1 : 0;
    this.#alive += 1;
    this.#lengths += this.segment.lengths[number] as number;
  }

  remove(number: number): void {
    if (this.#documents[number] === undefined) return;
    this.#documents[number] = undefined;
    this.traits[number] = GONE;
    this.#alive -= 1;
    this.#lengths -= this.segment.lengths[number] as number;
  }
}

export interface FindIndex {
  readonly views: readonly IndexView[];
  readonly documentCount: number;
  /** See find-weights.ts; 1 without text. */
  readonly meanLength: number;
  /** Undefined if no present document has the term. */
  lookUp(term: string): FoundTerm | undefined;
}

export interface FoundTerm {
  /** By view. */
  readonly postings: readonly TermPostings[];
  readonly documents: number;
}

/** Of segments in memory. */
export interface StoredIndex extends FindIndex {
  readonly views: readonly SegmentView[];
}

export function createFindIndex(views: readonly SegmentView[]): StoredIndex {
  return {
    views,
    lookUp: (term) => lookUpIn(views, term),
    get documentCount() {
      return views.reduce((sum, { alive }) => sum + alive, 0);
    },
    get meanLength() {
      const sum = views.reduce((part, { lengths }) => part + lengths, 0);
      return sum === 0 ? 1 : sum / this.documentCount / LENGTH_UNIT;
    },
  };
}

export interface TermPostings {
  readonly from: number;
  readonly to: number;
}

export const lookUpTerm = (index: FindIndex, term: string): FoundTerm | undefined => index.lookUp(term);

function lookUpIn(views: readonly SegmentView[], term: string): FoundTerm | undefined {
  let documents = 0;
  const postings = views.map((view) => {
    const { segment } = view;
    const number = termNumber(segment, term);
    if (number < 0) return { from: 0, to: 0 };
    const from = segment.postingStarts[number] as number;
    const to = segment.postingStarts[number + 1] as number;
    documents += view.alive === countDocuments(segment) ? to - from : countAlive(view, from, to);
    return { from, to };
  });
  return documents === 0 ? undefined : { postings, documents };
}

function countAlive({ segment, documents }: SegmentView, from: number, to: number): number {
  let alive = 0;
  for (let i = from; i < to; i += 1) {
    if (documents[segment.postingDocuments[i] as number] !== undefined) alive += 1;
  }
  return alive;
}
