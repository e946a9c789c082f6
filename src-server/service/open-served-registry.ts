import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { compiledWorker } from '../built-files.ts';
import type { Status } from '../contract/api.ts';
import { ApiError } from '../contract/error-codes.ts';
import type { Logger } from '../contract/logger.ts';
import { openLiveRegistry } from '../registry/live-registry.ts';
import type { RegistryLocation, RegistrySnapshot } from '../registry/model/registry-snapshot.ts';
import type { SearchDocument } from '../search/search-document.ts';
import { createSearchIndexer, type SearchIndex } from '../search/search-indexer.ts';
import { createTokenCounter } from '../tokens/token-counter.ts';
import { openSkillChecker } from './open-skill-checker.ts';
import type { ServedRegistry } from './served-registry.ts';

export interface ServedRegistryOptions {
  readonly location: RegistryLocation;
  readonly watch: boolean;
  readonly logger: Logger;
  /** Folder for caches that can be made again. */
  readonly cacheFolder: string;
  /** A new snapshot, the first one excepted; or the registry went away, or came back. */
  readonly onChange: () => void;
  /** Makes the answer of `/v1/status`. */
  readonly describe: (served: ServedRegistry) => Status;
}

/** Reads a registry and puts search and token counts on top of it. */
export async function openServedRegistry(
  options: ServedRegistryOptions,
): Promise<ServedRegistry & { close(): Promise<void> }> {
  const { location, logger } = options;
  const tokenWorker = compiledWorker('token-worker');
  const checker = openSkillChecker();
  const indexWorker = compiledWorker('index-worker');
  const tokens = createTokenCounter(tokenWorker === undefined ? {} : { workerUrl: tokenWorker });
  const indexer = createSearchIndexer({
    logger,
    cacheFile: indexCacheFile(options.cacheFolder, location.root),
    ...(indexWorker === undefined ? {} : { workerUrl: indexWorker }),
  });
  let index: SearchIndex | undefined;
  const live = await openLiveRegistry({
    location,
    watch: options.watch,
    logger,
    onChange() {
      if (live.unavailable === undefined) index = indexer.update(searchDocuments(live.latest));
      options.onChange();
    },
  });
  index ??= indexer.update(searchDocuments(live.latest));
  const served: ServedRegistry & { close(): Promise<void> } = {
    live,
    tokens,
    checker,
    search() {
      live.snapshot();
      if (index === undefined) throw new ApiError('registry_unavailable', 'The registry was not read yet.');
      return index;
    },
    status: () => options.describe(served),
    async close() {
      await live.close();
      await Promise.all([indexer.close(), tokens.close(), checker.close()]);
    },
  };
  return served;
}

/** One cache for each registry path; the name tells nobody which one. */
function indexCacheFile(cacheFolder: string, root: string): string {
  return join(cacheFolder, 'find', `${createHash('sha256').update(root).digest('hex').slice(0, 32)}.index`);
}

/** One document for each skill, the same object as long as the skill and its entry say the same. */
const documentOf = new WeakMap<object, { readonly entry: string; readonly document: SearchDocument }>();

function searchDocuments(snapshot: RegistrySnapshot): readonly SearchDocument[] {
  return snapshot.index.skills.flatMap((entry) => {
    const skill = snapshot.skills.get(entry.key);
    if (skill === undefined) return [];
    const { name, language, tags = [], summary = '', trust_score: trustScore = 0 } = entry;
    const stated = JSON.stringify([name, language, tags, summary, trustScore]);
    const known = documentOf.get(skill);
    if (known?.entry === stated) return [known.document];
    const document: SearchDocument = {
      key: skill.key,
      name,
      language,
      tags,
      summary,
      trustScore,
      directory: skill.directory,
      files: [...skill.files.values()],
      revision: `${skill.fingerprint}\n${skill.contentHash ?? ''}\n${stated}`,
    };
    documentOf.set(skill, { entry: stated, document });
    return [document];
  });
}
