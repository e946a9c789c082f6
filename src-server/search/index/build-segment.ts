import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from '../../contract/service/logger.ts';
import { runInSlices } from '../../run-in-slices.ts';
import type { DocumentTexts, ReadTexts, SearchDocument } from '../search-document.ts';
import { MOST_DOCUMENTS, type Segment } from './segment.ts';
import { SegmentBuilder } from './segment-builder.ts';

/** Documents by number; undefined if removed. */
export interface BuiltSegment {
  readonly documents: readonly (SearchDocument | undefined)[];
  readonly segment: Segment;
  /** False: a file differed from its listing. */
  readonly settled: readonly boolean[];
}

/** May skip changed documents. */
export type BuildSegments = (documents: readonly SearchDocument[]) => Promise<readonly BuiltSegment[]>;

interface BuildOptions {
  readonly readTexts: ReadTexts;
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

// Drops a byte order mark and replaces invalid bytes.
const decoder = new TextDecoder('utf-8');

export async function buildSegments(
  documents: readonly SearchDocument[],
  options: BuildOptions,
): Promise<readonly BuiltSegment[]> {
  const built: BuiltSegment[] = [];
  for (let from = 0; from < documents.length; from += MOST_DOCUMENTS)
    built.push(await buildSegment(documents.slice(from, from + MOST_DOCUMENTS), options));
  return built;
}

async function buildSegment(
  documents: readonly SearchDocument[],
  options: BuildOptions,
): Promise<BuiltSegment> {
  const builder = new SegmentBuilder();
  const settled: boolean[] = [];
  for (const document of documents) {
    const read = await readOne(document, options);
    settled.push(read.settled);
    const texts = document.files.map((_file, i) => {
      const bytes = read.texts[i];
      return bytes === undefined ? '' : decoder.decode(bytes);
    });
    await runInSlices(builder.add(document, texts), options.signal);
    await nextTurn();
  }
  return { documents, settled, segment: await runInSlices(builder.finish(), options.signal) };
}

async function readOne(
  document: SearchDocument,
  { readTexts, signal, logger }: BuildOptions,
): Promise<DocumentTexts> {
  try {
    const [read] = await readTexts([document]);
    if (read !== undefined) return read;
  } catch (error) {
    signal.throwIfAborted();
    logger.warn('A skill could not be read for its index; it is found by its metadata alone for now.', {
      key: document.key,
      error: String(error),
    });
  }
  return { texts: [], settled: false };
}
