import { setTimeout } from 'node:timers/promises';
import { compiledWorker } from '../built-files.ts';
import type { Status } from '../contract/api/api.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import type { Logger } from '../contract/service/logger.ts';
import { readIndexedTexts } from '../registry/disk/read-indexed-texts.ts';
import type { OpenedLiveRegistry } from '../registry/live-registry.ts';
import { searchDocuments } from '../registry/model/search-documents.ts';
import { ServedProblems } from '../registry/served-problems.ts';
import type { BuiltSegment } from '../search/index/build-segment.ts';
import type { SearchDocument } from '../search/search-document.ts';
import { createSearchIndexer, type SearchIndex } from '../search/search-indexer.ts';
import type { ServedRegistry } from '../served-registry.ts';
import { createTokenCounter } from '../tokens/token-counter.ts';
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
  const indexer = createSearchIndexer({
    logger,
    readTexts: readIndexedTexts(live),
    buildSegments: (documents) => buildInRegistryThread(live, documents),
    after: options.deferUntil,
  });
  const news = new StatusNews(() => served.status());
  const problems = new ServedProblems({ live, logger, isAgeless, onChange: () => news.changed() });
  let index: SearchIndex | undefined;
  // During the scan: its thread reads the file, too, so no extra thread starts.
  const rules = problems.readRules();
  await live.listen({
    onSnapshot(snapshot, { changed, removed }) {
      index = indexer.update({ changed: searchDocuments(snapshot.records, changed), removed });
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
    live,
    problems,
    tokens,
    checker,
    search() {
      live.snapshot();
      if (index === undefined) throw new ApiError('registry_unavailable', 'The registry was not read yet.');
      return index;
    },
    matchIndex: matchIndexes(live),
    status: () => options.describe(served),
    followStatus: (follower) => news.follow(follower),
    statusChanged: () => news.changed(),
    endNews: () => news.close(),
    beginChecks() {
      problems.begin();
      // The find index goes first: both at once would take longer.
      void settled(index?.ready)
        .then(() => live.check())
        .catch(() => {});
    },
    async close() {
      news.close();
      problems.close();
      await live.close();
      await Promise.all([indexer, tokens, checker, read].map((part) => part.close()));
    },
  };
  return served;
}

/** Publishes changed skills before the result. */
async function buildInRegistryThread(
  live: OpenedLiveRegistry,
  documents: readonly SearchDocument[],
): Promise<readonly BuiltSegment[]> {
  const byKey = new Map(documents.map((document) => [document.key, document]));
  const indexed = await live.index([...byKey.keys()]);
  return indexed.map(({ keys, ...part }) => ({
    ...part,
    documents: keys.map((key) => (key === undefined ? undefined : byKey.get(key))),
  }));
}

/** Ready, failed, or after `LONGEST_INDEXING_MS`. */
function settled(ready: Promise<void> | undefined): Promise<void> {
  const late = setTimeout(LONGEST_INDEXING_MS, undefined, { ref: false });
  return Promise.race([ready, late]).catch(() => undefined);
}
