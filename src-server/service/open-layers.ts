import { promises as fs } from 'node:fs';
import { resolve } from 'node:path';
import type { LayerChoice } from '../contract/service/layer-choice.ts';
import { type Logger, silentLogger } from '../contract/service/logger.ts';
import type { AddedRegistry } from '../contract/service/registry-work.ts';
import { messageOf } from '../contract/words/message-of.ts';
import { userFolders } from '../platform/user-folders.ts';
import type { RegistryDisk } from '../registry/disk/registry-disk.ts';
import type { FollowedLink } from '../registry/disk/registry-follower.ts';
import { LayeredRegistry, type OpenLayer, type OpenLayers } from '../registry/layered-registry.ts';
import { openLiveRegistry } from '../registry/live-registry.ts';
import { folderName } from '../registry/model/folder-name.ts';
import type { RegistryLocation } from '../registry/model/registry-snapshot.ts';
import { AddedList } from './added-list.ts';
import { followOptions } from './follow-options.ts';
import { openRegistryDisk } from './open-registry-disk.ts';
import type { FoundRegistry, ReadRegistry, ServerOptions } from './running-server.ts';
import { StartError } from './start-error.ts';

type LayerOptions = Pick<
  ServerOptions,
  'registry' | 'layers' | 'found' | 'logger' | 'watch' | 'scanIntervalMs' | 'isReplica'
>;

interface LayerTarget {
  readonly added?: string;
  readonly folder?: string;
  /** The start fails without it. */
  readonly isRequired: boolean;
}

interface PlacedLayer extends FoundRegistry {
  readonly target: LayerTarget;
  readonly link?: FollowedLink | undefined;
}

interface HeldLayer extends OpenLayer, PlacedLayer {
  close(): Promise<void>;
}

/**
 * Reads all layers; with `allAdded`, follows the user's list. Throws `StartError` if a named registry is
 * none.
 */
export async function openLayers(options: LayerOptions): Promise<ReadRegistry> {
  const { layers = [], logger = silentLogger } = options;
  const added = layers.every((choice) => 'folder' in choice)
    ? undefined
    : new AddedList(
        userFolders().data,
        logger,
        layers.some((choice) => 'added' in choice),
      );
  const opener = new LayerOpener(options, added, logger);
  const live = new LayeredRegistry(await opener.open(), logger);
  let onAdded = () => {};
  opener.onMoved = () => void opener.reopen(live).catch((error: unknown) => logger.warn(messageOf(error)));
  added?.follow(async () => {
    await opener.follow(live);
    onAdded();
  });
  return {
    live,
    added: (name) => added?.find(name),
    followAdded(onChange) {
      onAdded = onChange;
    },
    async close() {
      added?.close();
      await opener.close();
    },
  };
}

class LayerOpener {
  /** A link to a layer leads elsewhere. */
  onMoved = () => {};
  readonly #options: LayerOptions;
  readonly #added: AddedList | undefined;
  readonly #logger: Logger;
  /** For single use. */
  #found: FoundRegistry | undefined;
  #held: readonly HeldLayer[] = [];
  #following: Promise<void> = Promise.resolve();
  /** Error of an added registry left out by the last reading of the list. */
  #unready: unknown;
  /** Last reason by folder: repetitions must not fill the log. */
  readonly #warnedOf = new Map<string, string>();
  #isClosed = false;
  #isFollowing = false;

  constructor(options: LayerOptions, added: AddedList | undefined, logger: Logger) {
    this.#options = options;
    this.#added = added;
    this.#logger = logger;
    this.#found = options.found;
  }

  async open(): Promise<OpenLayers> {
    try {
      return await this.#openAll([]);
    } finally {
      await this.#found?.disk.close();
      this.#found = undefined;
    }
  }

  /** Also if only a copy's commit changed: skills may have moved. */
  async follow(live: LayeredRegistry): Promise<void> {
    const { layers = [] } = this.#options;
    if (layers.some((choice) => 'allAdded' in choice)) await this.#inTurn(live);
  }

  /** After a link moved. Skipped while layers are opened: the link's layer tells again. */
  async reopen(live: LayeredRegistry): Promise<void> {
    if (!this.#isFollowing) await this.#inTurn(live);
  }

  #inTurn(live: LayeredRegistry): Promise<void> {
    this.#following = this.#following
      .catch(() => {})
      .then(async () => {
        this.#isFollowing = true;
        await this.#openAgain(live).finally(() => {
          this.#isFollowing = false;
        });
      });
    return this.#following;
  }

  async #openAgain(live: LayeredRegistry): Promise<void> {
    if (this.#isClosed) return;
    const before = this.#held;
    const next = await this.#openAll(before);
    if (this.#isClosed) return;
    if (next.some((layer, place) => layer !== before[place]) || next.length !== before.length)
      await live.setLayers(next);
    const unused = before.filter((layer) => !this.#held.includes(layer));
    await Promise.all(unused.map((layer) => layer.close()));
    if (this.#unready !== undefined) throw this.#unready;
  }

  /** @param known open layers; reused if nothing moved */
  async #openAll(known: readonly HeldLayer[]): Promise<OpenLayers> {
    const { registry, layers = [] } = this.#options;
    this.#unready = undefined;
    const targets = targetsOf(layers, this.#added?.registries ?? []);
    const opened = await this.#openTargets(targets, known);
    const [first, ...others] =
      opened.length > 0 ? opened : await this.#openTargets([{ folder: registry, isRequired: true }], known);
    if (first === undefined) throw new Error('No layer could be opened.');
    this.#held = [first, ...others];
    return [first, ...others];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#following.catch(() => {});
    await Promise.all(this.#held.map((layer) => layer.close()));
  }

  async #openTargets(
    targets: readonly LayerTarget[],
    known: readonly HeldLayer[],
  ): Promise<readonly HeldLayer[]> {
    const places: PlacedLayer[] = [];
    const isKnown = (disk: RegistryDisk) => known.some((layer) => layer.disk === disk);
    try {
      for (const target of targets) {
        const link = await linkOf(target);
        const one = await this.#find(target, known);
        if (one === undefined) continue;
        if (!places.some(({ location }) => location.root === one.location.root))
          places.push({ ...one, target, link });
        else if (!isKnown(one.disk)) await one.disk.close();
      }
    } catch (error) {
      await Promise.all(places.map(({ disk }) => (isKnown(disk) ? undefined : disk.close())));
      throw error;
    }
    const names = namesOf(places);
    return places.map((one, place) => this.#open(one, names[place] ?? '', known));
  }

  async #find(target: LayerTarget, known: readonly HeldLayer[]): Promise<FoundRegistry | undefined> {
    const held = known.find((layer) => isSameTarget(layer.target, target));
    const path = await this.#folderOf(target);
    if (held === undefined && this.#found?.location.root === path) return this.#takeFound();
    const disk = held?.disk ?? openRegistryDisk(this.#logger);
    const located = await disk.locate(path);
    if (located.ok) {
      this.#warnedOf.delete(path);
      return { disk, location: located.location };
    }
    const { ok: _, reason, ...none } = located;
    if (held === undefined) await disk.close();
    else if (target.folder === undefined) return held;
    if (target.isRequired && held === undefined)
      throw new StartError({ reason: 'no-registry', path, ...none }, reason);
    if (this.#warnedOf.get(path) !== reason) this.#logger.warn(reason);
    this.#warnedOf.set(path, reason);
    return held;
  }

  #takeFound(): FoundRegistry | undefined {
    const found = this.#found;
    this.#found = undefined;
    return found;
  }

  async #folderOf({ folder, added = '', isRequired }: LayerTarget): Promise<string> {
    if (folder !== undefined || this.#added === undefined) return folder ?? '';
    const { store } = this.#added;
    const registry = this.#added.find(added);
    if (registry === undefined) return store.servedFolder(added);
    return store.readyFolder(registry).catch((error: unknown) => {
      if (isRequired) throw error;
      this.#unready = error;
      return store.servedFolder(added);
    });
  }

  #open({ disk, location, target, link }: PlacedLayer, name: string, known: readonly HeldLayer[]): HeldLayer {
    const held = known.find((layer) => layer.disk === disk);
    if (held !== undefined && held.name === name && isSameLocation(held.location, location)) return held;
    const { cache } = userFolders();
    const logger = this.#logger;
    const own = held === undefined ? disk : openRegistryDisk(logger);
    const addedName = target.added;
    const live = openLiveRegistry({
      ...followOptions(this.#options, location, cache),
      disk: own,
      logger,
      addedName,
      ...(link === undefined ? {} : { link, onMoved: () => this.onMoved() }),
    });
    return {
      name,
      live,
      isAdded: addedName !== undefined,
      disk: own,
      location,
      target,
      async close() {
        await live.close();
        await own.close();
      },
    };
  }
}

function targetsOf(
  choices: readonly LayerChoice[],
  registries: readonly AddedRegistry[],
): readonly LayerTarget[] {
  const named = new Set(choices.flatMap((choice) => ('added' in choice ? [choice.added] : [])));
  const others = registries.filter(({ name }) => !named.has(name));
  return choices.flatMap((choice): readonly LayerTarget[] => {
    if ('folder' in choice) return [{ folder: choice.folder, isRequired: true }];
    if ('added' in choice) return [{ added: choice.added, isRequired: true }];
    return others.map(({ name }) => ({ added: name, isRequired: false }));
  });
}

/** If the folder is behind a link, as with git-sync. */
async function linkOf({ folder }: LayerTarget): Promise<FollowedLink | undefined> {
  if (folder === undefined) return undefined;
  const path = resolve(folder);
  const target = await fs.realpath(path).catch(() => path);
  return target === path ? undefined : { path, target };
}

function isSameTarget(a: LayerTarget, b: LayerTarget): boolean {
  return a.added === b.added && a.folder === b.folder;
}

function isSameLocation(a: RegistryLocation, b: RegistryLocation): boolean {
  return a.root === b.root && a.skillsFolder === b.skillsFolder && a.layout === b.layout;
}

/** Added registries keep their names; equal folder names get a number. */
function namesOf(layers: readonly PlacedLayer[]): readonly string[] {
  const taken = new Set(layers.flatMap(({ target }) => target.added ?? []));
  return layers.map(({ target, location }) => {
    if (target.added !== undefined) return target.added;
    const base = folderName(location.root);
    let name = base;
    for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}`;
    taken.add(name);
    return name;
  });
}
