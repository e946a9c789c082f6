import type { SkillKey } from '../contract/api.ts';
import { ApiError } from '../contract/error-codes.ts';
import type { Logger } from '../contract/logger.ts';
import { countWords } from '../contract/severity.ts';
import { runInSlices } from '../run-in-slices.ts';
import { type DescribedChange, describeChange } from './describe-change.ts';
import type { FileReading, ReadRequest } from './disk/disk-door.ts';
import type { RegistryDisk } from './disk/registry-disk.ts';
import type { RegistryFollower, WatchMode } from './disk/registry-follower.ts';
import type { RootState } from './disk/root-watch.ts';
import type { FolderDelta } from './folder-delta.ts';
import { type AppliedDelta, applySteps } from './model/apply-delta.ts';
import { withLastManifest } from './model/read-manifest.ts';
import { isBroken } from './model/registry-index-file.ts';
import {
  emptySnapshot,
  type RegistryLocation,
  type RegistrySnapshot,
  type ServedVersion,
} from './model/registry-snapshot.ts';
import type { Skill } from './model/skill.ts';

export interface LiveRegistryOptions {
  readonly location: RegistryLocation;
  readonly disk: RegistryDisk;
  /** How changes on disk are noticed. */
  readonly watch: WatchMode;
  /** Milliseconds between looks at everything; 0 for none. */
  readonly scanIntervalMs: number;
  /** As of `FollowOptions`. */
  readonly foldersFile?: string | undefined;
  readonly logger: Logger;
  /** What an earlier run served last; see `emptySnapshot`. */
  readonly lastRun?: ServedVersion | undefined;
  /**
   * Each new snapshot, the first one too, with the keys whose skill or entry is another one, or no more. Makes what is
   * needed of it in steps of well under a millisecond; what it returns is called when the snapshot is the present one.
   */
  readonly onSnapshot: (
    snapshot: RegistrySnapshot,
    keys: Pick<AppliedDelta, 'changed' | 'removed'>,
  ) => Generator<void, () => void>;
  /**
   * Parts of the first snapshot as they are read, with the keys that each changed. Makes ahead, in such steps, what will be
   * needed of them: the disk is still being read.
   */
  readonly onPart?: (part: RegistrySnapshot, changed: readonly SkillKey[]) => Generator<void, void>;
  /** A new snapshot, the first one excepted; or the registry went away, or came back. */
  readonly onChange: () => void;
  /** What goes before a handle is set in each folder, which would slow a start down. Default: nothing. */
  readonly watchAfter?: Promise<void> | undefined;
}

/** A registry that follows its folder. */
export interface LiveRegistry {
  readonly location: RegistryLocation;
  /** The present state, even while the folder is away. */
  readonly latest: RegistrySnapshot;
  /** Why there is nothing to serve now; undefined while there is. */
  readonly unavailable: string | undefined;
  readonly watching: 'events' | 'scan' | 'off';
  /** The present state. Throws `registry_unavailable` while the folder is away. */
  snapshot(): RegistrySnapshot;
  /** Looks at a folder at once: what was read there didn't fit the snapshot, or something was written there. */
  refresh(folder: Pick<Skill, 'directory'>): Promise<void>;
  /** Reads files that the snapshot lists, in order. */
  read(requests: readonly ReadRequest[]): Promise<readonly FileReading[]>;
  close(): Promise<void>;
}

/** Reads the registry and, unless `watch` is `off`, keeps reading what changes. */
export async function openLiveRegistry(options: LiveRegistryOptions): Promise<LiveRegistry> {
  const registry = new FollowedRegistry(options);
  await registry.start();
  return registry;
}

class FollowedRegistry implements LiveRegistry {
  readonly location: RegistryLocation;
  unavailable: string | undefined;
  watching: 'events' | 'scan' | 'off' = 'off';
  readonly #options: LiveRegistryOptions;
  readonly #startedAt = performance.now();
  #latest: RegistrySnapshot;
  #isRead = false;
  #follower: RegistryFollower | undefined;
  /** The last change, applied or not; they are applied one after the other. */
  #applied: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: LiveRegistryOptions) {
    this.#options = options;
    this.location = options.location;
    this.#latest = emptySnapshot(options.location, options.lastRun);
  }

  get latest(): RegistrySnapshot {
    return this.#latest;
  }

  async start(): Promise<void> {
    const { location, watch, scanIntervalMs, foldersFile, disk } = this.#options;
    const follower = await disk.follow(
      { location, watch, scanIntervalMs, foldersFile },
      {
        onDelta: (delta) => this.#queue(() => this.#apply(delta)),
        onRoot: (state) => this.#queue(async () => this.#setRoot(state)),
        onWatching: (watching, why) => this.#setWatching(watching, why),
      },
    );
    this.#follower = follower;
    await this.#applied;
    if (!this.#isRead) {
      await follower.close();
      throw new Error('The registry was read and could not be taken in; the log says why.');
    }
    // Nobody waits for that, and what it finds is told as any change.
    void this.#watchFolders(follower);
  }

  snapshot(): RegistrySnapshot {
    if (this.unavailable !== undefined) throw new ApiError('registry_unavailable', this.unavailable);
    return this.latest;
  }

  async refresh({ directory }: Pick<Skill, 'directory'>): Promise<void> {
    await this.#follower?.look(directory);
    await this.#applied;
  }

  read(requests: readonly ReadRequest[]): Promise<readonly FileReading[]> {
    return this.#options.disk.read(requests);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#follower?.close();
    await this.#applied;
  }

  async #watchFolders(follower: RegistryFollower): Promise<void> {
    try {
      await this.#options.watchAfter;
      if (!this.#isClosed) await follower.watchFolders();
    } catch (error) {
      if (!this.#isClosed)
        this.#options.logger.error('Watching the folders failed.', { error: String(error) });
    }
  }

  #setWatching(watching: 'events' | 'scan' | 'off', why: string | undefined): void {
    this.watching = watching;
    if (why !== undefined) this.#options.logger.warn(`Looking for changes periodically: ${why}.`);
  }

  #queue(change: () => Promise<void>): void {
    this.#applied = this.#applied.then(change).catch((error: unknown) => {
      // Reading is tolerant, so this is unexpected; the last good state stays served and the next change tries again.
      this.#options.logger.error('Picking up changes failed.', { error: String(error) });
    });
  }

  #setRoot(state: RootState): void {
    if (this.#isClosed) return;
    this.unavailable = state.isThere ? undefined : state.reason;
    if (state.isThere) this.#options.logger.info(`The registry folder ${this.location.root} is back.`);
    else this.#options.logger.warn(state.reason);
    this.#options.onChange();
  }

  async #apply(delta: FolderDelta): Promise<void> {
    if (this.#isClosed) return;
    const before = this.#latest;
    const startedAt = this.#isRead ? performance.now() : this.#startedAt;
    const kept = keepLastGood(before, delta);
    const loadMs = performance.now() - startedAt;
    const { snapshot, ...changes } = await runInSlices(applySteps(before, kept, new Date(), loadMs));
    if (delta.isPart) {
      this.#latest = snapshot; // nobody asks before the rest is there
      const { onPart } = this.#options;
      if (onPart !== undefined) await runInSlices(onPart(snapshot, changes.changed));
      return;
    }
    const isFirst = !this.#isRead;
    const keys = isFirst ? { changed: [...snapshot.skills.keys()], removed: [] } : changes;
    const present = await runInSlices(this.#options.onSnapshot(snapshot, keys));
    this.#latest = snapshot;
    // The change is told before what is then found in it.
    if (!isFirst) this.#sayChange(describeChange(before, kept, changes), snapshot.skills.size);
    present();
    this.#isRead = true;
    if (!isFirst) this.#options.onChange();
  }

  #sayChange({ summary, broken }: DescribedChange, skills: number): void {
    const { logger } = this.#options;
    logger.info(`Picked up a change: ${summary}. Serving ${countWords(skills, 'skill')}.`);
    for (const sentence of broken) logger.warn(sentence);
  }
}

/** JSON that doesn't parse is likely being written: what it said before stays in use. */
function keepLastGood(before: RegistrySnapshot, delta: FolderDelta): FolderDelta {
  const upserted = delta.upserted.map((folder) =>
    withLastManifest(before.state.folders.get(folder.folder)?.source, folder),
  );
  const { indexFile } = delta;
  const last = before.indexFile;
  if (indexFile === undefined || !isBroken(indexFile) || last.index === undefined)
    return { ...delta, upserted };
  return { ...delta, upserted, indexFile: { ...last, diagnostics: indexFile.diagnostics } };
}
