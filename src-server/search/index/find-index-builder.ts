import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Logger } from '../../contract/logger.ts';
import { runInSlices } from '../../run-in-slices.ts';
import type { ReadTexts, SearchDocument } from '../search-document.ts';
import type { FindIndex } from './find-index.ts';
import { indexDocuments } from './index-documents.ts';
import { IndexStore } from './index-store.ts';
import { readIndexCache } from './read-index-cache.ts';
import { writeIndexCache } from './write-index-cache.ts';

export interface FindIndexBuilderOptions {
  readonly logger: Logger;
  readonly readTexts: ReadTexts;
  readonly cacheFile?: string;
  readonly workerUrl?: URL;
  /** Milliseconds until a failed build is tried again, doubled each time up to a minute; 1,000 where left out. */
  readonly retryMs?: number;
  /** What goes before the first build; it must not reject. Default: nothing. */
  readonly after?: Promise<unknown> | undefined;
}

/** A cache is written when this share of it would be new, */
const CACHE_STALE_SHARE = 0.05;
/** and this long after the index was ready, when the first requests have been answered. */
const CACHE_DELAY_MS = 1_000;
const RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** Documents that couldn't be read, and are tried again with an update: never so many that they are its cost. */
const MOST_REREAD = 64;

type Documents = Map<string, SearchDocument>;
type Asked = ReturnType<typeof deferred>;

/** Keeps a find index up to date. Whatever changes while it builds is built together afterwards. */
export class FindIndexBuilder {
  readonly #options: FindIndexBuilderOptions;
  /** The document that is present under a key. */
  readonly #documentOf: (key: string) => SearchDocument | undefined;
  readonly #closing = new AbortController();
  readonly #store = new IndexStore();
  /** Changed, and not yet taken up by a build. */
  #pending: Documents = new Map();
  /** Indexed by what could be read of them. */
  readonly #unsettled: Documents = new Map();
  /** Those who wait for the next build. */
  #asked: Asked | undefined;
  #running: Promise<void> | undefined;
  #wake = new AbortController();
  #isReady = false;
  #isCacheRead = false;
  #error: string | undefined;
  #tookMs: number | undefined;
  /** How many documents the cache on disk doesn't know. */
  #uncached = 0;
  #saving: Promise<void> | undefined;

  constructor(options: FindIndexBuilderOptions, documentOf: (key: string) => SearchDocument | undefined) {
    this.#options = options;
    this.#documentOf = documentOf;
  }

  /** The index as far as it is built; undefined until the first one is. */
  get latest(): FindIndex | undefined {
    return this.#isReady ? this.#store.index : undefined;
  }

  /** Why the last build failed; undefined where it didn't. */
  get error(): string | undefined {
    return this.#error;
  }

  /** Whether something changed that the index doesn't know yet. */
  get isStale(): boolean {
    return this.#running !== undefined;
  }

  /** Milliseconds that the last build took. */
  get tookMs(): number | undefined {
    return this.#tookMs;
  }

  /**
   * Takes changes up. Removed documents are gone from the index at once; the promise is for the changed ones, and
   * rejects where their build fails, or the builder is closed first.
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

  /** Stops building; a cache that is to be written is written first. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The search indexer is closed.'));
    this.#wake.abort();
    await this.#running;
    await this.#saving;
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
      // What changes in one turn is built at once.
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

  /** Waits before the next try; a change makes it at once. */
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
    const { cacheFile, workerUrl, readTexts, logger } = this.#options;
    if (cacheFile !== undefined && !this.#isCacheRead) await this.#restore(cacheFile, pending);
    // What changed once more since is of the next build.
    const isPresent = (document: SearchDocument): boolean => this.#documentOf(document.key) === document;
    const documents = [...pending.values()].filter(isPresent);
    const built =
      documents.length === 0 ? [] : await indexDocuments(documents, { workerUrl, readTexts, signal, logger });
    const run = <T>(steps: Generator<void, T>): Promise<T> => runInSlices(steps, signal);
    for (const { segment, documents: held, settled } of built) {
      const isSettled = (number: number): boolean => settled[number] === true;
      await run(this.#store.add(segment, held, isSettled, isPresent));
      held.forEach((document, number) => {
        if (!isSettled(number) && isPresent(document)) this.#unsettled.set(document.key, document);
      });
    }
    await this.#store.merge(run);
    this.#isReady = true;
    this.#uncached += documents.length;
    if (cacheFile !== undefined) this.#scheduleSaving(cacheFile);
    this.#tookMs = performance.now() - startedAt;
    const { documentCount } = this.#store.index;
    logger.debug('find index ready', {
      documents: documentCount,
      indexed: documents.length,
      ms: this.#tookMs,
    });
  }

  /** Takes from the cache what it knows of the pending documents. */
  async #restore(file: string, pending: Documents): Promise<void> {
    const { signal } = this.#closing;
    const restored = await readIndexCache(file, pending.values(), { logger: this.#options.logger, signal });
    this.#isCacheRead = true;
    const isPresent = (document: SearchDocument): boolean => this.#documentOf(document.key) === document;
    for (const { segment, documents } of restored) {
      await runInSlices(
        this.#store.add(segment, documents, () => true, isPresent),
        signal,
      );
      for (const document of documents) if (document !== undefined) pending.delete(document.key);
    }
  }

  #scheduleSaving(file: string): void {
    const isFresh = this.#uncached <= this.#store.index.documentCount * CACHE_STALE_SHARE;
    if (this.#saving !== undefined || isFresh) return;
    this.#saving = this.#save(file).finally(() => {
      this.#saving = undefined;
    });
  }

  async #save(file: string): Promise<void> {
    // Closing doesn't wait that long, but what is new is saved.
    const waiting = { signal: this.#closing.signal, ref: false };
    await setTimeout(CACHE_DELAY_MS, undefined, waiting).catch(() => undefined);
    this.#uncached = 0;
    try {
      await writeIndexCache(file, this.#store.index.views);
    } catch (error) {
      this.#options.logger.warn('The search index could not be cached; the next start takes longer.', {
        error: String(error),
      });
    }
  }
}

function deferred() {
  let resolve: () => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // A failure is for those who wait; nobody has to.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
