import type { FolderDelta } from '../model/folder-delta.ts';
import type { RegistryContents, RegistryLocation } from '../model/registry-snapshot.ts';
import { type ChangeCollector, createChangeCollector } from './change-collector.ts';
import type { DiskDoor } from './disk-door.ts';
import { createFolderWatcher, type FolderWatcher } from './folder-watcher.ts';
import { networkDriveOf } from './network-drive.ts';
import { RACY_MS } from './read-skill-folder.ts';
import { RegistryScan } from './registry-scan.ts';
import { type RootState, RootWatch } from './root-watch.ts';
import type { SkillCache } from './skill-cache.ts';

/** `auto`: by the system's events where it has them, else by looking often; `events` and `scan` ask for one of both. */
export type WatchMode = 'auto' | 'events' | 'scan' | 'off';

export interface FollowOptions {
  readonly location: RegistryLocation;
  readonly watch: WatchMode;
  /**
   * Milliseconds between looks at everything, which find what no event told; 0 for none. A large registry is looked
   * at less often, so that looking takes a twentieth of the time at most.
   */
  readonly scanIntervalMs: number;
}

/** What a follower tells, in the order in which it happened. */
export interface FollowerEvents {
  /** The first one is of everything. */
  readonly onDelta: (delta: FolderDelta) => void;
  /** The root went away, or is back; before the delta of what is there then. */
  readonly onRoot: (state: RootState) => void;
  /** How changes are noticed from now on, and why where it isn't by events. */
  readonly onWatching: (watching: 'events' | 'scan' | 'off', why?: string) => void;
}

/** Looks at a registry once, and then again whenever something there may have changed. */
export interface RegistryFollower {
  /**
   * From now on events of the system are heard in all folders, where that is how changes are noticed; resolves when
   * everything was looked at once more, since what changed after the first look raised none.
   */
  watchFolders(): Promise<void>;
  /** Looks at an absolute path at once; resolves when what is different there was told. */
  look(path: string): Promise<void>;
  close(): Promise<void>;
}

/** How often the root is looked at; an ancestor that is moved away raises no event. */
const ROOT_CHECK_MS = 1_000;
/** How often everything is looked at where there are no events. */
const QUICK_SCAN_MS = 1_000;
/** Looking takes this share of the time at most where it is all there is, */
const QUICK_SCAN_SHARE = 0.2;
/** and this where it only makes up for lost events. */
const SAFETY_SCAN_SHARE = 0.05;
/** What events missed is found within this time, on however large a registry. */
export const LONGEST_SCAN_PAUSE_MS = 55_000;
/** A file that is being rewritten is looked at again after this long. */
const UNSETTLED_MS = 25;
/** What can't be read is tried again after 1 s, 2 s, 4 s … up to this. */
const LONGEST_RETRY_MS = 30_000;

/**
 * Reads a registry and follows it. The first delta, of everything, was told when this returns. Where a handle for each
 * folder is what events take, they are set by `watchFolders`: ten thousand skills are served a sixth of a second sooner.
 *
 * @param before what another thread read, which is served
 * @param cache of the first look
 */
export function followRegistry(
  door: DiskDoor,
  options: FollowOptions,
  events: FollowerEvents,
  before?: RegistryContents,
  cache?: SkillCache,
): RegistryFollower {
  const follower = new Follower(door, options, events, before, cache);
  follower.start();
  return follower;
}

class Follower implements RegistryFollower {
  readonly #door: DiskDoor;
  readonly #options: FollowOptions;
  readonly #events: FollowerEvents;
  readonly #scan: RegistryScan;
  readonly #root: RootWatch;
  readonly #changes: ChangeCollector;
  readonly #timers = new Set<NodeJS.Timeout>();
  #watcher: FolderWatcher | undefined;
  #watching: 'events' | 'scan' | 'off' = 'off';
  #watchesFolders = false;
  #scanTimer: NodeJS.Timeout | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #retryMs = 1_000;
  #isClosed = false;

  constructor(
    door: DiskDoor,
    options: FollowOptions,
    events: FollowerEvents,
    before?: RegistryContents,
    cache?: SkillCache,
  ) {
    this.#door = door;
    this.#options = options;
    this.#events = events;
    const { location } = options;
    this.#scan = new RegistryScan({
      door,
      location,
      cache,
      before,
      onDirectory: (directory) => this.#watch(directory),
    });
    this.#root = new RootWatch(door, location);
    this.#changes = createChangeCollector({ onBatch: async (paths) => this.#pickUp(paths) });
  }

  start(): void {
    const { watch } = this.#options;
    this.#root.look();
    if (watch !== 'off') this.#startWatching();
    this.#lookAt(undefined);
    if (watch === 'off') {
      this.#events.onWatching('off');
      return;
    }
    this.#every(ROOT_CHECK_MS, () => this.#checkRoot());
    this.#scheduleScan(0);
  }

  async watchFolders(): Promise<void> {
    if (this.#isClosed || this.#watching !== 'events' || this.#watchesFolders) return;
    // Watched first, then read: what changes meanwhile raises an event.
    this.#watchesFolders = true;
    await this.#scanAll();
  }

  look(path: string): Promise<void> {
    return this.#changes.flush(path);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watcher?.close();
    for (const timer of this.#timers) clearTimeout(timer);
    clearTimeout(this.#scanTimer);
    clearTimeout(this.#retryTimer);
    await this.#changes.close();
  }

  #startWatching(): void {
    const { root } = this.#options.location;
    const drive = this.#options.watch === 'auto' ? networkDriveOf(this.#door, root) : undefined;
    if (this.#options.watch === 'scan') this.#watchByScan();
    else if (drive === undefined) this.#watchByEvents();
    else this.#watchByScan(`${root} is on ${drive}, where changes raise no event`);
  }

  #watchByEvents(): void {
    const { root } = this.#options.location;
    this.#setWatching('events');
    this.#watcher = createFolderWatcher({
      root,
      onChange: (path) => this.#changes.add(path),
      onFailure: (code) => {
        const isLimit = code === 'ENOSPC' || code === 'EMFILE';
        this.#watchByScan(
          isLimit ? "the system's limit of watched folders is reached" : `watching failed (${code})`,
        );
      },
    });
    this.#watch(root);
  }

  #watch(directory: string): void {
    const watcher = this.#watcher;
    if (watcher === undefined || !this.#watchesFolders) return;
    try {
      this.#door.call(directory, () => watcher.add(directory));
    } catch {
      // It is looked at anyway, and said to be unreadable then.
    }
  }

  #watchByScan(why?: string): void {
    this.#watcher?.close();
    this.#watcher = undefined;
    this.#setWatching('scan', why);
    if (!this.#isClosed) this.#scheduleScan(0);
  }

  #setWatching(watching: 'events' | 'scan', why?: string): void {
    if (this.#isClosed || this.#watching === watching) return;
    this.#watching = watching;
    this.#events.onWatching(watching, why);
  }

  /** Looks at everything after a pause that fits how long the last look took. */
  #scheduleScan(tookMs: number): void {
    clearTimeout(this.#scanTimer);
    const { scanIntervalMs } = this.#options;
    const isAll = this.#watching === 'scan';
    if (this.#isClosed || (!isAll && scanIntervalMs === 0)) return;
    const usual = isAll ? QUICK_SCAN_MS : scanIntervalMs;
    const fair = tookMs / (isAll ? QUICK_SCAN_SHARE : SAFETY_SCAN_SHARE);
    const pauseMs = Math.max(usual, Math.min(fair, LONGEST_SCAN_PAUSE_MS));
    this.#scanTimer = setTimeout(() => void this.#scanAll(), pauseMs);
    this.#scanTimer.unref();
  }

  async #scanAll(): Promise<void> {
    const startedAt = performance.now();
    await this.#changes.flush(this.#options.location.root);
    this.#scheduleScan(performance.now() - startedAt);
  }

  /** Notices that the root vanished, came back, or was replaced by another folder. */
  #checkRoot(): void {
    const root = this.#root.compare();
    if (root === 'same') return;
    if (root === 'other' && this.#watching === 'events') {
      this.#watcher?.close();
      this.#watchByEvents();
    }
    this.#changes.add(this.#options.location.root);
  }

  #pickUp(paths: ReadonlySet<string>): void {
    const { root } = this.#options.location;
    const state = this.#root.look();
    if (this.#root.isNews) this.#events.onRoot(state);
    if (!state.isThere) return;
    this.#watch(root);
    this.#lookAt(paths.has(root) || this.#root.isNews ? undefined : paths);
  }

  #lookAt(paths: ReadonlySet<string> | undefined): void {
    const { delta, unsettled, racy } = this.#scan.look(paths);
    if (delta !== undefined) this.#events.onDelta(delta);
    for (const path of unsettled) this.#after(UNSETTLED_MS, () => this.#changes.add(path));
    for (const path of racy) this.#after(RACY_MS * 1.1, () => this.#changes.add(path));
    this.#scheduleRetry();
  }

  #scheduleRetry(): void {
    clearTimeout(this.#retryTimer);
    const places = this.#scan.unreadable;
    if (places.length === 0) this.#retryMs = 1_000;
    if (places.length === 0 || this.#isClosed || this.#options.watch === 'off') return;
    this.#retryTimer = setTimeout(() => {
      this.#retryMs = Math.min(this.#retryMs * 2, LONGEST_RETRY_MS);
      for (const place of places) this.#changes.add(place);
    }, this.#retryMs);
    this.#retryTimer.unref();
  }

  #after(ms: number, act: () => void): void {
    if (this.#isClosed || this.#options.watch === 'off') return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    timer.unref();
    this.#timers.add(timer);
  }

  #every(ms: number, act: () => void): void {
    const timer = setInterval(act, ms);
    timer.unref();
    this.#timers.add(timer);
  }
}
