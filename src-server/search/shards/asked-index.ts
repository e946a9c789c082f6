import type { FindIndex, FoundTerm, IndexView } from '../index/find-index.ts';
import { BLOCK, EMPTY_SEGMENT, LENGTH_UNIT, type Segment } from '../index/segment.ts';
import type { SearchDocument } from '../search-document.ts';
import type { CommonSections } from './document-shard.ts';
import type { DocumentTable, KnownDocument } from './document-table.ts';
import type { IndexFacts } from './index-facts.ts';
import type { ShardDemand } from './shard-demand.ts';
import type { TermPostingList } from './term-shard.ts';

interface PlacedList {
  readonly list: TermPostingList;
  readonly from: number;
  readonly found: FoundTerm;
}

/** Index of the terms that a question looks up, as a segment. */
export class AskedIndex implements FindIndex {
  readonly views: readonly IndexView[];
  readonly documentCount: number;
  readonly meanLength: number;
  readonly #demand: ShardDemand;
  readonly #table: DocumentTable;
  readonly #facts: IndexFacts;
  readonly #placed = new Map<string, PlacedList>();
  readonly #documents: SearchDocument[];
  readonly #known = new Map<number, KnownDocument>();
  readonly #none = new Uint8Array(1);
  #end = 0;
  #segment: Segment | undefined;

  constructor(demand: ShardDemand, table: DocumentTable) {
    const { facts } = demand.store;
    this.#demand = demand;
    this.#table = table;
    this.#facts = facts;
    this.#documents = [...table.unknown];
    this.documentCount = facts.lengths.length;
    const sum = facts.lengths.reduce((part, length) => part + length, 0);
    this.meanLength = sum === 0 ? 1 : sum / this.documentCount / LENGTH_UNIT;
    const segment = (): Segment => this.#toSegment();
    this.views = [
      {
        traits: table.traits,
        documents: this.#documents,
        get segment() {
          return segment();
        },
      },
    ];
  }

  lookUp(term: string): FoundTerm | undefined {
    const placed = this.#placed.get(term);
    if (placed !== undefined) return placed.found;
    const list = this.#demand.find('terms', term)?.get(term);
    if (list === undefined || list.documents.length === 0) return undefined;
    const from = this.#end;
    this.#end += list.documents.length;
    const found = { postings: [{ from, to: this.#end }], documents: list.documents.length };
    this.#placed.set(term, { list, from, found });
    this.#segment = undefined;
    return found;
  }

  /** Keys of named skills; the ranking compares keys of all documents. */
  nameDocument(number: number, key: string): void {
    if (this.#known.has(number)) return;
    this.#documents[number] = { ...(this.#documents[number] as SearchDocument), key };
  }

  /** Before the ranking: takes all documents whose shards are loaded. */
  knowLoaded(): void {
    const hasCommon = this.#hasCommon();
    for (const [number, known] of this.#table.loaded(this.#demand.store)) {
      if (hasCommon && this.#commonSections(number) === undefined) continue;
      this.#known.set(number, known);
      this.#documents[number] = known.document;
    }
    this.#segment = undefined;
  }

  isKnown(number: number): boolean {
    return this.#known.has(number);
  }

  /** Demands what the next round needs to know of the document. */
  demand(number: number): void {
    this.#demand.item('documents', number);
    if (this.#hasCommon()) this.#demand.item('sections', number);
  }

  #hasCommon(): boolean {
    return [...this.#placed.values()].some(({ list }) => list.common >= 0);
  }

  #commonSections(number: number): CommonSections | undefined {
    const { sections: perShard } = this.#facts.perShard;
    return this.#demand.store.loaded('sections', Math.floor(number / perShard))?.[number % perShard];
  }

  #toSegment(): Segment {
    this.#segment ??= this.#assemble([...this.#placed.values()].map(({ list }) => list));
    return this.#segment;
  }

  /** Without terms: their look-ups don't use the segment. */
  #assemble(lists: readonly TermPostingList[]): Segment {
    const postingDocuments = new Uint16Array(this.#end);
    const postingFrequencies = new Uint16Array(this.#end);
    const sections: Uint8Array[] = [];
    let from = 0;
    for (const list of lists) {
      postingDocuments.set(list.documents, from);
      postingFrequencies.set(list.frequencies, from);
      from += list.documents.length;
      if (list.common < 0) sections.push(list.sections);
      else for (const own of this.#sectionsOf(list)) sections.push(own);
    }
    return {
      ...EMPTY_SEGMENT,
      lengths: this.#facts.lengths,
      ...this.#fileSections(),
      postingDocuments,
      postingFrequencies,
      ...joinSections(sections, this.#end),
    };
  }

  *#sectionsOf({ documents, common }: TermPostingList): Generator<Uint8Array> {
    for (let i = 0; i < documents.length; i += 1) {
      const number = documents[i] as number;
      yield (this.#known.has(number) ? this.#commonSections(number)?.get(common) : undefined) ?? this.#none;
    }
  }

  #fileSections(): Pick<Segment, 'fileStarts' | 'fileSections'> {
    const fileStarts = new Uint32Array(this.documentCount + 1);
    const fileSections: number[] = [];
    for (let number = 0; number < this.documentCount; number += 1) {
      fileStarts[number] = fileSections.length;
      for (const count of this.#known.get(number)?.sectionCounts ?? []) fileSections.push(count);
    }
    fileStarts[this.documentCount] = fileSections.length;
    return { fileStarts, fileSections: Uint32Array.from(fileSections) };
  }
}

function joinSections(
  pieces: readonly Uint8Array[],
  postings: number,
): Pick<Segment, 'sections' | 'sectionStarts'> {
  const sections = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const piece of pieces) {
    sections.set(piece, end);
    end += piece.length;
  }
  const sectionStarts = new Uint32Array(Math.ceil(postings / BLOCK));
  let posting = 0;
  for (let at = 0; at < end; at += 1) {
    if (sections[at] !== 0) continue;
    posting += 1;
    if (posting % BLOCK === 0 && posting < postings) sectionStarts[posting / BLOCK] = at + 1;
  }
  return { sections, sectionStarts };
}
