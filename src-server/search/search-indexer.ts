import { once } from 'node:events';
import type { FindResult, SearchResult, SkillKey } from '../contract/api/api.ts';
import { MAX_EXPLAINS_AT_ONCE } from '../contract/api/limits.ts';
import { runInSlices } from '../run-in-slices.ts';
import { Semaphore } from '../semaphore.ts';
import { type Explained, type Explanation, explainResults } from './explain-results.ts';
import type { FindIndex } from './index/find-index.ts';
import { FindIndexBuilder, type FindIndexBuilderOptions } from './index/find-index-builder.ts';
import { KeywordIndex } from './keyword-search/keyword-index.ts';
import { BEST_SCORE } from './keyword-search/keyword-results.ts';
import { nearWordSteps } from './query/near-terms.ts';
import { parseQuery } from './query/parse-query.ts';
import { resolveQuery } from './query/resolve-query.ts';
import { SkillNames } from './query/skill-names.ts';
import { FindRanking } from './rank/find-ranking.ts';
import { namedBy, toResults } from './rank/find-results.ts';
import { WEIGHTS } from './rank/find-weights.ts';
import type { SearchDocument } from './search-document.ts';
import { nameMessageSource } from './speakers/name-message-source.ts';
import { reducedMessage } from './speakers/reduce-message.ts';
import { ForeignCode } from './strength/foreign-code.ts';
import { rememberWords } from './words/word-analysis.ts';

interface KeywordSearchOptions {
  readonly lang?: string;
  /** Prefers skills with the query as name, key or package. Default: false. */
  readonly names?: boolean;
}

/** Searches the current registry, whichever update returned it. */
export interface SearchIndex {
  search(query: string, options?: KeywordSearchOptions): readonly SearchResult[];
  resolve(asked: string): readonly SkillKey[];
  /** Skills whose names begin with the asked name or the other way round, where none has it whole. */
  related(asked: string): readonly SkillKey[];
  warningFor(key: SkillKey): Promise<string | undefined>;
  /** Only the first find waits; later builds leave the previous index in use, without removed skills. */
  find(query: string, options: FindOptions): Promise<readonly FindResult[]>;
  /**
   * Adds terms and strength, and a section to the first 20 results. Limited concurrency, as it reads texts.
   */
  explain(query: string, options: FindOptions): Promise<Explained>;
  /** Of the last build; undefined while stale. */
  readonly findMs: number | undefined;
  /** Until a retry succeeds. */
  readonly indexError: string | undefined;
  readonly isStale: boolean;
  /** Rejects on failure or close. */
  readonly ready: Promise<void>;
}

export interface FindOptions {
  readonly limit: number;
  readonly lang?: string;
  /** Ends a waiting find with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

interface SearchChange {
  readonly changed: readonly SearchDocument[];
  readonly removed: readonly string[];
}

export interface SearchIndexer {
  /** Keyword search changes at once, find when `ready` resolves. Cost depends on the change only. */
  update(change: SearchChange): SearchIndex;
  close(): Promise<void>;
}

type Found = Omit<Explanation, 'frequencies' | 'readTexts' | 'foreignCode'>;

type SearchIndexerOptions = FindIndexBuilderOptions;

export function createSearchIndexer(options: SearchIndexerOptions): SearchIndexer {
  const documents = new Map<string, SearchDocument>();
  const names = new SkillNames();
  const closing = new AbortController();
  // Delays the first table and the first build until `options.after` or closing.
  const after = Promise.race([options.after, once(closing.signal, 'abort')]);
  const keywords = new KeywordIndex({ signal: closing.signal, after });
  const explaining = new Semaphore(MAX_EXPLAINS_AT_ONCE);
  const toWord = rememberWords();
  const foreignCode = new ForeignCode(options.readTexts);
  // Allocates large tables, so only with the first find.
  let made: FindRanking | undefined;
  const ranking = (): FindRanking => {
    made ??= new FindRanking(WEIGHTS);
    return made;
  };
  const documentOf = (key: string): SearchDocument | undefined => documents.get(key);
  const builder = new FindIndexBuilder({ ...options, after }, documentOf);

  /** Calls `use` synchronously, for the same index state. */
  async function find<T>(
    text: string,
    { limit, lang }: FindOptions,
    use: (found: Found) => T,
  ): Promise<Awaited<T>> {
    const unknown = new Set<string>();
    let index = builder.latest as FindIndex;
    const parsed = parseQuery(reducedMessage(text), toWord);
    let query = resolveQuery(index, parsed, WEIGHTS, (word) => {
      unknown.add(word);
      return [];
    });
    if (unknown.size > 0) {
      const near = await runInSlices(nearWordSteps(index, unknown));
      // The index may have changed while waiting. From here to `use` nothing awaits.
      index = builder.latest as FindIndex;
      query = resolveQuery(index, parsed, WEIGHTS, near);
    }
    // The indexed document may be older than the current one.
    const accepts =
      lang === undefined ? undefined : ({ key }: SearchDocument) => documentOf(key)?.language === lang;
    const source = nameMessageSource(index, text, names);
    const named = new Set(source.isMessage ? [] : namedBy(text, parsed, names));
    const ranked = ranking().rank(index, query, { limit, accepts, named, speakers: source.keys });
    return await use({ index, query, source, ...ranked });
  }

  function namedFirst(
    named: readonly SkillKey[],
    found: readonly SearchResult[],
    lang: string | undefined,
  ): readonly SearchResult[] {
    if (named.length === 0) return found;
    const first = named.flatMap((key): SearchResult[] => {
      const document = documentOf(key);
      if (document === undefined || (lang !== undefined && document.language !== lang)) return [];
      return [{ key, name: document.name, language: document.language, _score: BEST_SCORE }];
    });
    return [...first, ...found.filter(({ key }) => !named.includes(key))];
  }

  async function explain(found: Found): Promise<Explained> {
    const { frequencies } = ranking();
    const explanation = { ...found, frequencies, readTexts: options.readTexts, foreignCode };
    const explained = await explainResults(toResults(found.ranked), explanation);
    const { results, question, firstSection } = explained;
    // Skills may be removed while texts are read.
    const present = results.filter(({ key }) => documents.has(key));
    const isSameFirst = present[0] === results[0];
    const strength = present[0]?.strength ?? 'weak';
    const verdict = strength === 'weak' && question.verdict === 'match' ? 'unsure' : question.verdict;
    return {
      results: present,
      question: { ...question, strength, verdict },
      ...(isSameFirst && firstSection !== undefined && { firstSection }),
    };
  }

  return {
    update({ changed, removed }) {
      for (const key of removed) documents.delete(key);
      for (const document of changed) documents.set(document.key, document);
      keywords.update(changed, removed);
      names.update(changed, removed);
      const ready = builder.update(changed, removed);
      return {
        async find(query, findOptions) {
          if (builder.latest === undefined) await ready;
          return find(query, findOptions, ({ ranked }) => toResults(ranked));
        },
        async explain(query, findOptions) {
          if (builder.latest === undefined) await ready;
          return explaining.take(() => find(query, findOptions, explain), findOptions.signal);
        },
        search: (query, { lang, names: isNamedFirst = false } = {}) =>
          namedFirst(isNamedFirst ? names.resolve(query) : [], keywords.search(query, lang), lang),
        resolve: (asked) => names.resolve(asked),
        related: (asked) => names.related(asked),
        async warningFor(key) {
          const document = documents.get(key);
          return document && foreignCode.warningFor(document);
        },
        get findMs() {
          return builder.isStale ? undefined : builder.tookMs;
        },
        get indexError() {
          return builder.error;
        },
        get isStale() {
          return builder.isStale;
        },
        ready,
      };
    },
    async close() {
      closing.abort(new Error('The search indexer is closed.'));
      await builder.close();
    },
  };
}
