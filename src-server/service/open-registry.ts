import { compiledWorker, isSampleRegistry } from '../built-files.ts';
import type { Status } from '../contract/api/api.ts';
import type { StatusFollower } from '../contract/api/registry-queries.ts';
import { countWords, problemWords } from '../contract/diagnostics/severity.ts';
import type { Logger } from '../contract/service/logger.ts';
import { DEFAULT_SCAN_INTERVAL_MS } from '../contract/service/service-defaults.ts';
import { searchDocument } from '../registry/model/search-document.ts';
import type { Problems } from '../registry/problems.ts';
import { LocalQueries } from '../registry/queries.ts';
import { Registry, type RegistryChange } from '../registry/registry.ts';
import { takeSubmissions } from '../registry/write/store-submission.ts';
import { SearchEngine } from '../search/search-engine.ts';
import { TokenCounter } from '../tokens/count-tokens.ts';
import type { LayerChoices } from './layers.ts';
import { matchOver } from './match.ts';
import type { ServerOptions } from './running-server.ts';

export interface OpenRegistryOptions extends Pick<ServerOptions, 'watch' | 'scanIntervalMs' | 'isReplica'> {
  readonly choices: LayerChoices;
  readonly logger: Logger;
  readonly describe: (registry: Registry, problems: Problems) => Status;
  /** After a change of what is served. */
  readonly onChange?: () => void;
}

export interface OpenedRegistry {
  readonly queries: LocalQueries;
  readonly tokens: TokenCounter;
  readonly live: Registry;
  status(): Status;
  statusChanged(): void;
  /** Ends followers' streams; before the server closes. */
  endNews(): void;
  close(): Promise<void>;
}

/** Starts the worker. Resolves when there is something to serve; rejects if nothing can be read. */
export async function openRegistry(options: OpenRegistryOptions): Promise<OpenedRegistry> {
  const { choices, logger, watch = true, isReplica, describe } = options;
  const registry = new Registry({
    layers: await choices.folders(),
    watch: typeof watch === 'string' ? watch : watch ? 'auto' : 'off',
    scanIntervalMs: options.scanIntervalMs ?? DEFAULT_SCAN_INTERVAL_MS,
    ...{ isReplica, logger, workerUrl: compiledWorker('registry-worker') },
  });
  const engine = new SearchEngine((key) => registry.latest.skills.get(key)?.texts ?? NO_TEXTS);
  const news = new StatusNews(() => queries.problems && describe(registry, queries.problems));
  const queries = new LocalQueries({
    ...{ registry, engine, isAgeless: isSampleRegistry },
    submissions: takeSubmissions(registry, logger),
    match: matchOver(registry),
    status: (problems) => describe(registry, problems),
    follow: (follower) => news.follow(follower),
  });
  let said: string | undefined;
  const onCheck = () => {
    const { checking, counts } = queries.problems;
    const words = `Checked ${countWords(registry.latest.skills.size, 'skill')}: ${problemWords(counts)}.`;
    if (checking === undefined && words !== said) logger.info(words);
    said = checking === undefined ? words : undefined;
  };
  registry.onChange = (change: RegistryChange) => {
    const isServedChange = change.changed.length + change.removed.length > 0;
    engine.apply({ ...change, changed: change.changed.map(searchDocument) });
    if (change.terms.length > 0 && !isServedChange) return;
    if (isServedChange) options.onChange?.();
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
    tokens: new TokenCounter(),
    status: () => describe(registry, queries.problems),
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

/** Between statuses. */
const NEWS_MS = 200;

/** The first change at once, further ones collected. */
class StatusNews {
  readonly #status: () => Status;
  readonly #followers = new Set<StatusFollower>();
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;
  #isClosed = false;

  constructor(status: () => Status) {
    this.#status = status;
  }

  /** Returns an unsubscribe function. */
  follow(follower: StatusFollower): () => void {
    if (this.#isClosed) follower.onEnd();
    else this.#followers.add(follower);
    return () => void this.#followers.delete(follower);
  }

  changed(): void {
    this.#isDue = true;
    if (this.#timer !== undefined || this.#isClosed) return;
    this.#isDue = false;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isDue) this.changed();
    }, NEWS_MS).unref();
    if (this.#followers.size === 0) return;
    const status = this.#status();
    for (const { onStatus } of [...this.#followers]) onStatus(status);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const { onEnd } of [...this.#followers]) onEnd();
    this.#followers.clear();
  }
}
