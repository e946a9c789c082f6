import type { SkillSplitter } from '../../search/index/split-skills.ts';
import { MANIFEST_FILE } from '../../validation/finding.ts';
import { describeAccess } from '../describe-access.ts';
import { locateRegistry } from '../locate-registry.ts';
import { describeChange } from '../model/describe-change.ts';
import { buildModel, type RegistryModel } from '../model/registry-model.ts';
import { joinRelative } from '../model/relative-path.ts';
import type {
  FollowedRegistry,
  FromRegistryWorker,
  ListHead,
  RegistryLocation,
  RegistryPatch,
  RegistryState,
  ScanState,
} from '../registry-patch.ts';
import { codeOf, type Disk } from './disk.ts';
import { networkDriveOf } from './network-drive.ts';
import { type PublishedChange, Publisher } from './publish-changes.ts';
import { RegistryScan, type Scanned } from './scan-registry.ts';
import { FolderWatcher } from './watch-folders.ts';

const DEBOUNCE_MS = 150;
/** Without events. */
const QUICK_SCAN_MS = 1_000;
/** For what was young, changing or unreadable: longer than file systems' coarsest time. */
const UNSETTLED_MS = 2_200;
/** Scans take at most a fifth of the time. */
const PAUSE_PER_SCAN = 4;

interface FollowEvents {
  readonly disk: Disk;
  readonly splitter: SkillSplitter;
  readonly post: (message: FromRegistryWorker) => void;
  readonly onPublished: (followed: FollowedFolder, change: PublishedChange) => void;
}

/** Watches a registry's folder, and posts what changed. */
export class FollowedFolder {
  readonly #options: FollowedRegistry;
  readonly #events: FollowEvents;
  /** Of the folder that was picked. */
  #real: string | undefined;
  #location: RegistryLocation | undefined;
  #rootIno = 0;
  #scan: RegistryScan | undefined;
  #publisher: Publisher | undefined;
  #model: RegistryModel | undefined;
  #head: ListHead | undefined;
  #watcher: FolderWatcher | undefined;
  #watching: ScanState['watching'] = 'off';
  #why: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  #isClosed = false;

  constructor(options: FollowedRegistry, events: FollowEvents) {
    this.#options = options;
    this.#events = events;
    this.#head = options.head;
  }

  get id(): string {
    return this.#options.id;
  }

  get location(): RegistryLocation | undefined {
    return this.#location;
  }

  get publisher(): Publisher | undefined {
    return this.#publisher;
  }

  textsOf(folder: string): ReadonlyMap<string, string> {
    return this.#scan?.readAgain(folder) ?? new Map();
  }

  scan(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#dueAt = Number.POSITIVE_INFINITY;
    const startedAt = performance.now();
    let unavailable: string | undefined;
    let isUnsettled = false;
    try {
      unavailable = this.#find();
      if (unavailable === undefined) isUnsettled = this.#pickUp(startedAt);
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.#events.post({ type: 'failed', registry: this.id, message });
    }
    this.#events.post({
      type: 'scanned',
      registry: this.id,
      endedAt: new Date(),
      watching: this.#watching,
      ...(this.#why !== undefined && { why: this.#why }),
      ...(unavailable !== undefined && { unavailable }),
    });
    if (this.#options.watch === 'off') return;
    const { scanIntervalMs } = this.#options;
    const usual = this.#watching === 'scan' ? QUICK_SCAN_MS : scanIntervalMs;
    const pause = isUnsettled || unavailable !== undefined ? UNSETTLED_MS : usual;
    if (pause > 0) this.#scanIn(Math.max(pause, PAUSE_PER_SCAN * (performance.now() - startedAt)));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#watcher?.close();
  }

  /** Locates the registry, again if a link leads elsewhere. Why it can't be read. */
  #find(): string | undefined {
    const { disk } = this.#events;
    const { folder } = this.#options;
    try {
      const real = disk.realPath(folder);
      if (real === undefined) return this.#gone(folder);
      if (real === this.#real && this.#location !== undefined) return this.#unplugged(this.#location);
      const located = locateRegistry(folder, disk);
      if (!located.ok) return located.reason;
      this.#begin(real, located.location);
      return undefined;
    } catch (error) {
      return describeAccess(folder, codeOf(error));
    }
  }

  #gone(folder: string): string {
    return `The registry folder ${this.#location?.root ?? folder} can't be read now: it is gone.`;
  }

  /** A mount point without its drive is another folder, and empty. */
  #unplugged({ root }: RegistryLocation): string | undefined {
    const { disk } = this.#events;
    const ino = disk.stat(root)?.ino;
    if (ino === undefined) return this.#gone(root);
    const items = ino === this.#rootIno ? undefined : disk.list(root)?.items;
    if (items?.every(({ name }) => OF_THE_SYSTEM.has(name)))
      return `The registry can't be read now: ${root} is another folder than before, and empty, as if a drive were unplugged.`;
    this.#rootIno = ino;
    return undefined;
  }

  #begin(real: string, location: RegistryLocation): void {
    const { disk, splitter, post } = this.#events;
    this.#real = real;
    this.#location = location;
    this.#rootIno = disk.stat(location.root)?.ino ?? 0;
    this.#head = this.#model?.head ?? this.#head;
    this.#model = undefined;
    this.#scan = new RegistryScan(location, disk);
    this.#publisher = new Publisher({
      registry: this.id,
      splitter,
      post: (patch: RegistryPatch) => post({ type: 'patch', patch }),
      readTexts: (folder) => this.textsOf(folder),
    });
    this.#startWatching(location.root);
  }

  #startWatching(root: string): void {
    const { watch } = this.#options;
    this.#watcher?.close();
    this.#watcher = undefined;
    this.#why = undefined;
    const drive = watch === 'auto' ? networkDriveOf(root) : undefined;
    if (drive !== undefined) this.#why = `${root} is on ${drive}, where changes raise no event`;
    this.#watching = watch === 'off' ? 'off' : watch === 'scan' || drive !== undefined ? 'scan' : 'events';
    if (this.#watching !== 'events') return;
    this.#watcher = new FolderWatcher({
      root,
      onChange: () => this.#scanIn(DEBOUNCE_MS),
      onFailure: (code) => {
        const isLimit = code === 'ENOSPC' || code === 'EMFILE';
        this.#why = isLimit
          ? "the system's limit of watched folders is reached"
          : `watching failed (${code})`;
        this.#watching = 'scan';
        this.#scanIn(QUICK_SCAN_MS);
      },
    });
  }

  /** @returns whether to scan again soon */
  #pickUp(startedAt: number): boolean {
    const scanned = this.#scan?.scan();
    if (scanned === undefined) return false;
    if (!scanned.isSame) this.#publish(scanned, startedAt);
    // The first scan doesn't wait for thousands of handles.
    if (scanned.isSame || this.#watcher === undefined) {
      const isNew = this.#watcher?.keep(scanned.directories) ?? false;
      if (isNew) this.#scanIn(0);
    } else this.#scanIn(DEBOUNCE_MS);
    return scanned.isUnsettled;
  }

  #publish({ contents, texts, removed, isIndexChanged }: Scanned, startedAt: number): void {
    const before = this.#model;
    const now = new Date();
    const { isReplica } = this.#options;
    const model = buildModel(contents, { now, before, head: before?.head ?? this.#head, isReplica });
    this.#model = model;
    const { claims, head, general, leftOut, skills } = model;
    const drafts = [...claims.values()].flatMap(({ kind, key, source: { folder, placeholders } }) =>
      kind === 'draft' && key !== undefined ? [{ key, folder, toWrite: placeholders.length }] : [],
    );
    const served = new Set(Array.from(skills.values(), ({ source }) => source));
    const unserved = [...claims.values()].flatMap(({ source }) =>
      (served as ReadonlySet<unknown>).has(source) ? [] : source,
    );
    const { text, index } = contents.indexFile;
    const state: RegistryState = {
      ...{ location: contents.location, head, general, drafts, leftOut, rules: contents.rules },
      index: {
        ...(text !== undefined && { text }),
        ...(index?.updatedAt !== undefined && { updatedAt: index.updatedAt }),
      },
      unserved: new Map(
        unserved.map(({ folder, manifestText }) => [joinRelative(folder, MANIFEST_FILE), manifestText]),
      ),
      pickedUpAt: now,
      tookMs: performance.now() - startedAt,
      ...(before !== undefined && {
        change: describeChange(before, model, { read: [...texts.keys()], removed, isIndexChanged }),
      }),
    };
    const published = this.#publisher?.publish(model, texts, state);
    if (published !== undefined) this.#events.onPublished(this, published);
  }

  /** The sooner of this and what is due already. */
  #scanIn(ms: number): void {
    if (this.#isClosed) return;
    const dueAt = performance.now() + ms;
    if (dueAt >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => this.scan(), ms).unref();
  }
}

const OF_THE_SYSTEM = new Set(['lost+found', 'System Volume Information', '.Trashes', '.fseventsd']);
