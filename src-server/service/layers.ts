import { basename, resolve } from 'node:path';
import type { Logger } from '../contract/service/logger.ts';
import type { AddedRegistry } from '../contract/service/registry-work.ts';
import { messageOf } from '../contract/words/message-of.ts';
import { userFolders } from '../platform/user-folders.ts';
import { locateRegistry } from '../registry/locate-registry.ts';
import { folderName } from '../registry/model/folder-name.ts';
import type { LayerFolder } from '../registry/registry.ts';
import { AddedList } from './added-list.ts';
import type { ServerOptions } from './running-server.ts';
import { StartError } from './start-error.ts';

/** The folders to serve; with `allAdded`, they follow the user's list. */
export class LayerChoices {
  readonly #options: Pick<ServerOptions, 'registry' | 'layers'>;
  readonly #logger: Logger;
  readonly #added: AddedList | undefined;
  /** Of an added registry that is left out. */
  #unready: unknown;
  #warned: unknown;

  /** Throws `RegistryRefusal` if a named added registry can't be looked up. */
  constructor(options: Pick<ServerOptions, 'registry' | 'layers'>, logger: Logger) {
    const { layers = [] } = options;
    this.#options = options;
    this.#logger = logger;
    if (layers.every((choice) => 'folder' in choice)) return;
    const isNamed = layers.some((choice) => 'added' in choice);
    this.#added = new AddedList(userFolders().data, logger, isNamed);
  }

  added(name: string): AddedRegistry | undefined {
    return this.#added?.find(name);
  }

  /** Upper first; at least one. Throws `StartError` if a named folder is no registry. */
  async folders(): Promise<readonly LayerFolder[]> {
    const { registry, layers = [] } = this.#options;
    const named = new Set(layers.flatMap((choice) => ('added' in choice ? [choice.added] : [])));
    const others = (this.#added?.registries ?? []).filter(({ name }) => !named.has(name));
    const folders: LayerFolder[] = [];
    this.#unready = undefined;
    for (const choice of layers) {
      if ('folder' in choice) folders.push(ownFolder(choice.folder));
      else if ('added' in choice) folders.push(await this.#addedFolder(choice.added));
      else
        for (const { name } of others) {
          const folder = await this.#addedFolder(name).catch((error: unknown) => this.#warn(error));
          if (folder !== undefined) folders.push(folder);
        }
    }
    return withNames(folders.length > 0 ? folders : [ownFolder(registry)]);
  }

  /** Calls back one call at a time; again after a rejection, and while one of the added is left out. */
  follow(onChange: () => Promise<void>): void {
    this.#added?.follow(async () => {
      await onChange();
      if (this.#unready !== undefined) throw this.#unready;
    });
  }

  close(): void {
    this.#added?.close();
  }

  async #addedFolder(name: string): Promise<LayerFolder> {
    const registry = this.#added?.find(name);
    const store = this.#added?.store;
    const folder = registry === undefined ? store?.servedFolder(name) : await store?.readyFolder(registry);
    const located = locateRegistry(folder ?? '');
    if (!located.ok)
      throw new StartError({ reason: 'no-registry', path: folder ?? '', candidates: [] }, located.reason);
    return { name, folder: folder ?? '', isAdded: true, leftOut: registry?.left_out };
  }

  #warn(error: unknown): undefined {
    if (messageOf(error) !== messageOf(this.#warned)) this.#logger.warn(messageOf(error));
    this.#unready = this.#warned = error;
  }
}

/** As picked, since a link may lead elsewhere later. */
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
