import type { FolderDelta } from '../model/folder-delta.ts';
import type { RegistryContents, RegistryLocation } from '../model/registry-snapshot.ts';
import { type ChangeCollector, createChangeCollector } from './change-collector.ts';
import type { DiskReader } from './disk-reader.ts';
import { createFolderWatcher, type FolderWatcher } from './folder-watcher.ts';
import { networkDriveOf } from './network-drive.ts';
import { RACY_MS } from './read-skill-folder.ts';
import { RegistryScan } from './registry-scan.ts';
import { type RootState, RootWatch } from './root-watch.ts';
import type { SkillCache } from './skill-cache.ts';

/** `auto`: system events, otherwise frequent scans. */
export type WatchMode = 'auto' | 'events' | 'scan' | 'off';

export interface FollowOptions {
  readonly location: RegistryLocation;
  readonly watch: WatchMode;
  /** Pause between full scans for missed events; 0 for none. Scans take at most a twentieth of the time. */
  readonly scanIntervalMs: number;
  /** To the root. While it leads elsewhere, nothing is scanned: the old root may be being deleted. */
  readonly link?: FollowedLink | undefined;
}

/** Absolute paths. */
export interface FollowedLink {
  readonly path: string;
  /** When the registry was opened. */
  readonly target: string;
}

export interface FollowerEvents {
  /** The first delta contains everything. */
  readonly onDelta: (delta: FolderDelta) => void;
  /** Precedes the delta of a returned root. */
  readonly onRoot: (state: RootState) => void;
  readonly onWatching: (watching: 'events' | 'scan' | 'off', why?: string) => void;
}

export interface RegistryFollower {
  /** Adds folder handles for events. Resolves after a full scan, as earlier changes raised no event. */
  watchFolders(): Promise<void>;
  /** Resolves when differences at the absolute path are published. */
  scan(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Moving an ancestor, and mounting over the root, raise no event. */
const ROOT_CHECK_MS = 10_000;
/** For a root that is away: after 1 s, 2 s, 4 s … */
const FIRST_AWAY_CHECK_MS = 1_000;
/** Without events. */
const QUICK_SCAN_MS = 1_000;
const QUICK_SCAN_SHARE = 0.2;
/** Maximum time share, beside events. */
const SAFETY_SCAN_SHARE = 0.05;
export const LONGEST_SCAN_PAUSE_MS = 55_000;
const UNSETTLED_MS = 25;
/** After 1 s, 2 s, 4 s … */
const LONGEST_RETRY_MS = 30_000;

/** Publishes the first delta before returning. `watchFolders` adds handles later, for a faster start. */
export function followRegistry(
  reader: DiskReader,
  options: FollowOptions,
  events: FollowerEvents,
  before?: RegistryContents,
  cache?: SkillCache,
): RegistryFollower {
  const follower = new Follower(reader, options, events, before, cache);
  follower.start();
  return follower;
}

class Follower implements RegistryFollower {
  readonly #reader: DiskReader;
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
  #rootTimer: NodeJS.Timeout | undefined;
  #retryMs = 1_000;
  #isClosed = false;

  constructor(
    reader: DiskReader,
    options: FollowOptions,
    events: FollowerEvents,
    before?: RegistryContents,
    cache?: SkillCache,
  ) {
    this.#reader = reader;
    this.#options = options;
    this.#events = events;
    const { location } = options;
    this.#scan = new RegistryScan({
      reader,
      location,
      cache,
      before,
      onDirectory: (directory) => this.#watch(directory),
    });
    this.#root = new RootWatch(reader, location);
    this.#changes = createChangeCollector({ onBatch: async (paths) => this.#pickUp(paths) });
  }

  start(): void {
    const { watch } = this.#options;
    this.#root.inspect();
    if (watch !== 'off') this.#startWatching();
    this.#scanPaths(undefined);
    if (watch === 'off') {
      this.#events.onWatching('off');
      return;
    }
    this.#scheduleRootCheck(ROOT_CHECK_MS);
    this.#scheduleScan(0);
  }

  async watchFolders(): Promise<void> {
    if (this.#isClosed || this.#watching !== 'events' || this.#watchesFolders) return;
    // Watch before the scan, so that a change during the scan raises an event.
    this.#watchesFolders = true;
    await this.#scanAll();
  }

  scan(path: string): Promise<void> {
    return this.#changes.flush(path);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watcher?.close();
    for (const timer of this.#timers) clearTimeout(timer);
    clearTimeout(this.#scanTimer);
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#rootTimer);
    await this.#changes.close();
  }

  #startWatching(): void {
    const { root } = this.#options.location;
    const drive = this.#options.watch === 'auto' ? networkDriveOf(root) : undefined;
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
      watcher.add(directory);
    } catch {
      // The scan reports the folder as unreadable.
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

  #scheduleRootCheck(pauseMs: number): void {
    clearTimeout(this.#rootTimer);
    if (this.#isClosed) return;
    this.#rootTimer = setTimeout(() => {
      this.#checkRoot();
      this.#scheduleRootCheck(Math.min(pauseMs * 2, ROOT_CHECK_MS));
    }, pauseMs);
    this.#rootTimer.unref();
  }

  #checkRoot(): void {
    if (this.#sayIfMoved()) return;
    const root = this.#root.compare();
    if (root === 'same') return;
    if (root === 'other' && this.#watching === 'events') {
      this.#watcher?.close();
      this.#watchByEvents();
    }
    this.#changes.add(this.#options.location.root);
  }

  #sayIfMoved(): boolean {
    const { link } = this.#options;
    if (link === undefined) return false;
    try {
      const target = this.#reader.realPath(link.path);
      if (target === undefined || target === link.target) return false;
    } catch {
      return false; // the scan reports the root as unreadable
    }
    this.#events.onRoot({ isThere: true, isMoved: true });
    return true;
  }

  #pickUp(paths: ReadonlySet<string>): void {
    if (this.#sayIfMoved()) return;
    const { root } = this.#options.location;
    const state = this.#root.inspect();
    if (this.#root.isNews) {
      this.#events.onRoot(state);
      if (!state.isThere && this.#options.watch !== 'off') this.#scheduleRootCheck(FIRST_AWAY_CHECK_MS);
    }
    if (!state.isThere) return;
    this.#watch(root);
    this.#scanPaths(paths.has(root) || this.#root.isNews ? undefined : paths);
  }

  #scanPaths(paths: ReadonlySet<string> | undefined): void {
    const { delta, unsettled, racy } = this.#scan.scan(paths);
    if (this.#sayIfMoved()) return;
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
}
