import { setTimeout } from 'node:timers/promises';
import { compiledWorker } from '../built-files.ts';
import type { Status } from '../contract/api/api.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import type { Logger } from '../contract/service/logger.ts';
import { readIndexedTexts } from '../registry/disk/read-indexed-texts.ts';
import { searchDocuments } from '../registry/model/search-documents.ts';
import { ServedProblems } from '../registry/served-problems.ts';
import { LiveSearch } from '../search/live-search.ts';
import type { ServedRegistry } from '../served-registry.ts';
import { createTokenCounter } from '../tokens/token-counter.ts';
import { LocalQueries } from './local-queries.ts';
import { matchIndexes } from './match-indexes.ts';
import { openSkillChecker } from './open-skill-checker.ts';
import type { ReadRegistry } from './running-server.ts';
import { StatusNews } from './status-news.ts';

/** The full check waits for the find index, as both need much memory. Large registries take over a minute. */
const LONGEST_INDEXING_MS = 300_000;

interface ServedRegistryOptions {
  readonly read: ReadRegistry;
  readonly logger: Logger;
  readonly cacheFolder: string;
  /** After the first snapshot, and when the registry is lost or found. */
  readonly onChange: () => void;
  /** Delays find index and folder watching, for a faster start. Default: none. */
  readonly deferUntil?: Promise<void> | undefined;
  /** By root; see `ServedProblems`. */
  readonly isAgeless?: ((root: string) => boolean) | undefined;
  readonly describe: (served: ServedRegistry) => Status;
}

export interface OpenedRegistry extends ServedRegistry {
  statusChanged(): void;
  /** Ends followers' streams; before the server closes. */
  endNews(): void;
  /** Starts rules that are too slow for the start. */
  beginChecks(): void;
  close(): Promise<void>;
}

export async function openServedRegistry(options: ServedRegistryOptions): Promise<OpenedRegistry> {
  const { read, logger, isAgeless } = options;
  const { live } = read;
  const tokenWorker = compiledWorker('token-worker');
  const checker = openSkillChecker();
  const tokens = createTokenCounter(tokenWorker === undefined ? {} : { workerUrl: tokenWorker });
  const search = new LiveSearch({
    logger,
    readTexts: readIndexedTexts(live),
    loadTerms: (keys) => live.index(keys),
    after: options.deferUntil,
  });
  const news = new StatusNews(() => served.status());
  const problems = new ServedProblems({ live, logger, isAgeless, onChange: () => news.changed() });
  let isRead = false;
  // During the scan: its thread reads the file, too, so no extra thread starts.
  const rules = problems.readRules();
  await live.listen({
    onSnapshot(snapshot, { changed, removed }) {
      search.update({ changed: searchDocuments(snapshot.records, changed), removed });
      isRead = true;
      problems.follow(snapshot);
    },
    onChecked: (snapshot) => problems.follow(snapshot),
    onChange() {
      options.onChange();
      news.changed();
    },
    watchAfter: options.deferUntil,
  });
  await rules;
  const served: OpenedRegistry = {
    get queries() {
      return queries;
    },
    live,
    problems,
    tokens,
    checker,
    search() {
      live.snapshot();
      if (!isRead) throw new ApiError('registry_unavailable', 'The registry was not read yet.');
      return search;
    },
    matchIndex: matchIndexes(live),
    status: () => options.describe(served),
    followStatus: (follower) => news.follow(follower),
    statusChanged: () => news.changed(),
    endNews: () => news.close(),
    beginChecks() {
      problems.begin();
      // The find index goes first: both at once would take longer.
      void settled(search.ready)
        .then(() => live.check())
        .catch(() => {});
    },
    async close() {
      news.close();
      problems.close();
      // Closed together: the search stops asking before the registry stops answering.
      await Promise.all([search.close(), live.close()]);
      await Promise.all([tokens, checker, read].map((part) => part.close()));
    },
  };
  const queries = new LocalQueries(served, logger);
  return served;
}

/** Ready, failed, or after `LONGEST_INDEXING_MS`. */
function settled(ready: Promise<void>): Promise<void> {
  const late = setTimeout(LONGEST_INDEXING_MS, undefined, { ref: false });
  return Promise.race([ready, late]).catch(() => undefined);
}
