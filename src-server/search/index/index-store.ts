import type { SearchDocument } from '../search-document.ts';
import { createFindIndex, SegmentView, type StoredIndex } from './find-index.ts';
import { countDocuments, type Segment } from './segment.ts';

interface Place {
  readonly view: SegmentView;
  readonly number: number;
}

/** Indexed again with the next change. */
const SMALL_SEGMENT = 64;
/** Beyond, indexes everything again: a find scans all segments. */
const MOST_SEGMENTS = 32;
const STEP = 256;

/** Documents move in one step, so a find sees each once. */
export class IndexStore {
  readonly #places = new Map<string, Place>();
  #index: StoredIndex = createFindIndex([]);

  /** Immutable, so that the ranking index can explain results. */
  get index(): StoredIndex {
    return this.#index;
  }

  /** To index again, for few segments. */
  get recent(): readonly SearchDocument[] {
    const [base, ...later] = this.#index.views;
    if (base === undefined) return [];
    const isCrowded = later.length >= MOST_SEGMENTS;
    const again = isCrowded
      ? [base, ...later]
      : later.filter(({ segment }) => countDocuments(segment) <= SMALL_SEGMENT);
    return again.flatMap(({ documents }) => documents.filter((document) => document !== undefined));
  }

  remove(key: string): void {
    const place = this.#places.get(key);
    place?.view.remove(place.number);
    this.#places.delete(key);
  }

  *add(
    segment: Segment,
    documents: readonly (SearchDocument | undefined)[],
    isSettled: (number: number) => boolean,
    isWanted: (document: SearchDocument, number: number) => boolean = () => true,
  ): Generator<void, void> {
    const view = new SegmentView(segment);
    this.#index = createFindIndex([...this.#index.views, view]);
    for (const [number, document] of documents.entries()) {
      if (number % STEP === STEP - 1) yield;
      if (document === undefined || !isWanted(document, number)) continue;
      this.remove(document.key);
      view.put(number, document, isSettled(number));
      this.#places.set(document.key, { view, number });
    }
    this.#index = createFindIndex(this.#index.views.filter(({ alive }) => alive > 0));
  }
}
