import { Worker } from 'node:worker_threads';
import { THREAD_LIMITS } from '../../contract/service/thread-limits.ts';
import type { Segment } from './segment.ts';
import type { IndexedDocument } from './segment-builder.ts';
import type { TextBatch } from './text-batch.ts';

/** Batches in the thread's queue: the current one and the next. */
const MOST_WAITING = 2;

/** A batch, or null after the last one. */
export type IndexThreadInput = TextBatch | null;
/** Null for each finished batch, at the end the segment. */
export type IndexThreadOutput = Segment | null;

/** Worker thread (index-worker.ts) that builds one segment from batches. */
export class IndexThread {
  readonly #worker: Worker;
  #waiting = 0;
  #segment: Segment | undefined;
  #failure: unknown;
  #wake: () => void = () => undefined;

  constructor(workerUrl: URL) {
    this.#worker = new Worker(workerUrl, { resourceLimits: THREAD_LIMITS });
    this.#worker.on('message', (output: IndexThreadOutput) => {
      if (output === null) this.#waiting -= 1;
      else this.#segment = output;
      this.#wake();
    });
    const fail = (error: unknown): void => {
      this.#failure ??= error;
      this.#wake();
    };
    this.#worker.on('error', fail);
    this.#worker.on('messageerror', fail);
    this.#worker.once('exit', (code) => fail(new Error(`It ended with code ${code}.`)));
  }

  /** Transfers a batch. Resolves when the thread has room for the next one; rejects if the thread failed. */
  async add({ documents, texts }: TextBatch): Promise<void> {
    const buffers = new Set<ArrayBuffer>();
    for (const text of texts.flat()) if (text !== undefined) buffers.add(text.buffer as ArrayBuffer);
    const batch: IndexThreadInput = { documents: documents.map(indexedFields), texts };
    this.#waiting += 1;
    this.#worker.postMessage(batch, [...buffers]);
    await this.#until(() => this.#waiting < MOST_WAITING);
  }

  /** Returns the segment of all batches. */
  async finish(): Promise<Segment> {
    const end: IndexThreadInput = null;
    this.#worker.postMessage(end);
    await this.#until(() => this.#segment !== undefined);
    return this.#segment as Segment;
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      if (this.#failure !== undefined) throw this.#failure;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

/** The indexed fields alone: fewer bytes to clone. */
function indexedFields({
  key,
  name,
  language,
  tags,
  summary,
  symptoms,
  files,
}: IndexedDocument): IndexedDocument {
  return { key, name, language, tags, summary, symptoms, files: files.map(({ path }) => ({ path })) };
}
