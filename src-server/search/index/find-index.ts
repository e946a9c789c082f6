import type { SearchDocument } from '../search-document.ts';
import { countDocuments, type Segment, termNumber } from './segment.ts';
import { LENGTH_UNIT } from './segment-builder.ts';

/** A segment as one snapshot of the registry sees it: some of its documents may be gone. */
export interface SegmentView {
  readonly segment: Segment;
  /** By number in the segment; undefined where the document is gone. */
  readonly documents: readonly (SearchDocument | undefined)[];
  /** How many are not gone. */
  readonly alive: number;
}

/** The find index of one snapshot: every document of it in exactly one segment. */
export interface FindIndex {
  readonly views: readonly SegmentView[];
  readonly documentCount: number;
  /** Mean of the documents' lengths (see find-weights.ts); 1 without any text. */
  readonly meanLength: number;
}

export function createFindIndex(views: readonly SegmentView[]): FindIndex {
  let documentCount = 0;
  let sum = 0;
  for (const { segment, documents, alive } of views) {
    documentCount += alive;
    // A sum of whole numbers: the same for every division into segments.
    documents.forEach((document, number) => {
      if (document !== undefined) sum += segment.lengths[number] as number;
    });
  }
  return { views, documentCount, meanLength: sum === 0 ? 1 : sum / documentCount / LENGTH_UNIT };
}

/** Where a term's postings are in each view; `to` is `from` where the segment doesn't have it. */
export interface TermPostings {
  readonly from: number;
  readonly to: number;
}

/** The postings of a term and the number of documents that have it; undefined where none has. */
export function lookUpTerm(
  index: FindIndex,
  term: string,
): { readonly postings: readonly TermPostings[]; readonly documents: number } | undefined {
  let documents = 0;
  const postings = index.views.map((view) => {
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
