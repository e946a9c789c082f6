import { setTimeout } from 'node:timers/promises';
import { compiledWorker } from '../built-files.ts';
import type { Status } from '../contract/api/api.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import type { Logger } from '../contract/service/logger.ts';
import { readIndexedTexts } from '../registry/disk/read-indexed-texts.ts';
import type { RegistryDisk } from '../registry/disk/registry-disk.ts';
import { FullChecks } from '../registry/full-checks.ts';
import { KeptFindings } from '../registry/kept-findings.ts';
import type { OpenedLiveRegistry } from '../registry/live-registry.ts';
import { searchDocuments } from '../registry/model/search-documents.ts';
import type { BuiltSegment } from '../search/index/build-segment.ts';
import type { SearchDocument } from '../search/search-document.ts';
import { createSearchIndexer, type SearchIndex } from '../search/search-indexer.ts';
import type { ServedRegistry } from '../served-registry.ts';
import { createTokenCounter } from '../tokens/token-counter.ts';
import { userFolders } from '../user-folders.ts';
import { cacheFile } from './cache-file.ts';
import { findingsFile } from './findings-file.ts';
import { keepLastVersion } from './last-version.ts';
import { matchIndexes } from './match-indexes.ts';
import { openSkillChecker } from './open-skill-checker.ts';
import { reportFiles } from './report-files.ts';

/**
 * The check of all skills waits for the find index this long at most, in milliseconds: together they take the most memory,
 * and on a busy machine large registries take more than a minute to index.
 */
const LONGEST_INDEXING_MS = 300_000;

export interface ServedRegistryOptions {
  readonly disk: RegistryDisk;
  /** What `disk` reads already. */
  readonly live: OpenedLiveRegistry;
  readonly logger: Logger;
  /** Folder for caches that can be made again. */
  readonly cacheFolder: string;
  /** A new snapshot, the first one excepted; or the registry went away, or came back. */
  readonly onChange: () => void;
  /** Other numbers of problems, though the registry is the same. */
  readonly onProblems?: () => void;
  /** What goes before the find index and the watching of folders, which would slow a start down. Default: nothing. */
  readonly restAfter?: Promise<void> | undefined;
  /** Whether index.json may grow old; default true. */
  readonly agesIndex?: boolean | undefined;
  /** Makes the answer of `/v1/status`. */
  readonly describe: (served: ServedRegistry) => Status;
}

export interface OpenedRegistry extends ServedRegistry {
  /** Begins to check the skills by the rules that are too slow for the start. */
  beginChecks(): void;
  close(): Promise<void>;
}

/** Puts search, checks and token counts on top of a registry that is being read. */
export async function openServedRegistry(options: ServedRegistryOptions): Promise<OpenedRegistry> {
  const { live, logger, agesIndex, onProblems = () => {} } = options;
  const { location } = live;
  const tokenWorker = compiledWorker('token-worker');
  const checker = openSkillChecker();
  const tokens = createTokenCounter(tokenWorker === undefined ? {} : { workerUrl: tokenWorker });
  const indexer = createSearchIndexer({
    logger,
    readTexts: readIndexedTexts(options.disk),
    buildSegments: (documents) => buildInRegistryThread(live, documents),
    after: options.restAfter,
  });
  const lastVersion = keepLastVersion({
    file: cacheFile(options.cacheFolder, location.root, 'version', 'json'),
    logger,
  });
  const findings = findingsFile(cacheFile(options.cacheFolder, location.root, 'find', 'findings'), logger);
  const kept = new KeptFindings(findings, location.layout);
  const problems = new FullChecks({ checker, logger, agesIndex, kept, onChange: onProblems });
  let index: SearchIndex | undefined;
  // While the folders are read: the thread that does it reads this file, too, and none is started for it.
  const rules = problems.readRules({ location, read: (requests) => options.disk.read(requests) });
  await live.listen({
    onSnapshot(snapshot, { changed, removed, version }) {
      if (version !== undefined) lastVersion.served(version);
      index = indexer.update({ changed: searchDocuments(snapshot.records, changed), removed });
      problems.follow(snapshot, { changed, removed });
    },
    onChange: options.onChange,
    watchAfter: options.restAfter,
  });
  await rules;
  const served: OpenedRegistry = {
    live,
    problems,
    tokens,
    checker,
    reports: reportFiles(userFolders().data, location.root),
    search() {
      live.snapshot();
      if (index === undefined) throw new ApiError('registry_unavailable', 'The registry was not read yet.');
      return index;
    },
    matchIndex: matchIndexes(live),
    status: () => options.describe(served),
    beginChecks: () => problems.begin(live, settled(index?.ready)),
    async close() {
      const checked = problems.close();
      await live.close();
      await Promise.all([indexer, tokens, checker, lastVersion, options.disk].map((part) => part.close()));
      await checked;
    },
  };
  return served;
}

/** The thread that reads the registry indexes; skills that changed meanwhile were told of before it answers. */
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

/** Resolves when the find index is there, or failed; a disk that doesn't answer holds it up no longer than this. */
function settled(ready: Promise<void> | undefined): Promise<void> {
  const late = setTimeout(LONGEST_INDEXING_MS, undefined, { ref: false });
  return Promise.race([ready, late]).catch(() => undefined);
}
