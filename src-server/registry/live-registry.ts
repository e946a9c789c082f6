import type { SkillKey } from '../contract/api.ts';
import { ApiError } from '../contract/error-codes.ts';
import type { Logger } from '../contract/logger.ts';
import { countWords } from '../contract/severity.ts';
import type { FileReading, ReadRequest } from './disk/disk-door.ts';
import type { RegistryDisk } from './disk/registry-disk.ts';
import type { RegistryFollower, WatchMode } from './disk/registry-follower.ts';
import type { RootState } from './disk/root-watch.ts';
import type { SnapshotSeed } from './disk/snapshot-follower.ts';
import type { DescribedChange } from './model/describe-change.ts';
import {
  emptySnapshot,
  type RegistryLocation,
  type RegistrySnapshot,
  type ServedVersion,
} from './model/registry-snapshot.ts';
import type { Skill } from './model/skill.ts';
import { applyUpdate, type SnapshotUpdate, withUnreadableRoot } from './model/snapshot-update.ts';

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
  /** As of `SnapshotOptions`. */
  readonly versionFile?: string | undefined;
  /** Each new snapshot, the first one too. */
  readonly onSnapshot: (snapshot: RegistrySnapshot, keys: SnapshotNews) => void;
  /** A new snapshot, the first one excepted; or the registry went away, or came back. */
  readonly onChange: () => void;
  /** What goes before a handle is set in each folder, which would slow a start down. Default: nothing. */
  readonly watchAfter?: Promise<void> | undefined;
}

export interface SnapshotNews {
  /** Keys that are new, or whose skill or entry is another object; of the first snapshot all. */
  readonly changed: readonly SkillKey[];
  readonly removed: readonly SkillKey[];
  /** For the next run; undefined where it is as before. */
  readonly version: ServedVersion | undefined;
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
  #latest: RegistrySnapshot;
  #version: ServedVersion | undefined;
  #follower: RegistryFollower | undefined;
  #isRead = false;
  #isClosed = false;

  constructor(options: LiveRegistryOptions) {
    this.#options = options;
    this.location = options.location;
    this.#latest = emptySnapshot(options.location);
  }

  get latest(): RegistrySnapshot {
    return this.#latest;
  }

  async start(): Promise<void> {
    const { location, watch, scanIntervalMs, foldersFile, versionFile, disk } = this.#options;
    const follower = await disk.follow(
      { location, watch, scanIntervalMs, foldersFile, versionFile },
      {
        onUpdate: (update) => this.#take(() => this.#apply(update)),
        onRoot: (state) => this.#take(() => this.#setRoot(state)),
        onUnreadable: (code) => this.#take(() => this.#setUnreadable(code)),
        onWatching: (watching, why) => this.#setWatching(watching, why),
        seed: () => this.#seed(),
      },
    );
    this.#follower = follower;
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
  }

  read(requests: readonly ReadRequest[]): Promise<readonly FileReading[]> {
    return this.#options.disk.read(requests);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#follower?.close();
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

  #take(change: () => void): void {
    if (this.#isClosed) return;
    try {
      change();
    } catch (error) {
      // Reading is tolerant, so this is unexpected; the last good state stays served.
      this.#options.logger.error('Picking up changes failed.', { error: String(error) });
    }
  }

  #setRoot(state: RootState): void {
    this.unavailable = state.isThere ? undefined : state.reason;
    if (state.isThere) this.#options.logger.info(`The registry folder ${this.location.root} is back.`);
    else this.#options.logger.warn(state.reason);
    this.#options.onChange();
  }

  #apply(update: SnapshotUpdate): void {
    const { snapshot, changed, removed } = applyUpdate(this.#latest, update);
    const isFirst = !this.#isRead;
    this.#latest = snapshot;
    this.#version = update.version ?? this.#version;
    // The change is told before what is then found in it.
    if (update.change !== undefined) this.#sayChange(update.change, snapshot.skills.size);
    this.#options.onSnapshot(snapshot, { changed, removed, version: update.version });
    this.#isRead = true;
    if (!isFirst) this.#options.onChange();
  }

  /** Until a thread has read everything again, nobody can say that what is served is what is there. */
  #setUnreadable(code: string): void {
    const { unreadable } = this.#latest.contents;
    if (this.#latest.generation === 0 || unreadable.some(({ path }) => path === '')) return;
    this.#latest = withUnreadableRoot(this.#latest, { path: '', code, since: new Date().toISOString() });
    this.#options.onSnapshot(this.#latest, { changed: [], removed: [], version: undefined });
    this.#options.onChange();
  }

  #seed(): SnapshotSeed | undefined {
    const { contents, generation, index } = this.#latest;
    return generation === 0 ? undefined : { contents, generation, index, version: this.#version };
  }

  #sayChange({ summary, broken }: DescribedChange, skills: number): void {
    const { logger } = this.#options;
    logger.info(`Picked up a change: ${summary}. Serving ${countWords(skills, 'skill')}.`);
    for (const sentence of broken) logger.warn(sentence);
  }
}
