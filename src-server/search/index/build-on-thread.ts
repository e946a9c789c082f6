import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Logger } from '../../contract/logger.ts';
import type { SearchDocument } from '../search-document.ts';
import { MOST_DOCUMENTS } from './segment.ts';
import { type BuiltSegment, buildSegment } from './segment-messages.ts';
import { runInSlices } from './time-slices.ts';

/** Starting a thread takes longer than indexing less than this. */
const THREAD_BYTES = 2 * 1024 * 1024;
/** From this on, the work is shared by two threads: a second one has to repeat some of the first one's. */
const SECOND_THREAD_BYTES = 16 * 1024 * 1024;

export interface SegmentOfDocuments extends BuiltSegment {
  readonly documents: readonly SearchDocument[];
}

export interface BuildOptions {
  /** The compiled index-worker.ts; without one everything is done here, in slices. */
  readonly workerUrl: URL | undefined;
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

/** Indexes documents: in threads where it's worth it, else in slices between requests. */
export async function buildSegments(
  documents: readonly SearchDocument[],
  options: BuildOptions,
): Promise<readonly SegmentOfDocuments[]> {
  const bytes = documents.reduce((sum, { files }) => files.reduce((part, { size }) => part + size, sum), 0);
  const threads = bytes < SECOND_THREAD_BYTES ? 1 : Math.min(2, availableParallelism());
  const size = Math.min(MOST_DOCUMENTS, Math.ceil(documents.length / threads));
  const parts: SearchDocument[][] = [];
  for (let start = 0; start < documents.length; start += size)
    parts.push(documents.slice(start, start + size));
  const { workerUrl } = options;
  if (workerUrl === undefined || bytes < THREAD_BYTES) {
    const built: SegmentOfDocuments[] = [];
    for (const part of parts) built.push(await buildHere(part, options));
    return built;
  }
  return Promise.all(parts.map((part) => buildInThread(part, workerUrl, options)));
}

async function buildHere(
  documents: readonly SearchDocument[],
  { signal }: BuildOptions,
): Promise<SegmentOfDocuments> {
  return { documents, ...(await runInSlices(buildSegment(documents), signal)) };
}

async function buildInThread(
  documents: readonly SearchDocument[],
  workerUrl: URL,
  options: BuildOptions,
): Promise<SegmentOfDocuments> {
  try {
    return { documents, ...(await runThread(workerUrl, documents, options.signal)) };
  } catch (error) {
    options.signal.throwIfAborted();
    options.logger.warn('The index thread failed; indexing goes on without it.', { error: String(error) });
    return buildHere(documents, options);
  }
}

function runThread(
  workerUrl: URL,
  documents: readonly SearchDocument[],
  signal: AbortSignal,
): Promise<BuiltSegment> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(workerUrl, { workerData: documents });
    const stop = (): void => void worker.terminate();
    signal.addEventListener('abort', stop, { once: true });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => {
      signal.removeEventListener('abort', stop);
      // Settled before, unless it ended without an answer.
      reject(signal.aborted ? signal.reason : new Error(`It ended with code ${code}.`));
    });
  });
}
