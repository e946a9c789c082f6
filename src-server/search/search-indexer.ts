import { once } from 'node:events';
import type { FindResult, SearchResult, SkillKey } from '../contract/api/api.ts';
import { MAX_EXPLAINS_AT_ONCE } from '../contract/api/limits.ts';
import { runInSlices } from '../run-in-slices.ts';
import { Turns } from '../turns.ts';
import { type Explained, type Explanation, explainResults } from './find/explain-results.ts';
import { FindRanking } from './find/find-ranking.ts';
import { WEIGHTS } from './find/find-weights.ts';
import { ForeignCode } from './find/foreign-code.ts';
import { nearWordSteps } from './find/near-terms.ts';
import { type ParsedQuery, parseQuery } from './find/parse-query.ts';
import type { RankedDocument } from './find/ranked-document.ts';
import { resolveQuery } from './find/resolve-query.ts';
import { IndexBuckets } from './find/word-buckets.ts';
import type { FindIndex } from './index/find-index.ts';
import { FindIndexBuilder, type FindIndexBuilderOptions } from './index/find-index-builder.ts';
import { BEST_SCORE, KeywordIndex } from './keywords/keyword-index.ts';
import { SkillNames } from './names/skill-names.ts';
import type { SearchDocument } from './search-document.ts';
import { nameMessageSource } from './speakers/name-message-source.ts';
import { reducedMessage } from './speakers/reduce-message.ts';
import { rememberWords } from './words/word-analysis.ts';

export interface KeywordSearchOptions {
  readonly lang?: string;
  /** Whether the skills that the whole query is a name of come first, whatever field has the name. Default: false. */
  readonly names?: boolean;
}

/** Both searches over the registry as it is now, whichever update gave it out. */
export interface SearchIndex {
  /** Keyword search in name, tags and summary. At once, and never waits for the find index. */
  search(query: string, options?: KeywordSearchOptions): readonly SearchResult[];
  /** The skills that a key, a package, an import or an address means; none where it is no whole name of any. At once. */
  resolve(asked: string): readonly SkillKey[];
  /** The warning to show beside what a skill's files say; undefined if none is needed. */
  warningFor(key: SkillKey): Promise<string | undefined>;
  /**
   * Ranks the skills by their texts. The first find of all waits for its index; after that, a find that comes while
   * changes are being indexed is answered from what was there before, without the skills that are gone.
   */
  find(query: string, options: FindOptions): Promise<readonly FindResult[]>;
  /**
   * A find with its reasons: the matched terms, how strong each match is, for the first 20 results the best section. Texts
   * are read for that: a few such finds go on at a time, the others wait.
   */
  explain(query: string, options: FindOptions): Promise<Explained>;
  /** Milliseconds that the find index took; undefined while it isn't up to date. */
  readonly findMs: number | undefined;
  /** Why the find index could not be built; it is tried again. Undefined where nothing is wrong. */
  readonly indexError: string | undefined;
  /** Whether finds don't know all changes yet. */
  readonly isStale: boolean;
  /** Resolves when this update is in the find index; rejects where that fails, or the indexer is closed before. */
  readonly ready: Promise<void>;
}

export interface FindOptions {
  /** Results at most; 1 or more. */
  readonly limit: number;
  /** Only skills of this language. */
  readonly lang?: string;
  /** Aborted when nobody waits any more: a find that waits is not begun then, and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What is different from the update before; all there is, the first time. */
export interface SearchChange {
  /** New or different documents, each key once. */
  readonly changed: readonly SearchDocument[];
  /** Keys of documents that are gone. */
  readonly removed: readonly string[];
}

export interface SearchIndexer {
  /** Takes a change up: keyword search knows it at once, find when `ready` resolves. Costs what changed. */
  update(change: SearchChange): SearchIndex;
  /** Stops building. What is ready can still be asked. */
  close(): Promise<void>;
}

/** What a question finds in one state of the index. */
type Found = Omit<Explanation, 'frequencies' | 'readTexts' | 'foreignCode'>;

export type SearchIndexerOptions = FindIndexBuilderOptions;

/** Words of a line that only names a library: `import numpy as np`. */
const MOST_NAME_WORDS = 4;

export function createSearchIndexer(options: SearchIndexerOptions): SearchIndexer {
  const documents = new Map<string, SearchDocument>();
  const names = new SkillNames();
  const closing = new AbortController();
  // What goes before the first table and the first build is done, or the end has come.
  const after = Promise.race([options.after, once(closing.signal, 'abort')]);
  const keywords = new KeywordIndex({ signal: closing.signal, after });
  const buckets = new IndexBuckets();
  const explaining = new Turns(MAX_EXPLAINS_AT_ONCE);
  const toWord = rememberWords();
  const foreignCode = new ForeignCode(options.readTexts);
  // Its tables are made with the first find.
  let made: FindRanking | undefined;
  const ranking = (): FindRanking => {
    made ??= new FindRanking(WEIGHTS);
    return made;
  };
  const documentOf = (key: string): SearchDocument | undefined => documents.get(key);
  const builder = new FindIndexBuilder({ ...options, after }, documentOf);

  /** Gives what was found to `use` without a pause, so that both see the same state of the index. */
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
      const near = await runInSlices(nearWordSteps(index, unknown, buckets));
      // Another one by now, maybe. What is resolved and ranked without a pause is of one state of it.
      index = builder.latest as FindIndex;
      query = resolveQuery(index, parsed, WEIGHTS, near);
    }
    // The language as it is now: the index may know the skill by an older entry.
    const accepts =
      lang === undefined ? undefined : ({ key }: SearchDocument) => documentOf(key)?.language === lang;
    const source = nameMessageSource(index, text, (name) => names.resolve(name));
    const named = new Set(source.isMessage ? [] : namedBy(text, parsed));
    const ranked = ranking().rank(index, query, { limit, accepts, named, speakers: source.keys });
    return await use({ index, query, source, ...ranked });
  }

  /** Results of a keyword search, before them those that the query is a name of. */
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

  /** The skills that a question is a name of, whatever language it names beside it. */
  function namedBy(text: string, { name }: ParsedQuery): readonly SkillKey[] {
    if (text.trim().split(/\s+/, MOST_NAME_WORDS + 1).length > MOST_NAME_WORDS) return [];
    const named = names.resolve(text);
    return named.length > 0 ? named : names.resolve(name);
  }

  async function explain(found: Found): Promise<Explained> {
    const { frequencies } = ranking();
    const explanation = { ...found, frequencies, readTexts: options.readTexts, foreignCode };
    const explained = await explainResults(toResults(found.ranked), explanation);
    const { results, question, firstSection } = explained;
    // Reading takes a while, and a skill may have gone in it.
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

  /** A question with words that no skill has needs it; one that comes before goes through all words. */
  async function prepareBuckets(): Promise<void> {
    if (builder.latest !== undefined) await runInSlices(buckets.prepare(builder.latest), closing.signal);
  }

  return {
    update({ changed, removed }) {
      for (const key of removed) documents.delete(key);
      for (const document of changed) documents.set(document.key, document);
      keywords.update(changed, removed);
      names.update(changed, removed);
      const ready = builder.update(changed, removed);
      ready.then(prepareBuckets).catch(() => undefined);
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

/** `score` relative to the best result, with one decimal. */
function toResults(ranked: readonly RankedDocument[]): FindResult[] {
  const best = ranked[0]?.weight ?? 1;
  return ranked.map(({ document, weight }) => ({
    key: document.key,
    score: Math.round((1000 * weight) / best) / 10,
    raw_score: weight,
  }));
}
