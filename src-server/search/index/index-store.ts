import type { SearchDocument } from '../search-document.ts';
import { createFindIndex, type FindIndex, SegmentView } from './find-index.ts';
import { countDocuments, type Segment } from './segment.ts';

interface Place {
  readonly view: SegmentView;
  readonly number: number;
}

/** A segment of at most so many documents is indexed anew together with the next changes. */
const SMALL_SEGMENT = 64;
/** With more segments everything is indexed anew: each find looks into all of them. */
const MOST_SEGMENTS = 32;
/** Documents between two turns for others. */
const STEP = 256;

/**
 * The segments of the index and the location of each document: a large segment of the start, and those of later changes.
 * A document moves between segments in one step, so a find between two steps of a long change sees each document once.
 */
export class IndexStore {
  readonly #places = new Map<string, Place>();
  #index: FindIndex = createFindIndex([]);

  /** Immutable list of views: results can be explained with the index that ranked them. */
  get index(): FindIndex {
    return this.#index;
  }

  /** Documents that are indexed again with the next changes, so that the number of segments stays small. */
  get recent(): readonly SearchDocument[] {
    const [base, ...later] = this.#index.views;
    if (base === undefined) return [];
    const isCrowded = later.length >= MOST_SEGMENTS;
    const again = isCrowded
      ? [base, ...later]
      : later.filter(({ segment }) => countDocuments(segment) <= SMALL_SEGMENT);
    return again.flatMap(({ documents }) => documents.filter((document) => document !== undefined));
  }

  /** Removes a document at once. */
  remove(key: string): void {
    const place = this.#places.get(key);
    place?.view.remove(place.number);
    this.#places.delete(key);
  }

  /** Adds a segment. Its documents replace older versions; documents that `isWanted` refuses are left out. */
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
