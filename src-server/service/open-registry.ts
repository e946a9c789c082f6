import { randomUUID } from 'node:crypto';
import { registryWorkerUrl } from '../built-files.ts';
import { DEFAULT_SCAN_INTERVAL_MS, type LayerChoice, type Logger } from '../contract/service.ts';
import { countWords, problemWords } from '../contract/words.ts';
import { HookTeller } from '../hooks/tell.ts';
import { searchDocument } from '../registry/full-skill.ts';
import { Registry } from '../registry/registry.ts';
import { SearchEngine } from '../search/search-engine.ts';
import { LayerChoices, type ServerOptions } from './layers.ts';
import { LocalQueries } from './local-queries.ts';
import type { ServiceIdentity } from './status.ts';

interface OpenRegistryOptions extends Pick<ServerOptions, 'watch' | 'scanIntervalMs' | 'isReplica'> {
  readonly choices: LayerChoices;
  readonly logger: Logger;
  readonly identity: ServiceIdentity;
  /** Is called after a change of what is served. */
  readonly onChange?: () => void;
  /** Is called while a scan goes on, with the number of skills that it has read. */
  readonly onReading?: ((skills: number) => void) | undefined;
}

/** A registry that is followed and answers, in this process. `close` ends its thread and what followers are told. */
export interface OpenedRegistry {
  readonly queries: LocalQueries;
  readonly registry: Registry;
  readonly hooks: HookTeller;
  close(): Promise<void>;
}

/**
 * Opens the layers that were chosen: starts the thread that reads them, joins search, status and answers over what it
 * posts, and follows the user's choice of layers. Resolves when there is something to serve, which may be before all words
 * are known to `find`; rejects if nothing can be read, and then closes what it began.
 */
export async function openRegistry(options: OpenRegistryOptions): Promise<OpenedRegistry> {
  const { choices, logger, watch = true, isReplica = false, identity } = options;
  const registry = new Registry({
    layers: await choices.folders(),
    watch: typeof watch === 'string' ? watch : watch ? 'events' : 'off',
    scanIntervalMs: options.scanIntervalMs ?? DEFAULT_SCAN_INTERVAL_MS,
    isReplica,
    logger,
    workerUrl: registryWorkerUrl(),
  });
  const engine = new SearchEngine({
    textsOf: (key) => registry.latest.skills.get(key)?.texts ?? NO_TEXTS,
    withheldOf: (key) => registry.latest.skills.get(key)?.withheld,
  });
  const queries = new LocalQueries({ registry, engine, identity, logger });
  let said: string | undefined;
  /** The number of skills that was told last while they are read. */
  let told: number | undefined;
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
    const read = registry.reading?.done;
    if (read !== undefined && read !== told) options.onReading?.(read);
    told = read;
    if (registry.latest.generation > 0) onCheck();
    queries.statusChanged();
  };
  await registry.opened().catch(async (error: unknown) => {
    await registry.close();
    throw error;
  });
  choices.follow(async () => {
    await registry.setLayers(await choices.folders());
    queries.statusChanged();
  });
  return {
    queries,
    registry,
    hooks: new HookTeller({
      skills: () => registry.latest.skills,
      imported: (path, language) => engine.imported(path, language),
    }),
    async close() {
      queries.endNews();
      choices.close();
      await registry.close();
    },
  };
}

const NO_TEXTS: ReadonlyMap<string, string> = new Map();

export interface OwnRegistry {
  readonly path: string;
  readonly layers?: readonly LayerChoice[] | undefined;
}

/**
 * Opens a registry for this process alone: nobody else can ask it. Throws `StartError` if a named folder is no
 * registry.
 */
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
