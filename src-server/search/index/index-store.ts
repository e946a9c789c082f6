import type { SearchDocument } from '../search-document.ts';
import { createFindIndex, type FindIndex, SegmentView } from './find-index.ts';
import { planMerges } from './plan-merges.ts';
import { countDocuments, MOST_DOCUMENTS, type Segment } from './segment.ts';
import { mergeSegments } from './segment-merge.ts';

/** Runs a long computation in slices. */
export type RunSteps = <T>(steps: Generator<void, T>) => Promise<T>;

interface Place {
  readonly view: SegmentView;
  readonly number: number;
}

/** Documents between two turns for others. */
const STEP = 256;

/**
 * The segments of the index and the location of each document. A document moves between segments in one step, so a find
 * between two steps of a long change sees each document once.
 */
export class IndexStore {
  readonly #places = new Map<string, Place>();
  readonly #most: number;
  #index: FindIndex = createFindIndex([]);

  /** @param most documents in a segment */
  constructor(most = MOST_DOCUMENTS) {
    this.#most = most;
  }

  /** Immutable list of views: results can be explained with the index that ranked them. */
  get index(): FindIndex {
    return this.#index;
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
    isWanted: (document: SearchDocument) => boolean = () => true,
  ): Generator<void, void> {
    const view = new SegmentView(segment);
    this.#index = createFindIndex([...this.#index.views, view]);
    for (const [number, document] of documents.entries()) {
      if (number % STEP === STEP - 1) yield;
      if (document !== undefined && isWanted(document)) this.#put(view, number, document, isSettled(number));
    }
  }

  /** Merges small segments, so that their number stays small. */
  async merge(run: RunSteps): Promise<void> {
    const { views } = this.#index;
    const sizes = views.map(({ alive, segment }) => ({ alive, total: countDocuments(segment) }));
    for (const group of planMerges(sizes, this.#most)) {
      await this.#mergeGroup(
        group.map((number) => views[number] as SegmentView),
        run,
      );
    }
    this.#index = createFindIndex(this.#index.views.filter(({ alive }) => alive > 0));
  }

  async #mergeGroup(group: readonly SegmentView[], run: RunSteps): Promise<void> {
    const sources = group.map(({ segment, documents }) => ({
      segment,
      wanted: documents.map((document) => document !== undefined),
    }));
    const merged = new SegmentView(await run(mergeSegments(sources)));
    const first = this.#index.views.indexOf(group[0] as SegmentView);
    this.#index = createFindIndex(this.#index.views.toSpliced(first, 0, merged));
    await run(this.#move(group, sources, merged));
    this.#index = createFindIndex(this.#index.views.filter((view) => !group.includes(view)));
  }

  /** Leaves out documents that were removed during the merge. */
  *#move(
    group: readonly SegmentView[],
    sources: readonly { readonly wanted: readonly boolean[] }[],
    merged: SegmentView,
  ): Generator<void, void> {
    let target = 0;
    for (const [i, view] of group.entries()) {
      for (const [number, wanted] of (sources[i]?.wanted ?? []).entries()) {
        if (!wanted) continue;
        const document = view.documents[number];
        if (document !== undefined) this.#put(merged, target, document, view.isSettled(number));
        target += 1;
        if (target % STEP === 0) yield;
      }
    }
  }

  #put(view: SegmentView, number: number, document: SearchDocument, settled: boolean): void {
    this.remove(document.key);
    view.put(number, document, settled);
    this.#places.set(document.key, { view, number });
  }
}
