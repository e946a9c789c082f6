import type { Logger } from '../../contract/service/logger.ts';
import {
  type DocumentTexts,
  INDEXED_BYTES,
  type ReadTexts,
  type SearchDocument,
} from '../search-document.ts';
import type { TextBatch } from './text-batch.ts';

/** A batch has at most this many documents, */
const BATCH_DOCUMENTS = 64;
/** and holds little more than this many bytes. */
const BATCH_BYTES = 1024 * 1024;

export interface ReadBatch extends TextBatch {
  /** By document: false where a later run must read it again. */
  readonly settled: readonly boolean[];
}

export interface ReadOptions {
  readonly readTexts: ReadTexts;
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

/** Bytes of a document that are indexed at most. */
export function indexedBytes({ files }: SearchDocument): number {
  return files.reduce((sum, { size }) => sum + Math.min(size, INDEXED_BYTES), 0);
}

/** Documents in batches, in their order. */
export function batchesOf(documents: readonly SearchDocument[]): readonly SearchDocument[][] {
  const batches: SearchDocument[][] = [];
  let room = 0;
  for (const document of documents) {
    const bytes = indexedBytes(document);
    const last = batches.at(-1);
    if (last === undefined || last.length === BATCH_DOCUMENTS || bytes > room) {
      batches.push([document]);
      room = BATCH_BYTES - bytes;
    } else {
      last.push(document);
      room -= bytes;
    }
  }
  return batches;
}

/** Reads one batch while the one before it is being used. Rejects once the signal aborts, and for nothing else. */
export async function* readBatches(
  documents: readonly SearchDocument[],
  options: ReadOptions,
): AsyncGenerator<ReadBatch, void> {
  const batches = batchesOf(documents);
  const aborting = whenAborted(options.signal);
  const read = (batch: readonly SearchDocument[] | undefined) =>
    batch === undefined ? undefined : Promise.race([readBatch(batch, options), aborting.aborted]);
  try {
    let next = read(batches[0]);
    for (let i = 1; next !== undefined; i += 1) {
      const batch = await next;
      next = read(batches[i]);
      // Whoever stops asking leaves it behind.
      next?.catch(() => undefined);
      yield batch;
    }
  } finally {
    aborting.stop();
  }
}

/** The signal lives as long as the service: whoever waits for it must stop. */
function whenAborted(signal: AbortSignal): { readonly aborted: Promise<never>; stop(): void } {
  let reject: (reason: unknown) => void = () => undefined;
  const aborted = new Promise<never>((_resolve, no) => {
    reject = no;
  });
  aborted.catch(() => undefined);
  const onAbort = (): void => reject(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return { aborted, stop: () => signal.removeEventListener('abort', onAbort) };
}

async function readBatch(documents: readonly SearchDocument[], options: ReadOptions): Promise<ReadBatch> {
  let read: readonly DocumentTexts[];
  try {
    read = await readAll(documents, options.readTexts);
  } catch (error) {
    options.signal.throwIfAborted(); // nobody wants it any more
    // One that can't be read must not take the others with it.
    read = await Promise.all(
      documents.map((document) =>
        documents.length === 1 ? unread(document, options.logger, error) : readAlone(document, options),
      ),
    );
  }
  return {
    documents,
    texts: read.map(({ texts }) => texts),
    settled: read.map(({ settled }) => settled),
  };
}

async function readAlone(
  document: SearchDocument,
  { readTexts, logger }: ReadOptions,
): Promise<DocumentTexts> {
  try {
    const [read] = await readAll([document], readTexts);
    return read ?? { texts: [], settled: false };
  } catch (error) {
    return unread(document, logger, error);
  }
}

async function readAll(
  documents: readonly SearchDocument[],
  readTexts: ReadTexts,
): Promise<readonly DocumentTexts[]> {
  const read = await readTexts(documents);
  if (read.length !== documents.length)
    throw new Error('Another number of documents was read than asked for.');
  return read;
}

function unread({ key }: SearchDocument, logger: Logger, error: unknown): DocumentTexts {
  logger.warn('A skill could not be read for its index; it is found by its metadata alone for now.', {
    key,
    error: String(error),
  });
  return { texts: [], settled: false };
}
