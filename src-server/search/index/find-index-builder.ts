import { setTimeout } from 'node:timers/promises';
import type { Logger } from '../../contract/logger.ts';
import type { SearchDocument } from '../search-document.ts';
import { buildSegments } from './build-on-thread.ts';
import type { FindIndex } from './find-index.ts';
import { readIndexCache, writeIndexCache } from './index-cache.ts';
import { type IndexedSegment, updateSegments } from './index-store.ts';
import { runInSlices } from './time-slices.ts';

export interface FindIndexBuilderOptions {
  readonly logger: Logger;
  readonly cacheFile?: string;
  readonly workerUrl?: URL;
}

export interface ReadyIndex {
  readonly index: FindIndex;
  readonly tookMs: number;
}

/** A cache is written when this share of it would be new, */
const CACHE_STALE_SHARE = 0.05;
/** and this long after the index was ready, when the first requests have been answered. */
const CACHE_DELAY_MS = 1_000;

/** Makes one find index after the other, each out of what the last one left and the cache on disk knows. */
export class FindIndexBuilder {
  readonly #options: FindIndexBuilderOptions;
  readonly #closing = new AbortController();
  #latest: FindIndex | undefined;
  #segments: readonly IndexedSegment[] = [];
  /** The documents that `segments` were made for, by key. */
  #present: ReadonlyMap<string, SearchDocument> = new Map();
  #queue: Promise<unknown> = Promise.resolve();
  /** How many documents the cache on disk doesn't know. */
  #uncached = 0;
  #isSaving = false;
  #saving: Promise<void> = Promise.resolve();

  constructor(options: FindIndexBuilderOptions) {
    this.#options = options;
  }

  /** The newest index that is ready. */
  get latest(): FindIndex | undefined {
    return this.#latest;
  }

  /** Builds the index of `documents` when those asked for before are done. Rejects when the builder is closed first. */
  build(documents: readonly SearchDocument[]): Promise<ReadyIndex> {
    const ready = this.#queue.then(() => this.#build(documents));
    this.#queue = ready.catch(() => undefined);
    return ready;
  }

  /** Stops building; a cache that is to be written is written first. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The search indexer is closed.'));
    await this.#queue;
    await this.#saving;
  }

  async #build(documents: readonly SearchDocument[]): Promise<ReadyIndex> {
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const startedAt = performance.now();
    const { cacheFile, workerUrl, logger } = this.#options;
    if (this.#latest === undefined && cacheFile !== undefined) {
      this.#segments = await readIndexCache(cacheFile, documents);
    }
    const update = await updateSegments(
      this.#segments,
      documents,
      (fresh) => buildSegments(fresh, { workerUrl, signal, logger }),
      (steps) => runInSlices(steps, signal),
    );
    this.#segments = update.segments;
    this.#latest = update.index;
    this.#present = new Map(documents.map((document) => [document.key, document]));
    this.#uncached += update.indexed;
    if (cacheFile !== undefined) this.#scheduleSaving(cacheFile);
    const tookMs = performance.now() - startedAt;
    logger.debug('find index ready', { documents: documents.length, indexed: update.indexed, ms: tookMs });
    return { index: update.index, tookMs };
  }

  #scheduleSaving(file: string): void {
    if (this.#isSaving || this.#uncached <= this.#present.size * CACHE_STALE_SHARE) return;
    this.#isSaving = true;
    this.#saving = this.#save(file).finally(() => {
      this.#isSaving = false;
    });
  }

  async #save(file: string): Promise<void> {
    // Closing doesn't wait that long, but what is new is saved.
    const waiting = { signal: this.#closing.signal, ref: false };
    await setTimeout(CACHE_DELAY_MS, undefined, waiting).catch(() => undefined);
    this.#uncached = 0;
    try {
      await writeIndexCache(file, this.#segments, this.#present);
    } catch (error) {
      this.#options.logger.warn('The search index could not be cached; the next start takes longer.', {
        error: String(error),
      });
    }
  }
}
