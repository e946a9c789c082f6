import type { SkillKey } from '../contract/api/api.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import { countWords } from '../contract/diagnostics/severity.ts';
import type { Logger } from '../contract/service/logger.ts';
import type { TermBatch } from '../search/index/skill-terms.ts';
import type { FileReading, ReadRequest } from './disk/disk-reader.ts';
import type { RegistryDisk } from './disk/registry-disk.ts';
import type { RootState } from './disk/root-watch.ts';
import type { SnapshotFollower, SnapshotOptions, SnapshotSeed } from './disk/snapshot-follower.ts';
import type { DescribedChange } from './model/describe-change.ts';
import { folderName } from './model/folder-name.ts';
import { emptySnapshot, type RegistryLocation, type RegistrySnapshot } from './model/registry-snapshot.ts';
import type { Skill } from './model/skill.ts';
import { applyUpdate, type SnapshotUpdate, withUnreadableRoot } from './model/snapshot-update.ts';

interface LiveRegistryOptions extends SnapshotOptions {
  readonly disk: RegistryDisk;
  readonly logger: Logger;
  /** Name of the added registry; default: a folder. */
  readonly addedName?: string | undefined;
  /** Repeated while the link to the root leads elsewhere. */
  readonly onMoved?: (() => void) | undefined;
}

export interface RegistryListener {
  readonly onSnapshot: (snapshot: RegistrySnapshot, keys: SnapshotNews) => void;
  readonly onChecked: (snapshot: RegistrySnapshot) => void;
  /** After the first snapshot, and when the registry vanishes or returns. */
  readonly onChange: () => void;
  /** Delays watch handles, for a faster start. */
  readonly watchAfter?: Promise<void> | undefined;
}

interface SnapshotNews {
  /** With new skill or entry objects; initially all. */
  readonly changed: readonly SkillKey[];
  readonly removed: readonly SkillKey[];
}

export interface LiveLayer {
  readonly name: string;
  readonly location: RegistryLocation;
  readonly isAdded: boolean;
  readonly unavailable: string | undefined;
}

export interface LiveRegistry {
  /** Of the uppermost layer. */
  readonly location: RegistryLocation;
  /** Upper first; at least one. */
  readonly layers: readonly LiveLayer[];
  /** Even while the folder is away. */
  readonly latest: RegistrySnapshot;
  readonly unavailable: string | undefined;
  readonly watching: 'events' | 'scan' | 'off';
  /** Throws `registry_unavailable` while the folder is away. */
  snapshot(): RegistrySnapshot;
  /** Scans after a write, or if a file differed. */
  refresh(folder: Pick<Skill, 'directory'>): Promise<void>;
  /** Resolves when no edited skill waits for checks. */
  caughtUp(): Promise<void>;
  read(requests: readonly ReadRequest[]): Promise<readonly FileReading[]>;
  close(): Promise<void>;
}

export interface OpenedLiveRegistry extends LiveRegistry {
  index(keys: readonly SkillKey[]): Promise<readonly TermBatch[]>;
  check(): Promise<void>;
  /** Resolves at the first snapshot; rejects if unreadable. */
  listen(listener: RegistryListener): Promise<void>;
}

export function openLiveRegistry(options: LiveRegistryOptions): OpenedLiveRegistry {
  return new FollowedRegistry(options);
}

class FollowedRegistry implements OpenedLiveRegistry {
  readonly location: RegistryLocation;
  unavailable: string | undefined;
  watching: 'events' | 'scan' | 'off' = 'off';
  readonly #options: LiveRegistryOptions;
  readonly #following: Promise<SnapshotFollower>;
  #follower: SnapshotFollower | undefined;
  #listener: RegistryListener | undefined;
  #latest: RegistrySnapshot;
  #isTaken = false;
  #isClosed = false;

  constructor(options: LiveRegistryOptions) {
    this.#options = options;
    this.location = options.location;
    this.#latest = emptySnapshot(options.location);
    const { disk, logger: _logger, addedName: _name, onMoved: _moved, ...following } = options; // the rest can be sent to a thread
    this.#following = disk.follow(following, {
      onUpdate: (update) => this.#take(() => this.#apply(update)),
      onRoot: (state) => this.#take(() => this.#setRoot(state)),
      onUnreadable: (code) => this.#take(() => this.#setUnreadable(code)),
      onWatching: (watching, why) => this.#setWatching(watching, why),
      seed: () => this.#seed(),
    });
    this.#following.catch(() => undefined); // `listen` reports the error
  }

  get latest(): RegistrySnapshot {
    return this.#latest;
  }

  get layers(): readonly [LiveLayer] {
    const { location, unavailable } = this;
    const { addedName } = this.#options;
    const name = addedName ?? folderName(location.root);
    return [{ name, location, isAdded: addedName !== undefined, unavailable }];
  }

  async listen(listener: RegistryListener): Promise<void> {
    this.#listener = listener;
    if (this.#latest.generation > 0) {
      const changed = [...this.#latest.skills.keys()];
      this.#take(() => this.#publish({ changed, removed: [] }));
    }
    const follower = await this.#following;
    this.#follower = follower;
    if (!this.#isTaken) {
      await follower.close();
      throw new Error('The registry was read and could not be taken in; the log says why.');
    }
    // Not awaited: changes found meanwhile are published as usual.
    void this.#watchFolders(follower, listener.watchAfter);
  }

  snapshot(): RegistrySnapshot {
    if (this.unavailable !== undefined) throw new ApiError('registry_unavailable', this.unavailable);
    return this.latest;
  }

  async refresh({ directory }: Pick<Skill, 'directory'>): Promise<void> {
    await this.#follower?.scan(directory);
  }

  async index(keys: readonly SkillKey[]): Promise<readonly TermBatch[]> {
    return (await this.#following).index(keys);
  }

  async check(): Promise<void> {
    await (await this.#following).check();
  }

  async caughtUp(): Promise<void> {
    await this.#follower?.caughtUp();
  }

  read(requests: readonly ReadRequest[]): Promise<readonly FileReading[]> {
    return this.#options.disk.read(requests);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#follower?.close();
  }

  async #watchFolders(follower: SnapshotFollower, after: Promise<void> | undefined): Promise<void> {
    try {
      await after;
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
      // Unexpected, since reading is tolerant. The last valid state stays served.
      this.#options.logger.error('Picking up changes failed.', { error: String(error) });
    }
  }

  #setRoot(state: RootState): void {
    if (state.isThere && state.isMoved) {
      this.#options.onMoved?.();
      return;
    }
    this.unavailable = state.isThere ? undefined : state.reason;
    if (state.isThere) this.#options.logger.info(`The registry folder ${this.location.root} is back.`);
    else this.#options.logger.warn(state.reason);
    this.#listener?.onChange();
  }

  #apply(update: SnapshotUpdate): void {
    const { snapshot, changed, removed } = applyUpdate(this.#latest, update);
    const isSame = snapshot.generation === this.#latest.generation;
    this.#latest = snapshot;
    if (isSame) {
      this.#listener?.onChecked(snapshot);
      return;
    }
    // Log the change before its findings.
    if (update.change !== undefined) this.#sayChange(update.change, snapshot.skills.size);
    this.#publish({ changed, removed });
  }

  #publish(news: SnapshotNews): void {
    const listener = this.#listener;
    if (listener === undefined) return;
    listener.onSnapshot(this.#latest, news);
    if (this.#isTaken) listener.onChange();
    this.#isTaken = true;
  }

  /** Possibly outdated until another full scan. */
  #setUnreadable(code: string): void {
    const { unreadable } = this.#latest.contents;
    if (this.#latest.generation === 0 || unreadable.some(({ path }) => path === '')) return;
    this.#latest = withUnreadableRoot(this.#latest, { path: '', code, since: new Date().toISOString() });
    this.#publish({ changed: [], removed: [] });
  }

  #seed(): SnapshotSeed | undefined {
    const { contents, generation, index, records } = this.#latest;
    if (generation === 0) return undefined;
    const findings = new Map(
      [...records]
        .filter(([, { isChecked, skill }]) => isChecked && !skill.isManifestBroken)
        .map(([key, { checks, isChecked }]) => [key, { checks, isChecked }] as const),
    );
    return { contents, generation, index, findings };
  }

  #sayChange({ summary, broken }: DescribedChange, skills: number): void {
    const { logger } = this.#options;
    logger.info(`Picked up a change: ${summary}. Serving ${countWords(skills, 'skill')}.`);
    for (const sentence of broken) logger.warn(sentence);
  }
}
