import { unwatchFile, watchFile } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { registryWorkerUrl } from '../built-files.ts';
import type { AddedRegistry } from '../contract/added-registries.ts';
import { messageOf } from '../contract/errors.ts';
import type { Logger } from '../contract/service.ts';
import { userFolders } from '../platform/files.ts';
import { openRegistryStore, REGISTRY_LIST, type RegistryStore } from '../registries/registry-store.ts';
import { type LocateResult, locateAside, locateRegistry } from '../registry/locate.ts';
import { folderName } from '../registry/worker/disk.ts';
import type { LayerFolder } from '../registry/worker-messages.ts';
import { type ServerOptions, StartError } from './server-options.ts';

/** Milliseconds between looks at the list of added registries. */
const LOOK_MS = 1_000;
/** Milliseconds until another look, after a list that can't be read or a registry that is not ready. */
const RETRY_MS = 5_000;

/** The folders to serve; with `allAdded`, they follow the user's list of added registries. */
export class LayerChoices {
  readonly #options: Pick<ServerOptions, 'registry' | 'layers'>;
  readonly #logger: Logger;
  /** The user's added registries; undefined if no layer is one. */
  readonly #store: RegistryStore | undefined;
  /** The list of added registries as it was last readable. */
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

  /**
   * Returns the folders of all layers, the uppermost first; at least one. Throws `StartError` if a named folder is no
   * registry.
   */
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

  /**
   * Calls back after each change of the choice, one call at a time; again while something could not be read or
   * served.
   */
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

  /** Locates a registry: at a start at once, in a thread of its own while something is served. */
  #locate(folder: string): LocateResult | Promise<LocateResult> {
    return this.#isServing ? locateAside(folder, registryWorkerUrl()) : locateRegistry(folder);
  }

  /**
   * Returns a folder as it was picked, since a link may lead elsewhere later. It is located once: the registry's
   * worker follows it.
   */
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

/** Makes the names of layers unique: added registries keep theirs, equal names of folders get a number. */
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
