import { Worker } from 'node:worker_threads';
import { THREAD_LIMITS } from '../../contract/thread-limits.ts';
import type { Segment } from './segment.ts';
import type { IndexedDocument } from './segment-builder.ts';
import type { TextBatch } from './text-batch.ts';

/** Batches that the thread may have before it: one that it works on, and the next. */
const MOST_WAITING = 2;

/** What a thread is sent: a batch, or null when there are no more. */
export type IndexThreadInput = TextBatch | null;
/** What a thread answers: null for each batch that it is done with, at last the segment of all. */
export type IndexThreadOutput = Segment | null;

/** The thread of index-worker.ts: makes one segment of the batches that it is given. */
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

  /** Gives the batch and its bytes away; resolves when the thread wants the next one. Rejects where it has failed. */
  async add({ documents, texts }: TextBatch): Promise<void> {
    const buffers = new Set<ArrayBuffer>();
    for (const text of texts.flat()) if (text !== undefined) buffers.add(text.buffer as ArrayBuffer);
    const batch: IndexThreadInput = { documents: documents.map(indexedFields), texts };
    this.#waiting += 1;
    this.#worker.postMessage(batch, [...buffers]);
    await this.#until(() => this.#waiting < MOST_WAITING);
  }

  /** The segment of all batches. */
  async finish(): Promise<Segment> {
    const end: IndexThreadInput = null;
    this.#worker.postMessage(end);
    await this.#until(() => this.#segment !== undefined);
    return this.#segment as Segment;
  }

  /** Resolves when the thread is gone, with all that it held. */
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

/** What of a document goes into the index: less to hand over. */
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
