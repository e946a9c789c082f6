import { describeChange } from '../model/describe-change.ts';
import type { FolderDelta } from '../model/folder-delta.ts';
import { withLastManifest } from '../model/read-manifest.ts';
import { isBroken, parseIndexFile } from '../model/registry-index-file.ts';
import { deltaOf, emptyModel, nextModel, type RegistryModel } from '../model/registry-model.ts';
import type { RegistryContents, RegistrySnapshot, ServedVersion } from '../model/registry-snapshot.ts';
import { isAtOrBelow } from '../model/relative-path.ts';
import { isSameJson } from '../model/same-json.ts';
import { type SnapshotUpdate, updateTo } from '../model/snapshot-update.ts';
import type { DiskDoor } from './disk-door.ts';
import { type ReadDelta, toFolderDelta } from './read-folder.ts';
import { readServedVersion } from './read-served-version.ts';
import {
  type FollowerEvents,
  type FollowOptions,
  followRegistry,
  type RegistryFollower,
} from './registry-follower.ts';

export interface SnapshotOptions extends FollowOptions {
  /** Absolute path of the file that says what an earlier run served last; without one the list begins anew. */
  readonly versionFile?: string | undefined;
}

/** What is served, for a thread that takes another one's place. */
export interface SnapshotSeed extends Pick<RegistrySnapshot, 'contents' | 'generation' | 'index'> {
  readonly version: ServedVersion | undefined;
}

export interface SnapshotEvents extends Omit<FollowerEvents, 'onDelta'> {
  readonly onUpdate: (update: SnapshotUpdate) => void;
}

/**
 * Reads a registry, follows it, and tells what its snapshots differ in. The first update was told when this returns.
 *
 * @param seed what is served: only what differs from it is told
 */
export function followSnapshots(
  door: DiskDoor,
  options: SnapshotOptions,
  events: SnapshotEvents,
  seed?: SnapshotSeed,
): RegistryFollower {
  const snapshots = new SnapshotMaker(door, options, events.onUpdate, seed);
  return followRegistry(door, options, { ...events, onDelta: (delta) => snapshots.takeIn(delta) });
}

class SnapshotMaker {
  readonly #onUpdate: SnapshotEvents['onUpdate'];
  #model: RegistryModel;
  /** Until the first delta, when the reading began. */
  #startedAt: number | undefined = performance.now();
  /** The next delta is of everything, and something is served: only what differs is told. */
  #isSeeded: boolean;
  /** Folders that are served, and that this thread could not read yet. */
  #unseen: Set<string> = new Set();

  constructor(
    door: DiskDoor,
    options: SnapshotOptions,
    onUpdate: SnapshotEvents['onUpdate'],
    seed?: SnapshotSeed,
  ) {
    this.#onUpdate = onUpdate;
    this.#isSeeded = seed !== undefined;
    const { location, versionFile } = options;
    this.#model =
      seed === undefined
        ? emptyModel(location, versionFile === undefined ? undefined : readServedVersion(door, versionFile))
        : modelOfSeed(seed);
  }

  takeIn(read: ReadDelta): void {
    const startedAt = this.#startedAt ?? performance.now();
    this.#startedAt = undefined;
    const before = this.#model;
    const isSeeded = this.#isSeeded;
    const delta = this.#understand(toFolderDelta(read));
    const change = nextModel(before, delta, new Date(), performance.now() - startedAt);
    this.#model = change.snapshot;
    const update = updateTo(before, change);
    const { general } = change.snapshot;
    this.#onUpdate({
      ...update,
      // That nobody could read the registry is over, which no model says.
      ...(isSeeded ? { head: { ...update.head, general } } : {}),
      ...(before.generation === 0 ? {} : { change: describeChange(before, delta, change) }),
    });
  }

  #understand(delta: FolderDelta): FolderDelta {
    const { contents } = this.#model;
    if (!this.#isSeeded) return keepLastGood(contents, this.#withoutGone(delta));
    this.#isSeeded = false;
    const news = whatIsNew(delta, contents);
    this.#unseen = foldersOutside(contents, delta);
    for (const folder of news.removed) this.#unseen.delete(folder);
    return keepLastGood(contents, news);
  }

  /** A folder that could not be read when this thread came, and that is not there now that it can be, is gone. */
  #withoutGone(delta: FolderDelta): FolderDelta {
    if (this.#unseen.size === 0) return delta;
    const { unreadable = this.#model.contents.unreadable, upserted } = delta;
    const read = new Set(upserted.map(({ folder }) => folder));
    const unseen = [...this.#unseen].filter((folder) => !read.has(folder));
    const isUnreadable = (folder: string) => unreadable.some(({ path }) => isAtOrBelow(path, folder));
    this.#unseen = new Set(unseen.filter(isUnreadable));
    return { ...delta, removed: [...delta.removed, ...unseen.filter((folder) => !isUnreadable(folder))] };
  }
}

/** The model that a thread begins with that takes another one's place. */
export function modelOfSeed({ contents, generation, index, version }: SnapshotSeed): RegistryModel {
  const { text, index: head, diagnostics } = contents.indexFile;
  // Parsed again: whoever serves has no use for the entries.
  const read =
    head === undefined ? contents.indexFile : { ...parseIndexFile(text, head.mtimeMs), diagnostics };
  const indexFile = { ...read, digest: contents.indexFile.digest };
  const empty = emptyModel(contents.location, version);
  const { snapshot } = nextModel(empty, deltaOf({ ...contents, indexFile }), new Date());
  return { ...snapshot, generation, index };
}

/** What of a delta of everything is not known yet. What can't be read now stays. */
function whatIsNew(everything: FolderDelta, before: RegistryContents): FolderDelta {
  const { folders, indexFile } = before;
  const { unreadable = [], walkDiagnostics = [], upserted } = everything;
  const isUnreadable = (folder: string) => unreadable.some(({ path }) => isAtOrBelow(path, folder));
  const read = everything.indexFile;
  const isSameIndex =
    read?.digest === indexFile.digest && isSameJson(read?.diagnostics, indexFile.diagnostics);
  return {
    ...(isSameIndex || read === undefined ? {} : { indexFile: read }),
    ...(isSameJson(unreadable, before.unreadable) ? {} : { unreadable }),
    ...(isSameJson(walkDiagnostics, before.walkDiagnostics) ? {} : { walkDiagnostics }),
    upserted: upserted.filter(({ folder, fingerprint }) => folders.get(folder)?.fingerprint !== fingerprint),
    removed: [...foldersOutside({ folders }, everything)].filter((folder) => !isUnreadable(folder)),
  };
}

function foldersOutside(
  { folders }: Pick<RegistryContents, 'folders'>,
  { upserted }: FolderDelta,
): Set<string> {
  const read = new Set(upserted.map(({ folder }) => folder));
  return new Set([...folders.keys()].filter((folder) => !read.has(folder)));
}

/** JSON that doesn't parse is likely being written: what it said before stays in use. */
function keepLastGood(before: RegistryContents, delta: FolderDelta): FolderDelta {
  const upserted = delta.upserted.map((folder) =>
    withLastManifest(before.folders.get(folder.folder), folder),
  );
  const { indexFile } = delta;
  const last = before.indexFile;
  if (indexFile === undefined || !isBroken(indexFile) || last.index === undefined)
    return { ...delta, upserted };
  return { ...delta, upserted, indexFile: { ...last, diagnostics: indexFile.diagnostics } };
}
