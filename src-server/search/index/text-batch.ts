import type { IndexedDocument, SegmentBuilder } from './segment-builder.ts';

/** Some documents with their texts: what is read, sent to a thread and indexed at a time. */
export interface TextBatch {
  readonly documents: readonly IndexedDocument[];
  /** By document, by file: its first bytes; undefined where there is nothing to index. */
  readonly texts: readonly (readonly (Uint8Array | undefined)[])[];
}

// Drops a byte order mark and replaces invalid bytes.
const decoder = new TextDecoder('utf-8');

/** Adds a batch to a segment. A text that isn't there is as if it were empty. Yields after each file. */
export function* addBatch(builder: SegmentBuilder, { documents, texts }: TextBatch): Generator<void, void> {
  for (const [number, document] of documents.entries()) {
    const held = texts[number] ?? [];
    yield* builder.add(
      document,
      document.files.map((_file, i) => {
        const bytes = held[i];
        return bytes === undefined ? '' : decoder.decode(bytes);
      }),
    );
    yield;
  }
}
