import { randomUUID } from 'node:crypto';
import { compiledWorker, isSampleRegistry } from '../built-files.ts';
import type { MatchResponse, Status } from '../contract/api.ts';
import { ApiError } from '../contract/errors.ts';
import { DEFAULT_SCAN_INTERVAL_MS, type LayerChoice, type Logger } from '../contract/service.ts';
import { countWords, problemWords } from '../contract/words.ts';
import { StatusNews } from '../http/routes/status.ts';
import {
  buildMatchIndex,
  MalformedPackage,
  type MatchIndex,
  matchPackages,
  readAskedPackages,
} from '../projects/match-packages.ts';
import { searchDocument } from '../registry/full-skill.ts';
import { LocalQueries } from '../registry/queries.ts';
import { Registry } from '../registry/registry.ts';
import { takeSubmissions } from '../registry/store-submission.ts';
import { SearchEngine } from '../search/search-engine.ts';
import { LayerChoices, type ServerOptions } from './layers.ts';
import { makeStatus, type ServiceIdentity } from './status.ts';

interface OpenRegistryOptions extends Pick<ServerOptions, 'watch' | 'scanIntervalMs' | 'isReplica'> {
  readonly choices: LayerChoices;
  readonly logger: Logger;
  readonly identity: ServiceIdentity;
  /** After a change of what is served. */
  readonly onChange?: () => void;
}

export interface OpenedRegistry {
  readonly queries: LocalQueries;
  readonly live: Registry;
  status(): Status;
  statusChanged(): void;
  /** Ends followers' streams; before the server closes. */
  endNews(): void;
  close(): Promise<void>;
}

/** Starts the worker. Resolves when there is something to serve; rejects if nothing can be read. */
export async function openRegistry(options: OpenRegistryOptions): Promise<OpenedRegistry> {
  const { choices, logger, watch = true, isReplica = false, identity } = options;
  const registry = new Registry({
    layers: await choices.folders(),
    watch: typeof watch === 'string' ? watch : watch ? 'events' : 'off',
    scanIntervalMs: options.scanIntervalMs ?? DEFAULT_SCAN_INTERVAL_MS,
    isReplica,
    logger,
    workerUrl: compiledWorker('registry-worker'),
  });
  const engine = new SearchEngine((key) => registry.latest.skills.get(key)?.texts ?? NO_TEXTS);
  const news = new StatusNews(() => makeStatus(identity, registry, queries.problems));
  const queries = new LocalQueries({
    registry,
    engine,
    isAgeless: isSampleRegistry,
    submissions: takeSubmissions(registry, logger),
    match: matchOver(registry),
    status: (problems) => makeStatus(identity, registry, problems),
    follow: (follower) => news.follow(follower),
  });
  let said: string | undefined;
  const onCheck = () => {
    const { checking, counts } = queries.problems;
    const words = `Checked ${countWords(registry.latest.skills.size, 'skill')}: ${problemWords(counts)}.`;
    if (checking === undefined && words !== said) logger.info(words);
    said = checking === undefined ? words : undefined;
  };
  registry.onSearchChange = (change) =>
    engine.apply({ ...change, changed: change.changed.map(searchDocument) });
  registry.onChange = (areSkillsNew) => {
    if (areSkillsNew) options.onChange?.();
    onCheck();
    news.changed();
  };
  await registry.opened().catch(async (error: unknown) => {
    await registry.close();
    throw error;
  });
  choices.follow(async () => {
    await registry.setLayers(await choices.folders());
    news.changed();
  });
  return {
    queries,
    live: registry,
    status: () => makeStatus(identity, registry, queries.problems),
    statusChanged: () => news.changed(),
    endNews: () => news.close(),
    async close() {
      news.close();
      choices.close();
      await registry.close();
    },
  };
}

const NO_TEXTS: ReadonlyMap<string, string> = new Map();

/** The index is built with the first question after a change. */
function matchOver(registry: Registry): (body: unknown) => Promise<MatchResponse> {
  let known: { readonly generation: number; readonly index: MatchIndex } | undefined;
  return async (body) => {
    const { skills, generation } = registry.snapshot();
    try {
      const packages = readAskedPackages(body);
      if (known?.generation !== generation) known = { generation, index: buildMatchIndex(skills.values()) };
      return matchPackages(packages, known.index);
    } catch (error) {
      throw error instanceof MalformedPackage ? new ApiError('bad_request', error.message) : error;
    }
  };
}

export interface OwnRegistry {
  readonly path: string;
  readonly layers?: readonly LayerChoice[] | undefined;
}

/** For this process alone: nobody else can ask it. Throws `StartError` if a named folder is no registry. */
export async function openOwnRegistry(
  { path, layers }: OwnRegistry,
  logger: Logger,
  watch: 'events' | 'off',
): Promise<OpenedRegistry> {
  const choices = new LayerChoices({ registry: path, layers }, logger);
  const identity: ServiceIdentity = {
    instanceId: randomUUID(),
    startedAt: new Date(),
    startedBy: 'cli',
    acceptsSubmissions: false,
    url: '',
  };
  return openRegistry({ choices, logger, watch, identity, ...(watch === 'off' && { scanIntervalMs: 0 }) });
}
