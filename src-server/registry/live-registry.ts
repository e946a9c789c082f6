import { promises as fs } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { ApiError } from '../contract/error-codes.ts';
import type { Logger } from '../contract/logger.ts';
import { createChangeCollector } from './disk/change-collector.ts';
import { createFolderWatcher, type FolderWatcher } from './disk/folder-watcher.ts';
import { isInside } from './disk/inside.ts';
import { readIndexFile, readRegistry, readSkillFolders } from './disk/load-registry.ts';
import { networkDriveOf } from './disk/network-drive.ts';
import { itemsOf, statOf } from './disk/quiet-fs.ts';
import { isPassedOver } from './disk/walk-skills.ts';
import type { FolderDelta } from './folder-delta.ts';
import { applySteps } from './model/apply-delta.ts';
import {
  emptySnapshot,
  type RegistryContents,
  type RegistryLocation,
  type RegistrySnapshot,
  type ServedVersion,
} from './model/registry-snapshot.ts';
import type { Skill, SkillFolder } from './model/skill.ts';
import { runInSlices } from './run-in-slices.ts';

export interface LiveRegistryOptions {
  readonly location: RegistryLocation;
  /** Pick up changes on disk. */
  readonly watch: boolean;
  readonly logger: Logger;
  /** What an earlier run served last; see `emptySnapshot`. */
  readonly lastRun?: ServedVersion | undefined;
  /** A new snapshot, the first one excepted; or the registry went away, or came back. */
  readonly onChange: () => void;
}

/** A registry that follows its folder. */
export interface LiveRegistry {
  readonly location: RegistryLocation;
  /** The present state, even while the folder is away. */
  readonly latest: RegistrySnapshot;
  /** Why the folder can't be read now; undefined while it can. */
  readonly unavailable: string | undefined;
  readonly watching: 'events' | 'scan' | 'off';
  /** The present state. Throws `registry_unavailable` while the folder can't be read. */
  snapshot(): RegistrySnapshot;
  /** Looks at a folder at once: what was read there didn't fit the snapshot, or something was written there. */
  refresh(folder: Pick<Skill, 'directory'>): Promise<void>;
  close(): Promise<void>;
}

/** How often the root is looked at; an ancestor that is moved away raises no event. */
const ROOT_CHECK_MS = 1_000;
/** Batches of more changed paths than this are no edits but another registry. */
const MASS_CHANGE = 1_000;
/** A periodic scan takes at most this share of the time. */
const SCAN_TIME_SHARE = 0.2;
const MIN_SCAN_INTERVAL_MS = 1_000;

/** Reads the registry and, with `watch`, keeps reading what changes. */
export async function openLiveRegistry(options: LiveRegistryOptions): Promise<LiveRegistry> {
  const startedAt = performance.now();
  const contents = await readRegistry(options.location);
  const { folders, indexFile, walkDiagnostics } = contents;
  const everything = { upserted: [...folders.values()], removed: [], indexFile, walkDiagnostics };
  const empty = emptySnapshot(options.location, options.lastRun);
  const loadMs = performance.now() - startedAt;
  const { snapshot } = await runInSlices(applySteps(empty, everything, new Date(), loadMs));
  const registry = new FollowedRegistry(options, contents, snapshot);
  if (options.watch) await registry.startWatching();
  return registry;
}

class FollowedRegistry implements LiveRegistry {
  readonly location: RegistryLocation;
  latest: RegistrySnapshot;
  unavailable: string | undefined;
  watching: 'events' | 'scan' | 'off' = 'off';
  private readonly options: LiveRegistryOptions;
  private contents: RegistryContents;
  private watcher: FolderWatcher | undefined;
  private rootTimer: NodeJS.Timeout | undefined;
  private scanTimer: NodeJS.Timeout | undefined;
  private rootInode: number | undefined;
  private closed = false;
  private readonly changes = createChangeCollector({ onBatch: (paths) => this.pickUp(paths) });

  constructor(options: LiveRegistryOptions, contents: RegistryContents, snapshot: RegistrySnapshot) {
    this.options = options;
    this.location = options.location;
    this.contents = contents;
    this.latest = snapshot;
  }

  snapshot(): RegistrySnapshot {
    if (this.unavailable !== undefined) throw new ApiError('registry_unavailable', this.unavailable);
    return this.latest;
  }

  refresh({ directory }: Pick<Skill, 'directory'>): Promise<void> {
    return this.changes.flush(directory);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.stopWatching();
    clearInterval(this.rootTimer);
    await this.changes.close();
  }

  /** Starts watching, and looks at everything once more: what changed since it was read raised no event. */
  async startWatching(): Promise<void> {
    const { root } = this.location;
    this.rootInode = (await fs.stat(root).catch(() => undefined))?.ino;
    this.rootTimer = setInterval(() => void this.checkRoot(), ROOT_CHECK_MS);
    this.rootTimer.unref();
    const drive = await networkDriveOf(root);
    if (drive === undefined) this.watchEvents();
    else this.scanPeriodically(`${root} is on ${drive}, where changes raise no event`);
    this.changes.add(root);
  }

  private watchEvents(): void {
    this.watching = 'events';
    this.watcher = createFolderWatcher({
      root: this.location.root,
      onChange: (path) => this.changes.add(path),
      onFailure: (error) => {
        const limit = error.code === 'ENOSPC' || error.code === 'EMFILE';
        const why = limit
          ? "the system's limit of watched folders is reached"
          : `watching failed (${error.code})`;
        this.scanPeriodically(why);
      },
    });
    this.watcher.add(this.location.root);
  }

  private scanPeriodically(why: string): void {
    if (this.closed) return;
    this.watching = 'scan';
    this.options.logger.warn(`Looking for changes periodically: ${why}.`);
    const scan = async () => {
      const startedAt = performance.now();
      await this.changes.flush(this.location.root);
      const tookMs = performance.now() - startedAt;
      if (!this.closed && this.watching === 'scan')
        schedule(Math.max(MIN_SCAN_INTERVAL_MS, tookMs / SCAN_TIME_SHARE));
    };
    const schedule = (ms: number) => {
      clearTimeout(this.scanTimer);
      this.scanTimer = setTimeout(() => void scan(), ms);
      this.scanTimer.unref();
    };
    schedule(MIN_SCAN_INTERVAL_MS);
  }

  private stopWatching(): void {
    this.watcher?.close();
    this.watcher = undefined;
    clearTimeout(this.scanTimer);
  }

  /** Notices that the root vanished, came back, or was replaced by another folder. */
  private async checkRoot(): Promise<void> {
    const inode = (await fs.stat(this.location.root).catch(() => undefined))?.ino;
    const isBack = inode !== undefined && this.unavailable !== undefined;
    if (this.closed || (inode === this.rootInode && !isBack)) return;
    this.rootInode = inode;
    this.stopWatching();
    if (inode !== undefined && this.watching === 'events') this.watchEvents();
    else if (inode !== undefined) this.scanPeriodically('the folder came back');
    this.changes.add(this.location.root);
  }

  private async pickUp(paths: ReadonlySet<string>): Promise<void> {
    try {
      await this.pickUpChanges(paths);
    } catch (error) {
      // Reading is tolerant, so this is unexpected; the last good state stays served and the next change tries again.
      this.options.logger.error('Picking up changes failed.', { error: String(error) });
    }
  }

  private async pickUpChanges(paths: ReadonlySet<string>): Promise<void> {
    const startedAt = performance.now();
    const { root } = this.location;
    if (!this.isReadable()) return this.setUnavailable(`The registry folder ${root} can't be read now.`);
    this.watcher?.add(root);
    const delta = await this.readAgain(paths);
    const cameBack = this.unavailable !== undefined;
    if (delta === undefined && !cameBack) return;
    const loadMs = performance.now() - startedAt;
    const steps = applySteps(this.latest, delta ?? { upserted: [], removed: [] }, new Date(), loadMs);
    this.latest = (await runInSlices(steps)).snapshot;
    this.unavailable = undefined;
    const { skills, counts } = this.latest;
    const problems = counts.error + counts.warning + counts.info;
    this.options.logger.info(`Picked up a change: ${skills.size} skills, ${problems} diagnostics.`);
    this.options.onChange();
  }

  /** The root is there, and what of it is there may be listed. */
  private isReadable(): boolean {
    const { root, skillsFolder } = this.location;
    const skills = join(root, skillsFolder);
    return itemsOf(root) !== undefined && (itemsOf(skills) !== undefined || statOf(skills) === undefined);
  }

  private setUnavailable(reason: string): void {
    if (this.unavailable !== undefined) return;
    this.unavailable = reason;
    this.options.logger.warn(reason);
    this.options.onChange();
  }

  /** Reads what lies at the changed paths; undefined where nothing is different. */
  private async readAgain(paths: ReadonlySet<string>): Promise<FolderDelta | undefined> {
    const add = (directory: string) => this.watcher?.add(directory);
    const folders = new Map(this.contents.folders);
    const upserted: SkillFolder[] = [];
    const removed: string[] = [];
    let { walkDiagnostics } = this.contents;
    for (const subtree of await this.changedSubtrees(paths)) {
      const read = await readSkillFolders(this.location, subtree, this.contents.folders, add);
      for (const folder of this.contents.folders.keys()) {
        if (isBelow(subtree, folder) && !read.folders.has(folder) && folders.delete(folder))
          removed.push(folder);
      }
      for (const [folder, skillFolder] of read.folders) {
        if (folders.get(folder) !== skillFolder) upserted.push(skillFolder);
        folders.set(folder, skillFolder);
      }
      const kept = walkDiagnostics.filter(({ file }) => file === undefined || !isBelow(subtree, file));
      walkDiagnostics = [...kept, ...read.walkDiagnostics];
    }
    const before = this.contents;
    const isWalkSame = JSON.stringify(walkDiagnostics) === JSON.stringify(before.walkDiagnostics);
    const indexFile = readIndexFile(this.location.root, before.indexFile);
    this.contents = { location: this.location, folders, indexFile, walkDiagnostics };
    const isIndexSame = indexFile === before.indexFile;
    if (upserted.length + removed.length === 0 && isWalkSame && isIndexSame) return undefined;
    return {
      upserted,
      removed,
      ...(isIndexSame ? {} : { indexFile }),
      ...(isWalkSame ? {} : { walkDiagnostics }),
    };
  }

  /** The folders to walk again, relative to the root, none inside another. */
  private async changedSubtrees(paths: ReadonlySet<string>): Promise<readonly string[]> {
    if (paths.size > MASS_CHANGE) {
      // The system's queue of events may have overflowed, silently: look at everything, now and after.
      this.changes.add(this.location.root);
      return [this.location.skillsFolder];
    }
    const subtrees = new Set<string>();
    for (const path of paths) {
      const subtree = await this.subtreeOf(path);
      if (subtree !== undefined) subtrees.add(subtree);
    }
    for (const folder of this.linkedFolders()) {
      if ([...paths].some((path) => isInside(folder.directory, path))) subtrees.add(folder.folder);
    }
    const all = [...subtrees];
    return all.filter((one) => !all.some((other) => other !== one && isBelow(other, one)));
  }

  /** Folders reached through a link: their changes are told by another path than theirs. */
  private linkedFolders(): readonly SkillFolder[] {
    const { root } = this.location;
    return [...this.contents.folders.values()].filter(
      ({ folder, directory }) => directory !== join(root, folder),
    );
  }

  /** The nearest skill folder above a changed path, else the path itself if it is, or was, a folder; else its parent. */
  private async subtreeOf(path: string): Promise<string | undefined> {
    const { root, skillsFolder } = this.location;
    if (!isInside(root, path)) return undefined;
    const changed = relative(root, path).split(sep).join('/');
    if (changed === 'index.json') return undefined; // read with every batch
    if (isBelow(changed, skillsFolder)) return skillsFolder;
    if (!isBelow(skillsFolder, changed)) return undefined;
    if (relative(join(root, skillsFolder), path).split(sep).some(isPassedOver)) return undefined;
    for (let folder = changed; folder !== ''; folder = parentOf(folder)) {
      if (this.contents.folders.has(folder)) return folder;
    }
    if (this.contents.folders.has('')) return '';
    const stats = await fs.stat(path).catch(() => undefined);
    if (stats?.isDirectory() || [...this.contents.folders.keys()].some((folder) => isBelow(changed, folder)))
      return changed;
    const parent = parentOf(changed);
    return isBelow(skillsFolder, parent) ? parent : skillsFolder;
  }
}

function parentOf(folder: string): string {
  const parent = dirname(folder);
  return parent === '.' ? '' : parent;
}

/** Whether `path` is `folder` or lies below it; both relative, '' is the root. */
function isBelow(folder: string, path: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}
