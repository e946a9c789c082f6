import type { FindResult, SearchResult } from '../contract/api.ts';
import type { Logger } from '../contract/logger.ts';
import { explainSection, explainTerms } from './find/find-explanation.ts';
import { type FindQuery, resolveQuery } from './find/find-query.ts';
import { FindRanking, type RankedDocument } from './find/find-ranking.ts';
import { WEIGHTS } from './find/find-weights.ts';
import type { FindIndex } from './index/find-index.ts';
import { FindIndexBuilder, type ReadyIndex } from './index/find-index-builder.ts';
import { type KeywordEntry, KeywordRecord, searchKeywords } from './keywords/keyword-search.ts';
import type { SearchDocument } from './search-document.ts';

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

export function createSearchIndexer(options: SearchIndexerOptions): SearchIndexer {
  const builder = new FindIndexBuilder(options);
  const ranking = new FindRanking(WEIGHTS);
  let keywordEntries: ReadonlyMap<string, KeywordEntry> = new Map();

  function updateKeywords(documents: readonly SearchDocument[]): readonly KeywordEntry[] {
    const entries = documents.map((document): KeywordEntry => {
      const known = keywordEntries.get(document.key);
      const isSame = known?.document === document || known?.document.revision === document.revision;
      return { document, record: known !== undefined && isSame ? known.record : new KeywordRecord(document) };
    });
    keywordEntries = new Map(entries.map((entry) => [entry.document.key, entry]));
    return entries;
  }

  return {
    update(documents) {
      const keywords = updateKeywords(documents);
      const present = new Map(documents.map((document) => [document.key, document]));
      let built: ReadyIndex | undefined;
      const ready = builder.build(documents).then((index) => {
        built = index;
      });
      // A failure is for those who wait for `ready`; nobody has to.
      ready.catch(() => undefined);
      return {
        async find(query, findOptions) {
          if (builder.latest === undefined) await ready;
          const index = built?.index ?? builder.latest;
          // An older index may know skills that are gone.
          const isOlder = built === undefined;
          return index === undefined
            ? []
            : answer(ranking, index, query, findOptions, isOlder ? present : undefined);
        },
        search: (query, { lang } = {}) =>
          searchKeywords(keywords, query, ({ language }) => lang === undefined || language === lang),
        get findMs() {
          return built?.tookMs;
        },
        ready,
      };
    },
    close: () => builder.close(),
  };
}

/** @param present the only documents that may be answered with, by key; all of the index where it is left out */
async function answer(
  ranking: FindRanking,
  index: FindIndex,
  query: string,
  { limit, lang, explain = false }: FindOptions,
  present: ReadonlyMap<string, SearchDocument> | undefined,
): Promise<readonly FindResult[]> {
  const resolved = resolveQuery(index, query, WEIGHTS);
  const accepts = (document: SearchDocument): boolean => {
    const current = present === undefined ? document : present.get(document.key);
    return current !== undefined && (lang === undefined || current.language === lang);
  };
  const acceptsAll = present === undefined && lang === undefined;
  const ranked = ranking.rank(index, resolved, acceptsAll ? { limit } : { limit, accepts });
  const results = toResults(ranked);
  return explain ? explainResults(ranking, index, resolved, ranked, results) : results;
}

async function explainResults(
  ranking: FindRanking,
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

/** `score` relative to the best result, with one decimal. */
function toResults(ranked: readonly RankedDocument[]): FindResult[] {
  const best = ranked[0]?.weight ?? 1;
  return ranked.map(({ document, weight }) => ({
    key: document.key,
    score: Math.round((1000 * weight) / best) / 10,
    raw_score: weight,
  }));
}
