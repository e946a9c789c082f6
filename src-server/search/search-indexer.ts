import { setTimeout } from 'node:timers/promises';
import type { FindResult, SearchResult } from '../contract/api.ts';
import type { Logger } from '../contract/logger.ts';
import { buildSegments } from './build-segments.ts';
import { explainSection, explainTerms } from './find-explanation.ts';
import type { FindIndex } from './find-index.ts';
import { type FindQuery, resolveQuery } from './find-query.ts';
import { FindRanking, type RankedDocument } from './find-ranking.ts';
import { WEIGHTS } from './find-weights.ts';
import { readIndexCache, writeIndexCache } from './index-cache.ts';
import { type IndexedSegment, updateSegments } from './index-store.ts';
import { type KeywordEntry, KeywordRecord, searchKeywords } from './keyword-search.ts';
import type { SearchDocument } from './search-document.ts';
import { runInSlices } from './time-slices.ts';

/** Both searches over one snapshot of the registry. */
export interface SearchIndex {
  /** Keyword search in name, tags and summary. At once, and never waits for the find index. */
  search(query: string, options?: { readonly lang?: string }): readonly SearchResult[];
  /**
   * Ranks the skills by their texts. The first find of all waits for its index; after that, a find that comes while a
   * newer index is being built is answered from the one before, without the skills that are gone.
   */
  find(query: string, options: FindOptions): Promise<readonly FindResult[]>;
  /** Milliseconds that the find index took; undefined until it is ready. */
  readonly findMs: number | undefined;
  /** Resolves when the find index of these documents is ready; rejects when the indexer is closed before. */
  readonly ready: Promise<void>;
}

export interface FindOptions {
  /** Results at most; 1 or more. */
  readonly limit: number;
  /** Only skills of this language. */
  readonly lang?: string;
  /** Adds the matched terms and the best section. */
  readonly explain?: boolean;
}

export interface SearchIndexer {
  /** The index of a snapshot. Everything of unchanged documents is reused. */
  update(documents: readonly SearchDocument[]): SearchIndex;
  /** Stops building. Indexes that are ready can still be asked. */
  close(): Promise<void>;
}

export interface SearchIndexerOptions {
  readonly logger: Logger;
  /** Absolute path of the cache of this registry's index; without one nothing is cached. */
  readonly cacheFile?: string;
  /** The compiled worker (index-worker.ts); without one, building shares this thread in slices. */
  readonly workerUrl?: URL;
}

interface ReadyIndex {
  readonly index: FindIndex;
  readonly tookMs: number;
}

/** A cache is written when this share of it would be new, */
const CACHE_STALE_SHARE = 0.05;
/** and this long after the index was ready, when the first requests have been answered. */
const CACHE_DELAY_MS = 1_000;

export function createSearchIndexer({ logger, cacheFile, workerUrl }: SearchIndexerOptions): SearchIndexer {
  const closing = new AbortController();
  const ranking = new FindRanking(WEIGHTS);
  let segments: readonly IndexedSegment[] = [];
  let keywordEntries: ReadonlyMap<string, KeywordEntry> = new Map();
  let latest: FindIndex | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  /** The documents that `segments` were made for, by key. */
  let present: ReadonlyMap<string, SearchDocument> = new Map();
  /** How many of them the cache on disk doesn't know. */
  let uncached = 0;
  let isSaving = false;
  let saving: Promise<void> = Promise.resolve();

  async function build(documents: readonly SearchDocument[]): Promise<ReadyIndex> {
    closing.signal.throwIfAborted();
    const startedAt = performance.now();
    const run = <T>(steps: Generator<void, T>): Promise<T> => runInSlices(steps, closing.signal);
    if (latest === undefined && cacheFile !== undefined)
      segments = await readIndexCache(cacheFile, documents);
    const buildOptions = { workerUrl, signal: closing.signal, logger };
    const update = await updateSegments(
      segments,
      documents,
      (fresh) => buildSegments(fresh, buildOptions),
      run,
    );
    segments = update.segments;
    latest = update.index;
    present = new Map(documents.map((document) => [document.key, document]));
    uncached += update.indexed;
    if (cacheFile !== undefined) scheduleSaving(cacheFile);
    const tookMs = performance.now() - startedAt;
    logger.debug('find index ready', { documents: documents.length, indexed: update.indexed, ms: tookMs });
    return { index: update.index, tookMs };
  }

  function scheduleSaving(file: string): void {
    if (isSaving || uncached <= present.size * CACHE_STALE_SHARE) return;
    isSaving = true;
    saving = saveCache(file).finally(() => {
      isSaving = false;
    });
  }

  async function saveCache(file: string): Promise<void> {
    // Closing doesn't wait that long, but what is new is saved.
    await setTimeout(CACHE_DELAY_MS, undefined, { signal: closing.signal, ref: false }).catch(
      () => undefined,
    );
    uncached = 0;
    try {
      await writeIndexCache(file, segments, present);
    } catch (error) {
      logger.warn('The search index could not be cached; the next start takes longer.', {
        error: String(error),
      });
    }
  }

  function updateKeywords(documents: readonly SearchDocument[]): readonly KeywordEntry[] {
    const entries = documents.map((document): KeywordEntry => {
      const known = keywordEntries.get(document.key);
      const same = known?.document === document || known?.document.revision === document.revision;
      return { document, record: known !== undefined && same ? known.record : new KeywordRecord(document) };
    });
    keywordEntries = new Map(entries.map((entry) => [entry.document.key, entry]));
    return entries;
  }

  return {
    update(documents) {
      const keywords = updateKeywords(documents);
      const byKey = new Map(documents.map((document) => [document.key, document]));
      let built: ReadyIndex | undefined;
      const ready = queue.then(async () => {
        built = await build(documents);
      });
      // A failure is for those who wait for `ready`; the next update starts all the same.
      queue = ready.catch(() => undefined);

      async function find(query: string, options: FindOptions): Promise<readonly FindResult[]> {
        if (latest === undefined) await ready;
        const index = built?.index ?? latest;
        if (index === undefined) return [];
        const resolved = resolveQuery(index, query, WEIGHTS);
        const { limit, lang } = options;
        const accepts = ({ key }: SearchDocument): boolean => {
          const present = byKey.get(key);
          return present !== undefined && (lang === undefined || present.language === lang);
        };
        const everything = built !== undefined && lang === undefined;
        const ranked = ranking.rank(index, resolved, everything ? { limit } : { limit, accepts });
        const results = toResults(ranked);
        return options.explain === true ? await explain(index, resolved, ranked, results) : results;
      }

      return {
        find,
        search: (query, { lang } = {}) =>
          searchKeywords(keywords, query, ({ language }) => lang === undefined || language === lang),
        get findMs() {
          return built?.tookMs;
        },
        ready,
      };
    },
    async close() {
      closing.abort(new Error('The search indexer is closed.'));
      await queue;
      await saving;
    },
  };

  async function explain(
    index: FindIndex,
    query: FindQuery,
    ranked: readonly RankedDocument[],
    results: readonly FindResult[],
  ): Promise<FindResult[]> {
    const explained: FindResult[] = [];
    for (const [i, result] of results.entries()) {
      const document = ranked[i] as RankedDocument;
      const section = await explainSection(index, query, document);
      const terms = explainTerms(index, query, document, ranking.frequencies);
      explained.push(section === undefined ? { ...result, terms } : { ...result, terms, section });
    }
    return explained;
  }
}

/** `score` relative to the best result, with one decimal. */
function toResults(ranked: readonly RankedDocument[]): FindResult[] {
  const best = ranked[0]?.weight ?? 1;
  return ranked.map(({ document, weight }) => ({
    key: document.key,
    score: Math.round((1000 * weight) / best) / 10,
    raw_score: weight,
  }));
}
