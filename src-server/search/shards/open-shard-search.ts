import type { FindResponse, SearchResult } from '../../contract/api/api.ts';
import { runToEnd } from '../../run-in-slices.ts';
import { knownWords } from '../find/asked-words.ts';
import { explainResults } from '../find/explain-results.ts';
import { FindRanking, type Ranking } from '../find/find-ranking.ts';
import { namedBy, toResults } from '../find/find-results.ts';
import { WEIGHTS } from '../find/find-weights.ts';
import { ForeignCode } from '../find/foreign-code.ts';
import { nearWordSteps } from '../find/near-terms.ts';
import { parseQuery } from '../find/parse-query.ts';
import { type ResolvedQuery, resolveQuery } from '../find/resolve-query.ts';
import { BEST_SCORE } from '../keywords/keyword-results.ts';
import { type MessageSource, nameMessageSource } from '../speakers/name-message-source.ts';
import { reducedMessage } from '../speakers/reduce-message.ts';
import { rememberWords } from '../words/word-analysis.ts';
import { AskedIndex } from './asked-index.ts';
import { AskedNames } from './asked-names.ts';
import { AskedSections } from './asked-sections.ts';
import { DocumentTable } from './document-table.ts';
import { NearIndex } from './near-index.ts';
import { readSiteTexts } from './read-site-texts.ts';
import { ShardDemand } from './shard-demand.ts';
import { keywordNumbers, toSearchResult } from './shard-keywords.ts';
import { type ReadSiteFile, ShardStore } from './shard-store.ts';

interface QuestionOptions {
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/** Answers as the service's routes of the same names. Rejects if a file of the index is missing or damaged. */
export interface ShardSearch {
  /** `/v1/search` with `names=1`, its first results. */
  search(query: string, options: QuestionOptions): Promise<readonly SearchResult[]>;
  /** `/v1/find` with `explain=1`. */
  find(query: string, options: QuestionOptions): Promise<FindResponse>;
}

interface Found extends Ranking {
  readonly index: AskedIndex;
  readonly query: ResolvedQuery;
  readonly source: MessageSource;
}

/** Opens the index of an exported site: `search/` below the root that `read` reads from. */
export async function openShardSearch(read: ReadSiteFile): Promise<ShardSearch> {
  const store = await ShardStore.open(read);
  const table = new DocumentTable(store.facts);
  const sections = new AskedSections();
  const ranking = new FindRanking(WEIGHTS, sections);
  const toWord = rememberWords();
  const readTexts = readSiteTexts(read);
  const foreignCode = new ForeignCode(readTexts);

  async function rank(text: string, { limit, signal }: QuestionOptions): Promise<Found> {
    const demand = new ShardDemand(store);
    const parsed = parseQuery(reducedMessage(text), toWord);
    let isFirst = true;
    return demand.satisfy((): Found | undefined => {
      const index = new AskedIndex(demand, table);
      const names = new AskedNames(demand);
      const unknown = new Set<string>();
      let query = resolveQuery(index, parsed, WEIGHTS, (word) => {
        unknown.add(word);
        return [];
      });
      const named = namedBy(text, parsed, names);
      if (demand.isMissing) return undefined;
      if (unknown.size > 0) {
        const near = runToEnd(nearWordSteps(new NearIndex(demand, unknown), unknown));
        if (!demand.isMissing) query = resolveQuery(index, parsed, WEIGHTS, near);
      }
      const source = nameMessageSource(index, text, names);
      if (demand.isMissing) return undefined;
      for (const key of [...named, ...source.keys]) index.nameDocument(names.numberOf(key) as number, key);
      index.knowLoaded();
      sections.ask(index, isFirst);
      isFirst = false;
      const ranked = ranking.rank(index, query, {
        limit,
        named: new Set(source.isMessage ? [] : named),
        speakers: source.keys,
      });
      // Looks up more terms, for the explanation.
      knownWords(index, query);
      for (const { number } of ranked.ranked) index.demand(number);
      return { index, query, source, ...ranked };
    }, signal);
  }

  return {
    async find(query, options) {
      const found = await rank(query, options);
      const { frequencies } = ranking;
      const explanation = { ...found, frequencies, readTexts, foreignCode };
      const { results, question } = await explainResults(toResults(found.ranked), explanation);
      const warned = await Promise.all(
        results.map(async (result, i) => {
          const document = found.ranked[i]?.document;
          const warning = result.section && document && (await foreignCode.warningFor(document));
          return { ...result, ...(warning !== undefined && { warning }) };
        }),
      );
      options.signal?.throwIfAborted();
      return { query, results: warned, question };
    },
    search(query, { limit, signal }) {
      const demand = new ShardDemand(store);
      return demand.satisfy(() => {
        const names = new AskedNames(demand);
        const named = names.resolve(query).map((key) => names.numberOf(key) as number);
        const found = keywordNumbers(demand, query);
        if (demand.isMissing) return undefined;
        const first = named.map((number) => ({ number, score: BEST_SCORE }));
        const others = found.filter(({ number }) => !named.includes(number));
        const shown = [...first, ...others].slice(0, limit);
        return shown.flatMap((result) => toSearchResult(result, demand) ?? []);
      }, signal);
    },
  };
}
