import type { SearchDocument } from '../search-document.ts';
import { createFindIndex, type FindIndex, SegmentView } from './find-index.ts';
import { countDocuments, type Segment } from './segment.ts';

interface Place {
  readonly view: SegmentView;
  readonly number: number;
}

/** Segments of at most this many documents are indexed again with the next change. */
const SMALL_SEGMENT = 64;
/** With more segments, everything is indexed again: each find scans all segments. */
const MOST_SEGMENTS = 32;
/** Documents between two yields. */
const STEP = 256;

/**
 * Segments and the location of each document: a large initial segment and later changes. A document moves in
 * a single
 * step, so a find between two steps sees each document once.
 */
export class IndexStore {
  readonly #places = new Map<string, Place>();
  #index: FindIndex = createFindIndex([]);

  /** Immutable list of views: results can be explained with the index that ranked them. */
  get index(): FindIndex {
    return this.#index;
  }

  /** Documents to index again with the next change, to keep the number of segments small. */
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

  /** Adds a segment. Its documents replace older versions; `isWanted` filters. */
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
