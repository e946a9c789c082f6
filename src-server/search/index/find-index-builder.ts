import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Logger } from '../../contract/service/logger.ts';
import { runInSlices } from '../../run-in-slices.ts';
import type { ReadTexts, SearchDocument } from '../search-document.ts';
import { type BuildSegments, type BuiltSegment, buildSegments } from './build-segment.ts';
import type { FindIndex } from './find-index.ts';
import { IndexStore } from './index-store.ts';

export interface FindIndexBuilderOptions {
  readonly logger: Logger;
  readonly readTexts: ReadTexts;
  readonly buildSegments?: BuildSegments | undefined;
  readonly retryMs?: number;
  /** Awaited before the first build. Must not reject. */
  readonly after?: Promise<unknown> | undefined;
}

const RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** Bounds an update's cost. */
const MOST_REREAD = 64;

type Documents = Map<string, SearchDocument>;
type Asked = ReturnType<typeof deferred>;

export class FindIndexBuilder {
  readonly #options: FindIndexBuilderOptions;
  readonly #documentOf: (key: string) => SearchDocument | undefined;
  readonly #closing = new AbortController();
  readonly #store = new IndexStore();
  #pending: Documents = new Map();
  readonly #unsettled: Documents = new Map();
  #asked: Asked | undefined;
  #running: Promise<void> | undefined;
  #wake = new AbortController();
  #isReady = false;
  #error: string | undefined;
  #tookMs: number | undefined;

  constructor(options: FindIndexBuilderOptions, documentOf: (key: string) => SearchDocument | undefined) {
    this.#options = options;
    this.#documentOf = documentOf;
  }

  get latest(): FindIndex | undefined {
    return this.#isReady ? this.#store.index : undefined;
  }

  get error(): string | undefined {
    return this.#error;
  }

  get isStale(): boolean {
    return this.#running !== undefined;
  }

  get tookMs(): number | undefined {
    return this.#tookMs;
  }

  /**
   * Drops removed documents at once. Resolves when changed documents are indexed, after a running build;
   * rejects if the build fails or the builder closes.
   */
  update(changed: readonly SearchDocument[], removed: readonly string[]): Promise<void> {
    for (const key of removed) {
      this.#pending.delete(key);
      this.#unsettled.delete(key);
      this.#store.remove(key);
    }
    this.#rereadSome();
    for (const document of changed) {
      this.#unsettled.delete(document.key);
      this.#pending.set(document.key, document);
    }
    if (this.#closing.signal.aborted) return Promise.reject(this.#closing.signal.reason);
    this.#asked ??= deferred();
    const { promise } = this.#asked;
    this.#wake.abort();
    this.#running ??= this.#run();
    return promise;
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The search indexer is closed.'));
    this.#wake.abort();
    await this.#running;
  }

  #rereadSome(): void {
    let count = 0;
    for (const [key, document] of this.#unsettled) {
      if (count === MOST_REREAD) return;
      this.#unsettled.delete(key);
      this.#pending.set(key, document);
      count += 1;
    }
  }

  async #run(): Promise<void> {
    await this.#options.after;
    for (let failures = 0; this.#asked !== undefined || failures > 0; ) {
      // Collects the changes of a turn of the event loop.
      await setImmediate();
      const asked = this.#asked;
      this.#asked = undefined;
      const documents = this.#pending;
      this.#pending = new Map();
      try {
        await this.#build(documents);
        failures = 0;
        this.#error = undefined;
        asked?.resolve();
      } catch (error) {
        this.#putBack(documents);
        asked?.reject(error);
        if (this.#closing.signal.aborted) break;
        failures += 1;
        await this.#backOff(error, failures);
      }
    }
    this.#running = undefined;
    this.#rejectAsked(this.#closing.signal.reason);
  }

  #rejectAsked(reason: unknown): void {
    this.#asked?.reject(reason);
    this.#asked = undefined;
  }

  #putBack(documents: Documents): void {
    for (const [key, document] of documents) {
      if (this.#documentOf(key) === document && !this.#pending.has(key)) this.#pending.set(key, document);
    }
  }

  async #backOff(error: unknown, failures: number): Promise<void> {
    this.#error = String(error);
    const { logger, retryMs = RETRY_MS } = this.#options;
    const waitMs = Math.min(retryMs * 2 ** (failures - 1), LONGEST_RETRY_MS);
    logger.warn('The find index could not be built; finds are answered from what was there before.', {
      error: this.#error,
      retryMs: waitMs,
    });
    if (this.#asked !== undefined) return;
    this.#wake = new AbortController();
    await setTimeout(waitMs, undefined, { signal: this.#wake.signal, ref: false }).catch(() => undefined);
  }

  async #build(pending: Documents): Promise<void> {
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const startedAt = performance.now();
    // Documents that changed again belong to the next build.
    const isPresent = (document: SearchDocument): boolean => this.#documentOf(document.key) === document;
    const recent = pending.size === 0 ? [] : this.#store.recent;
    const documents = [...new Set([...recent, ...pending.values()])].filter(isPresent);
    const built = documents.length === 0 ? [] : await this.#buildSegments(documents);
    for (const segment of built)
      await this.#add(
        segment,
        (document, isSettled) =>
          // An earlier, complete text wins over an unreadable file.
          isPresent(document) && (isSettled || pending.has(document.key)),
      );
    this.#isReady = true;
    this.#tookMs = performance.now() - startedAt;
    const { documentCount } = this.#store.index;
    this.#options.logger.debug('find index ready', {
      documents: documentCount,
      indexed: documents.length,
      ms: this.#tookMs,
    });
  }

  #buildSegments(documents: readonly SearchDocument[]): Promise<readonly BuiltSegment[]> {
    const { readTexts, logger, buildSegments: build } = this.#options;
    const { signal } = this.#closing;
    return build?.(documents) ?? buildSegments(documents, { readTexts, signal, logger });
  }

  async #add(
    { segment, documents, settled }: BuiltSegment,
    isWanted: (document: SearchDocument, isSettled: boolean) => boolean,
  ): Promise<void> {
    const isSettled = (number: number): boolean => settled[number] === true;
    const isNeeded = (document: SearchDocument, number: number): boolean =>
      isWanted(document, isSettled(number));
    await runInSlices(this.#store.add(segment, documents, isSettled, isNeeded), this.#closing.signal);
    documents.forEach((document, number) => {
      if (document === undefined || isSettled(number)) return;
      if (isNeeded(document, number)) this.#unsettled.set(document.key, document);
    });
  }
}

function deferred() {
  let resolve: () => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // Without a waiting caller a rejection is no error.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
