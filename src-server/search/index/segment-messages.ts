import { join } from 'node:path';
import type { SearchDocument } from '../search-document.ts';
import { readKnowledgeFileSync } from './read-indexed-text.ts';
import type { Segment } from './segment.ts';
import { SegmentBuilder } from './segment-builder.ts';

/** What a build needs of a document; it can be sent to a thread. */
export type BuildInput = readonly SearchDocument[];

export interface BuiltSegment {
  readonly segment: Segment;
  /** By document: 1 where a file wasn't as it was listed, so that the segment may hold another text than it says. */
  readonly changed: Uint8Array;
}

/**
 * Reads and indexes documents. A file that has gone or can't be read is as if it were empty. Yields after each document.
 */
export function* buildSegment(documents: BuildInput): Generator<void, BuiltSegment> {
  const builder = new SegmentBuilder();
  const changed = new Uint8Array(documents.length);
  for (const [number, document] of documents.entries()) {
    const texts = document.files.map((file) => {
      const read = readKnowledgeFileSync(join(document.directory, file.path));
      if (read?.size !== file.size || read.mtimeMs !== file.mtimeMs) changed[number] = 1;
      return read?.text ?? '';
    });
    builder.add(document, texts);
    yield;
  }
  return { segment: yield* builder.finish(), changed };
}
