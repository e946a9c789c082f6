import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SkillKey } from '../../contract/api.ts';
import type { Layer } from '../fold-layers.ts';
import { locateRegistry } from '../locate.ts';
import { RegistryModel } from '../registry-model.ts';
import type { LayerFolder, RegistryLocation, WatchMode } from '../worker-messages.ts';
import { type Disk, describeAccess, errorCodeOf } from './disk.ts';
import { RegistryScan, type ScanResult } from './scan.ts';

interface WatchOptions {
  readonly root: string;
  /** Is called when a name in a directory changed; without a name, any may have. */
  readonly onChange: (directory: string, name: string | undefined) => void;
  readonly onFailure: (code: string) => void;
}

/** Error codes of a folder that is gone, or may not be read: others tell that watching itself fails. */
const PASSING = ['ENOENT', 'ENOTDIR', 'EPERM', 'EACCES', 'EIO', 'ESTALE'];

interface Handle {
  readonly watcher: FSWatcher;
  /** The folder that it was opened for, by its identity. */
  readonly identity: string | undefined;
}

/**
 * Tells in which folders something changed. One handle per tree on macOS and Windows, elsewhere one per folder: Node's
 * own recursion watches each file there. A handle stays with its folder when that is moved away, so each is opened
 * again when another folder takes the place.
 */
class FolderWatcher {
  readonly #options: WatchOptions;
  /** Whether the system watches whole trees; then only the root is watched. */
  readonly isTree = process.platform === 'darwin' || process.platform === 'win32';
  readonly #handles = new Map<string, Handle>();
  #isClosed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /**
   * Watches a folder, unless it is the same one already. A folder that may not be watched is scanned with everything
   * else.
   */
  watch(directory: string, identity: string | undefined): void {
    if (this.#isClosed) return;
    const known = this.#handles.get(directory);
    if (known !== undefined && known.identity === identity) return;
    this.#close(directory);
    try {
      const watcher = watch(directory, { recursive: this.isTree }, (event, name) =>
        this.#take(directory, event, name ?? undefined),
      );
      watcher.on('error', (error) => this.#fail(directory, error));
      this.#handles.set(directory, { watcher, identity });
    } catch (error) {
      this.#fail(directory, error);
    }
  }

  drop(directories: Iterable<string>): void {
    for (const directory of directories) if (directory !== this.#options.root) this.#close(directory);
  }

  close(): void {
    this.#isClosed = true;
    for (const directory of this.#handles.keys()) this.#close(directory);
  }

  #take(directory: string, event: string, name: string | undefined): void {
    const { onChange } = this.#options;
    if (this.isTree) {
      const path = name === undefined ? undefined : join(directory, name);
      if (path === undefined) onChange(directory, undefined);
      else onChange(dirname(path), basename(path));
      return;
    }
    // A folder that is moved or removed tells so with its own name.
    if (event === 'rename' && name === basename(directory)) {
      this.#close(directory);
      onChange(dirname(directory), name);
    }
    if (event === 'rename' && name !== undefined) this.#close(join(directory, name));
    onChange(directory, name);
  }

  #close(directory: string): void {
    this.#handles.get(directory)?.watcher.close();
    this.#handles.delete(directory);
  }

  #fail(directory: string, error: unknown): void {
    const code = errorCodeOf(error);
    this.#close(directory);
    if (this.#isClosed || PASSING.includes(code)) return;
    this.close();
    this.#options.onFailure(code);
  }
}

type Texts = ReadonlyMap<string, string>;

interface LayerOptions {
  readonly disk: Disk;
  readonly watch: WatchMode;
  /** Is called when something changed, or is to be scanned again soon. */
  readonly onChange: () => void;
  /** Is called after each skill that a scan has read. */
  readonly onRead?: () => void;
  /** Only the list is asked for, and once: no findings are made, and nothing to compare the next scan with. Default: false. */
  readonly isForList?: boolean;
}

/** What a scan changed of a layer. */
export interface LayerChange {
  /** Skills that are new, different or gone; undefined if any may be. */
  readonly keys: ReadonlySet<SkillKey> | undefined;
  /** Whether skills or index.json are others, so that the version of the list grows. */
  readonly isListNew: boolean;
  /** Something else of the layer is different, such as diagnostics or rules. */
  readonly isStateNew: boolean;
}

const NO_CHANGE: LayerChange = { keys: new Set(), isListNew: false, isStateNew: false };
/** Milliseconds before a scan of everything is repeated, since the registry's folders were replaced meanwhile. */
const REPEAT_MS = 300;
/** Milliseconds that a scan waits which begins to watch, while the words of a start are made. */
const WATCH_MS = 1_000;
/** Milliseconds between scans of a folder that is away. */
const AWAY_MS = 2_200;

/**
 * A layer of the served registries: locates its folder, watches it, scans it where something changed, and keeps the
 * model of what it has to serve. While the folder is away, the last model stays, and `layer.unavailable` says why.
 */
export class WatchedLayer {
  readonly #options: LayerOptions;
  layer: Layer;
  /** Whether the next scan begins to watch the folders. It may wait for other work, for a second. */
  isToBeWatched = false;
  /** Why the folder is not watched; undefined while it is. */
  why: string | undefined;
  #real: string | undefined;
  #scan: RegistryScan | undefined;
  #texts = new Map<string, Texts>();
  /**
   * Texts of skills that an upper layer has, too: they are served once the upper drops them, also while this folder
   * is away.
   */
  #shadowed = new Map<string, Texts>();
  #watcher: FolderWatcher | undefined;
  #changes = new Map<string, Set<string> | undefined>();
  #isFullDue = true;
  #repeatAt = Number.POSITIVE_INFINITY;
  #place: string | undefined;

  constructor(folder: LayerFolder, options: LayerOptions) {
    this.#options = options;
    this.layer = { ...folder, model: undefined, unavailable: undefined };
  }

  /** The time at which the layer has to be scanned again, by `performance.now`. */
  get dueAt(): number {
    return Math.min(this.#repeatAt, this.#scan?.dueAt ?? Number.POSITIVE_INFINITY);
  }

  /** Whether the next scan is one of everything. */
  get isFullDue(): boolean {
    return this.#isFullDue;
  }

  /** Scans everything, or what changed since the last scan. */
  scan(isFull: boolean): LayerChange {
    const before = this.layer;
    const changes = this.#changes;
    this.#changes = new Map();
    this.#repeatAt = Number.POSITIVE_INFINITY;
    this.isToBeWatched = false;
    const place = this.#placeNow();
    this.#isFullDue ||= isFull || place !== this.#place;
    this.#place = place;
    const unavailable = this.#find();
    const scan = this.#scan;
    if (unavailable !== undefined || scan === undefined) return this.#setAway(before, unavailable);
    const isDue = this.#isFullDue || changes.size > 0 || scan.dueAt <= performance.now();
    if (!isDue) return this.#stateChange(before, NO_CHANGE);
    this.#watcher?.watch(scan.location.root, this.#identityOf(scan.location.root));
    const scanned = scan.scan(this.#isFullDue ? 'all' : changes);
    if (scanned === undefined) {
      this.#isFullDue = true;
      this.#repeatAt = performance.now() + REPEAT_MS;
      return this.#setAway(before, this.#find());
    }
    this.#isFullDue = false;
    this.#watcher?.drop(scanned.dropped);
    for (const [folder, texts] of scanned.texts) this.#texts.set(folder, texts);
    for (const folder of scanned.changed) this.#shadowed.delete(folder);
    // Other layers are read before thousands of folders are watched.
    if (this.#watcher === undefined) this.#startWatching(scan.location.root);
    const change = this.#updateModel(scanned);
    this.layer = { ...this.layer, unavailable: undefined };
    return this.#stateChange(before, change);
  }

  #updateModel({ contents, changed, isSame }: ScanResult): LayerChange {
    const { model } = this.layer;
    if (model !== undefined && isSame) return NO_CHANGE;
    const isListNew = changed.size > 0 || contents.indexFile !== model?.contents.indexFile;
    // If the update fails, the next scan makes a new model.
    this.layer = { ...this.layer, model: undefined };
    const next = model ?? new RegistryModel(this.#options.isForList);
    const keys = next.update(contents, model === undefined ? contents.folders.keys() : changed);
    this.layer = { ...this.layer, model: next };
    return { keys: model === undefined ? undefined : keys, isListNew, isStateNew: true };
  }

  /**
   * Returns whether another folder is at this path since the last scan: replaced, mounted, or reached by another link. The
   * next scan is a full one then.
   */
  noticeMove(): boolean {
    if (this.#placeNow() === this.#place) return false;
    this.#isFullDue = true;
    return true;
  }

  /** Returns the texts of a skill, and keeps them until `forgetTexts`. Undefined if they can't be read now. */
  keepTexts(folder: string): Texts | undefined {
    const texts = this.readTexts(folder);
    if (texts !== undefined) this.#texts.set(folder, texts);
    return texts;
  }

  /** Returns the texts of a skill without keeping them. Undefined if they can't be read now. */
  readTexts(folder: string): Texts | undefined {
    return this.#texts.get(folder) ?? this.#shadowed.get(folder) ?? this.#scan?.readAgain(folder);
  }

  /**
   * Forgets the texts, which the serving thread holds.
   *
   * @param shadowed folders whose texts stay
   */
  forgetTexts(shadowed: ReadonlySet<string>): void {
    const kept = new Map<string, Texts>();
    for (const folder of shadowed) {
      const texts = this.readTexts(folder);
      if (texts !== undefined) kept.set(folder, texts);
    }
    this.#shadowed = kept;
    this.#texts = new Map();
  }

  close(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  #setAway(before: Layer, unavailable: string | undefined): LayerChange {
    if (unavailable !== undefined) {
      this.#isFullDue = true;
      this.#repeatAt = performance.now() + AWAY_MS;
    }
    this.layer = { ...this.layer, unavailable };
    return this.#stateChange(before, NO_CHANGE);
  }

  #stateChange(before: Layer, change: LayerChange): LayerChange {
    const isOther = this.layer.unavailable !== before.unavailable || this.layer.model !== before.model;
    return { ...change, isStateNew: change.isStateNew || isOther };
  }

  /** Locates the registry, again if a link leads elsewhere. Returns why it can't be read. */
  #find(): string | undefined {
    const { disk } = this.#options;
    const { folder, model } = this.layer;
    try {
      const real = disk.realPath(folder);
      const root = model?.contents.location.root ?? folder;
      const items = real === undefined ? undefined : disk.list(real === this.#real ? root : real);
      if (real === undefined || items === undefined)
        return `The registry folder ${root} can't be read now: it is gone.`;
      if (items.length === 0 && (model?.skills.size ?? 0) > 0)
        return `The registry can't be read now: ${root} is empty, as if a drive were unplugged.`;
      if (real === this.#real) return undefined;
      const located = locateRegistry(folder, disk);
      if (!located.ok) return located.reason;
      this.#real = real;
      this.#open(located.location);
      return undefined;
    } catch (error) {
      return describeAccess(folder, errorCodeOf(error));
    }
  }

  /** A copy of the registry in another place keeps what has the same bytes. */
  #open(location: RegistryLocation): void {
    const { disk, onRead, isForList } = this.#options;
    const { model } = this.layer;
    const last = model?.contents.location;
    const isAlike = last?.layout === location.layout && last.skillsFolder === location.skillsFolder;
    if (!isAlike) this.layer = { ...this.layer, model: undefined };
    const onDirectory = (directory: string) => this.#watch(directory);
    const before = isAlike ? this.#scan : undefined;
    this.#scan = new RegistryScan(location, { disk, onDirectory, onRead, isForList, before });
    this.#isFullDue = true;
    this.#changes = new Map();
    this.close();
    this.why = undefined;
  }

  #startWatching(root: string): void {
    const { watch, onChange } = this.#options;
    if (watch !== 'events' || this.why !== undefined) return;
    this.#watcher = new FolderWatcher({
      root,
      onChange: (directory, name) => {
        this.#note(directory, name);
        onChange();
      },
      onFailure: (code) => {
        const isLimit = code === 'ENOSPC' || code === 'EMFILE';
        const limit = "the system's limit of watched folders is reached";
        this.why = isLimit ? limit : `watching failed (${code})`;
        onChange();
      },
    });
    // The next scan opens the handles of all folders, each before it lists the folder.
    this.#isFullDue = true;
    this.isToBeWatched = true;
    this.#repeatAt = performance.now() + WATCH_MS;
  }

  #watch(directory: string): void {
    if (this.#watcher?.isTree === false) this.#watcher.watch(directory, this.#identityOf(directory));
  }

  #note(directory: string, name: string | undefined): void {
    if (name === undefined) this.#changes.set(directory, undefined);
    else if (!this.#changes.has(directory)) this.#changes.set(directory, new Set([name]));
    else this.#changes.get(directory)?.add(name);
  }

  #placeNow(): string {
    const { disk } = this.#options;
    const { root, skillsFolder } = this.#scan?.location ?? {};
    try {
      const real = disk.realPath(this.layer.folder);
      const folders = [real, root, root && skillsFolder && join(root, skillsFolder)];
      return [real, ...folders.map((folder) => folder && this.#identityOf(folder))].join('\n');
    } catch (error) {
      return errorCodeOf(error);
    }
  }

  #identityOf(folder: string): string | undefined {
    try {
      return this.#options.disk.stat(folder)?.identity;
    } catch (error) {
      return errorCodeOf(error);
    }
  }
}
