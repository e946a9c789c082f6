import { unwatchFile, watchFile } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { compiledWorker } from '../built-files.ts';
import type { ActivityListener, Status } from '../contract/api.ts';
import { messageOf } from '../contract/errors.ts';
import type { StartedWith } from '../contract/page.ts';
import type { ServiceQueries } from '../contract/queries.ts';
import type { AddedRegistry, DiscoveryFile, LayerChoice, Logger } from '../contract/service.ts';
import { userFolders } from '../platform/files.ts';
import { openRegistryStore, REGISTRY_LIST, type RegistryStore } from '../registries/registry-store.ts';
import { folderName } from '../registry/keys.ts';
import { type LocateResult, locateAside, locateRegistry, type WhyNone } from '../registry/locate.ts';
import type { LayerFolder, WatchMode } from '../registry/messages.ts';
import type { Registry } from '../registry/registry.ts';

export interface ServerOptions {
  /** Prefix of the page's terminal lines; default: our command. */
  readonly command?: string | undefined;
  /** For the page; default: not known there. */
  readonly startedWith?: StartedWith | undefined;
  readonly registry: string;
  /** Upper first; default: `registry` alone. */
  readonly layers?: readonly LayerChoice[] | undefined;
  /** The sample, without a choice. Default: false. */
  readonly isFallback?: boolean;
  readonly host?: string;
  readonly port?: number;
  /** Required as `Authorization: Bearer`, except for `/health`; default: none. */
  readonly token?: string;
  readonly requestTimeoutMs?: number;
  /** `Host` names besides loopback and bound names. */
  readonly allowedHosts?: readonly string[];
  readonly allowedOrigins?: readonly string[];
  readonly watch?: boolean | WatchMode;
  /** 0 for none. */
  readonly scanIntervalMs?: number;
  readonly allowSubmit?: boolean;
  readonly isReplica?: boolean;
  /** Which skills agents read, and what they asked in vain; in memory, and not where others could ask. Default: true. */
  readonly recordActivity?: boolean;
  readonly app?: 'tray' | 'cli';
  readonly onLongReading?: () => void;
  readonly logger?: Logger;
  readonly onActivity?: ActivityListener;
  readonly onStatus?: (status: Status) => void;
}

export interface RunningServer {
  /** With the actual port, no final slash. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly instanceId: string;
  readonly queries: ServiceQueries;
  readonly registry: Registry;
  status(): Status;
  /** From now on; off forgets what was recorded. Never where other machines could ask. */
  recordActivity(isRecording: boolean): void;
  /** Ends the service. Running requests get 2 s. A second call waits for the first. */
  close(): Promise<void>;
}

export type StartFailure =
  | {
      readonly reason: 'port-taken' | 'port-denied';
      readonly host: string;
      readonly port: number;
      /** This user's service on the port. */
      readonly owner?: DiscoveryFile;
      /** The owner serves the requested registry. */
      readonly sameRegistry?: boolean;
      readonly nextFreePort?: number;
    }
  | { readonly reason: 'address-unavailable'; readonly host: string; readonly port: number }
  | ({
      readonly reason: 'no-registry';
      readonly path: string;
      readonly candidates: readonly string[];
    } & WhyNone);

/** Expected; the message is for the user. */
export class StartError extends Error {
  readonly failure: StartFailure;

  constructor(failure: StartFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
    this.failure = failure;
  }
}

/** Between looks at the list of added registries. */
const LOOK_MS = 1_000;
/** After a list that can't be read, or a registry that is not ready. */
const RETRY_MS = 5_000;

/** The folders to serve; with `allAdded`, they follow the user's list of added registries. */
export class LayerChoices {
  readonly #options: Pick<ServerOptions, 'registry' | 'layers'>;
  readonly #logger: Logger;
  /** Where a choice is an added registry. */
  readonly #store: RegistryStore | undefined;
  /** As last readable. */
  #added: readonly AddedRegistry[] = [];
  #isIncomplete = false;
  #isServing = false;
  readonly #own = new Map<string, LayerFolder>();
  #warnedOf: string | undefined;
  /** Ends what `follow` began. */
  close = () => {};

  /** Throws `RegistryRefusal` if a named added registry can't be looked up. */
  constructor(options: Pick<ServerOptions, 'registry' | 'layers'>, logger: Logger) {
    const { layers = [] } = options;
    this.#options = options;
    this.#logger = logger;
    if (layers.every((choice) => 'folder' in choice)) return;
    this.#store = openRegistryStore(userFolders().data);
    try {
      this.#added = this.#store.list();
    } catch (error) {
      if (layers.some((choice) => 'added' in choice)) throw error;
      this.#warn(error);
    }
  }

  added(name: string): AddedRegistry | undefined {
    return this.#added.find((registry) => registry.name === name);
  }

  /** Upper first; at least one. Throws `StartError` if a named folder is no registry. */
  async folders(): Promise<readonly LayerFolder[]> {
    const { registry, layers = [] } = this.#options;
    const named = new Set(layers.flatMap((choice) => ('added' in choice ? [choice.added] : [])));
    const folders: LayerFolder[] = [];
    this.#isIncomplete = false;
    for (const choice of layers) {
      if ('folder' in choice) folders.push(this.#ownFolder(choice.folder));
      else if ('added' in choice) folders.push(await this.#addedFolder(choice.added));
      else
        for (const { name } of this.#added.filter((other) => !named.has(other.name))) {
          const folder = await this.#addedFolder(name).catch((error: unknown) => this.#warn(error));
          if (folder !== undefined) folders.push(folder);
        }
    }
    return withNames(folders.length > 0 ? folders : [this.#ownFolder(registry)]);
  }

  /** Calls back after each change, one call at a time; again while something could not be read or served. */
  follow(onChange: () => Promise<void>): void {
    this.#isServing = true;
    const store = this.#store;
    if (store === undefined) return;
    const file = join(store.folder, REGISTRY_LIST);
    let working = Promise.resolve();
    let retry: NodeJS.Timeout | undefined;
    const look = async () => {
      const added = store.list();
      if (!this.#isIncomplete && JSON.stringify(added) === JSON.stringify(this.#added)) return;
      this.#added = added;
      await onChange();
    };
    let isStopped = false;
    const changed = () => {
      working = working
        .then(look)
        .catch((error: unknown) => this.#warn(error))
        .then(() => {
          clearTimeout(retry);
          if (this.#isIncomplete && !isStopped) retry = setTimeout(changed, RETRY_MS).unref();
        });
    };
    watchFile(file, { interval: LOOK_MS, persistent: false }, changed);
    this.close = () => {
      isStopped = true;
      unwatchFile(file, changed);
      clearTimeout(retry);
    };
    changed();
  }

  async #addedFolder(name: string): Promise<LayerFolder> {
    const registry = this.added(name);
    const ready = registry && (await this.#store?.readyFolder(registry));
    const folder = ready ?? this.#store?.servedFolder(name) ?? '';
    const located = await this.#locate(folder);
    if (!located.ok)
      throw new StartError({ reason: 'no-registry', path: folder, candidates: [] }, located.reason);
    return { name, folder, isAdded: true, leftOut: registry?.left_out };
  }

  /** At a start at once; while something is served, in a thread of its own. */
  #locate(folder: string): LocateResult | Promise<LocateResult> {
    return this.#isServing ? locateAside(folder, compiledWorker('registry-worker')) : locateRegistry(folder);
  }

  /** As picked, since a link may lead elsewhere later. Located once: the registry's worker follows it. */
  #ownFolder(picked: string): LayerFolder {
    const known = this.#own.get(picked) ?? ownFolder(picked);
    this.#own.set(picked, known);
    return known;
  }

  #warn(error: unknown): undefined {
    const message = messageOf(error);
    if (message !== this.#warnedOf) this.#logger.warn(message);
    this.#warnedOf = message;
    this.#isIncomplete = true;
  }
}

function ownFolder(picked: string): LayerFolder {
  const folder = resolve(picked);
  const located = locateRegistry(folder);
  if (located.ok) return { name: folderName(located.location.root), folder, isAdded: false };
  const { ok: _, reason, ...none } = located;
  throw new StartError({ reason: 'no-registry', path: picked, ...none }, reason);
}

/** Added registries keep their names; equal folder names get a number. */
function withNames(layers: readonly LayerFolder[]): readonly LayerFolder[] {
  const taken = new Set(layers.flatMap(({ name, isAdded }) => (isAdded ? [name] : [])));
  return layers.map((layer) => {
    if (layer.isAdded) return layer;
    const base = layer.name || basename(layer.folder);
    let name = base;
    for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}`;
    taken.add(name);
    return { ...layer, name };
  });
}
