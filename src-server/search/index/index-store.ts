/**
 * The segments that there are, and which documents they hold: what makes an update cost no more than what changed.
 */

import type { SearchDocument } from '../search-document.ts';
import type { SegmentOfDocuments } from './build-on-thread.ts';
import { createFindIndex, type FindIndex, type SegmentView } from './find-index.ts';
import { countDocuments, type Segment } from './segment.ts';
import { mergeSegments } from './segment-merge.ts';

/** What a segment holds of a document. */
export interface IndexedDocument {
  readonly key: string;
  readonly revision: string;
  /** False where a file changed while it was read, so that a later run must read it again. */
  readonly settled: boolean;
}

export interface IndexedSegment {
  readonly segment: Segment;
  /** By number in the segment; undefined where the document is gone. */
  readonly documents: readonly (IndexedDocument | undefined)[];
}

/** How documents become segments. */
export type BuildSegments = (documents: readonly SearchDocument[]) => Promise<readonly SegmentOfDocuments[]>;
/** Runs a long computation without stalling others. */
export type RunSteps = <T>(steps: Generator<void, T>) => Promise<T>;

export interface StoreUpdate {
  readonly segments: readonly IndexedSegment[];
  readonly index: FindIndex;
  /** How many documents had to be indexed. */
  readonly indexed: number;
}

/** The segments for `documents`: unchanged ones stay where they are, the others are indexed. */
export async function updateSegments(
  segments: readonly IndexedSegment[],
  documents: readonly SearchDocument[],
  build: BuildSegments,
  run: RunSteps,
): Promise<StoreUpdate> {
  const missing = new Map(documents.map((document) => [document.key, document]));
  const kept = segments.map(({ segment, documents: held }) => ({
    segment,
    documents: held.map((indexed) => {
      if (indexed === undefined || missing.get(indexed.key)?.revision !== indexed.revision) return undefined;
      missing.delete(indexed.key);
      return indexed;
    }),
  }));
  const fresh = [...missing.values()];
  for (const { documents: part, segment, changed } of fresh.length > 0 ? await build(fresh) : []) {
    kept.push({
      segment,
      documents: part.map(({ key, revision }, i) => ({ key, revision, settled: changed[i] === 0 })),
    });
  }
  const merged = await mergeSmallSegments(kept, run);
  return { segments: merged, index: indexOf(merged, documents), indexed: fresh.length };
}

const countAlive = ({ documents }: IndexedSegment): number =>
  documents.reduce((sum, document) => sum + (document === undefined ? 0 : 1), 0);

/** A segment of this many documents isn't merged with a later one: that would cost more than it saves. */
const LARGE_SEGMENT = 2048;

/**
 * Keeps the number of segments small: a segment is merged with the one before it when that isn't more than twice as
 * big, and written anew when most of it is gone.
 */
async function mergeSmallSegments(
  segments: readonly IndexedSegment[],
  run: RunSteps,
): Promise<IndexedSegment[]> {
  const merged: IndexedSegment[] = [];
  for (const segment of segments) {
    if (countAlive(segment) === 0) continue;
    const group = [segment];
    let size = countAlive(segment);
    for (let before = merged.at(-1); before !== undefined; before = merged.at(-1)) {
      const sizeBefore = countAlive(before);
      if (sizeBefore > 2 * size || sizeBefore >= LARGE_SEGMENT) break;
      group.unshift(before);
      size += sizeBefore;
      merged.pop();
    }
    const mostlyGone = countDocuments(segment.segment) > 2 * size;
    merged.push(group.length > 1 || mostlyGone ? await mergeGroup(group, run) : segment);
  }
  return merged;
}

async function mergeGroup(group: readonly IndexedSegment[], run: RunSteps): Promise<IndexedSegment> {
  const sources = group.map(({ segment, documents }) => ({
    segment,
    wanted: documents.map((document) => document !== undefined),
  }));
  const segment = await run(mergeSegments(sources));
  return { segment, documents: group.flatMap(({ documents }) => documents.filter((d) => d !== undefined)) };
}

function indexOf(segments: readonly IndexedSegment[], documents: readonly SearchDocument[]): FindIndex {
  const byKey = new Map(documents.map((document) => [document.key, document]));
  const views = segments.map(({ segment, documents: held }): SegmentView => {
    let alive = 0;
    const present = held.map((indexed) => {
      if (indexed !== undefined) alive += 1;
      return indexed === undefined ? undefined : byKey.get(indexed.key);
    });
    return { segment, documents: present, alive };
  });
  return createFindIndex(views);
}
