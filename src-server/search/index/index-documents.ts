import { availableParallelism } from 'node:os';
import { runInSlices } from '../../run-in-slices.ts';
import { Turns } from '../../turns.ts';
import type { SearchDocument } from '../search-document.ts';
import { IndexThread } from './index-thread.ts';
import { indexedBytes, type ReadOptions, readBatches } from './read-batches.ts';
import { MOST_DOCUMENTS, type Segment } from './segment.ts';
import { SegmentBuilder } from './segment-builder.ts';
import { addBatch } from './text-batch.ts';

/** More than this in one document would hold up requests: it is indexed in a thread. */
const DOCUMENT_BYTES = 64 * 1024;
/** Starting a thread takes longer than indexing less than this. */
const THREAD_BYTES = 512 * 1024;
/** From this on, the work is shared by two threads: a second one has to repeat some of the first one's. */
const SECOND_THREAD_BYTES = 16 * 1024 * 1024;

export interface BuiltSegment {
  readonly documents: readonly SearchDocument[];
  readonly segment: Segment;
  /** By document: false where a file wasn't as it was listed, so that the segment may hold another text than it says. */
  readonly settled: readonly boolean[];
}

export interface BuildOptions extends ReadOptions {
  /** The compiled index-worker.ts; without one everything is done here, in slices. */
  readonly workerUrl: URL | undefined;
}

/** Indexes documents: in threads where it's worth it, else in slices between requests. */
export async function indexDocuments(
  documents: readonly SearchDocument[],
  options: BuildOptions,
): Promise<readonly BuiltSegment[]> {
  const sizes = documents.map(indexedBytes);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const { workerUrl } = options;
  const isOne = workerUrl === undefined || bytes < SECOND_THREAD_BYTES;
  const threads = isOne ? 1 : Math.min(2, availableParallelism());
  const size = Math.min(MOST_DOCUMENTS, Math.ceil(documents.length / threads));
  const parts: SearchDocument[][] = [];
  for (let start = 0; start < documents.length; start += size)
    parts.push(documents.slice(start, start + size));
  const isSmall = bytes < THREAD_BYTES && sizes.every((document) => document <= DOCUMENT_BYTES);
  if (workerUrl === undefined || isSmall) {
    const built: BuiltSegment[] = [];
    for (const part of parts) built.push(await buildHere(part, options));
    return built;
  }
  // A thread holds most at its end: one after the other they hold less together.
  const ends = new Turns(1);
  return Promise.all(parts.map((part) => buildInThread(part, { ...options, workerUrl, ends })));
}

async function buildHere(documents: readonly SearchDocument[], options: BuildOptions): Promise<BuiltSegment> {
  const builder = new SegmentBuilder();
  const settled: boolean[] = [];
  for await (const batch of readBatches(documents, options)) {
    settled.push(...batch.settled);
    await runInSlices(addBatch(builder, batch), options.signal);
  }
  return { documents, settled, segment: await runInSlices(builder.finish(), options.signal) };
}

interface ThreadOptions extends BuildOptions {
  readonly workerUrl: URL;
  readonly ends: Turns;
}

async function buildInThread(
  documents: readonly SearchDocument[],
  options: ThreadOptions,
): Promise<BuiltSegment> {
  const thread = new IndexThread(options.workerUrl);
  const stop = (): void => void thread.close();
  options.signal.addEventListener('abort', stop, { once: true });
  try {
    const settled: boolean[] = [];
    for await (const batch of readBatches(documents, options)) {
      settled.push(...batch.settled);
      await thread.add(batch);
    }
    const segment = await options.ends.take(() => finish(thread));
    return { documents, settled, segment };
  } catch (error) {
    options.signal.throwIfAborted();
    options.logger.warn('The index thread failed; indexing goes on without it.', { error: String(error) });
    return await buildHere(documents, options);
  } finally {
    options.signal.removeEventListener('abort', stop);
    void thread.close();
  }
}

async function finish(thread: IndexThread): Promise<Segment> {
  const segment = await thread.finish();
  await thread.close();
  return segment;
}
