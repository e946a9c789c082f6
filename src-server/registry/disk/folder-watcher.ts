import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf } from './disk-door.ts';

/** Tells which paths may have changed; what did change is found by looking. */
export interface FolderWatcher {
  /** Call for each folder before reading it; does nothing where the system watches whole trees. */
  readonly add: (directory: string) => void;
  readonly close: () => void;
}

export interface FolderWatcherOptions {
  /** Absolute, links resolved. */
  readonly root: string;
  /** Called with the absolute path of what was added, changed or removed. */
  readonly onChange: (path: string) => void;
  /** The system can't watch (any more): its limit is reached, or the file system has no events. Called once. */
  readonly onFailure: (code: string) => void;
}

/**
 * Watches by the system's own events: one handle for the whole tree on macOS and Windows, one for each folder
 * elsewhere. Files get none of their own, which is why this is not chokidar: a registry of 10,000 skills costs 20,000
 * handles and not 70,000.
 */
export function createFolderWatcher(
  options: FolderWatcherOptions,
  platform = process.platform,
): FolderWatcher {
  return platform === 'darwin' || platform === 'win32' ? watchTree(options) : new WatchedFolders(options);
}

function watchTree({ root, onChange, onFailure }: FolderWatcherOptions): FolderWatcher {
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(root, { recursive: true }, (_event, name) =>
      onChange(name === null ? root : join(root, name)),
    );
    watcher.on('error', (error) => {
      // Windows reports a root that was removed as an error; whether it comes back is found by looking.
      if (isGone(codeOf(error))) onChange(root);
      else onFailure(codeOf(error));
    });
  } catch (error) {
    onFailure(codeOf(error));
  }
  return { add: () => {}, close: () => watcher?.close() };
}

class WatchedFolders implements FolderWatcher {
  readonly #options: FolderWatcherOptions;
  readonly #watchers = new Map<string, FSWatcher>();
  /** The folder of each watcher, for the listeners they share: with its own each would take half as much memory again. */
  readonly #folders = new WeakMap<FSWatcher, string>();
  /** The watched folders right below each, so that dropping a tree costs what is in it. */
  readonly #below = new Map<string, Set<string>>();
  readonly #changeListener: (this: FSWatcher, event: string, name: string | null) => void;
  readonly #errorListener: (this: FSWatcher, error: Error) => void;
  #isClosed = false;

  constructor(options: FolderWatcherOptions) {
    this.#options = options;
    const onEvent = this.#onEvent.bind(this);
    const onError = this.#onError.bind(this);
    const folders = this.#folders;
    // Functions, not arrows: `this` is the watcher that calls.
    this.#changeListener = function (event, name) {
      onEvent(folders.get(this) as string, event, name);
    };
    this.#errorListener = function (error) {
      onError(folders.get(this) as string, error);
    };
  }

  readonly add = (directory: string): void => {
    if (this.#isClosed || this.#watchers.has(directory)) return;
    try {
      const watcher = watch(directory, this.#changeListener).on('error', this.#errorListener);
      this.#folders.set(watcher, directory);
      this.#watchers.set(directory, watcher);
      const siblings = this.#below.get(dirname(directory)) ?? new Set();
      this.#below.set(dirname(directory), siblings.add(directory));
    } catch (error) {
      if (!isGone(codeOf(error))) this.#fail(codeOf(error));
    }
  };

  readonly close = (): void => {
    this.#isClosed = true;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    this.#below.clear();
  };

  #onEvent(directory: string, event: string, name: string | null): void {
    if (event === 'rename') this.#replace(directory, name);
    this.#options.onChange(name === null ? directory : join(directory, name));
  }

  #onError(directory: string, error: Error): void {
    if (isGone(codeOf(error))) this.#drop(directory);
    else this.#fail(codeOf(error));
  }

  /** What was renamed may be another folder by now: the handles on it and on all below it are of the former one. */
  #replace(directory: string, name: string | null): void {
    // A folder that is itself removed or moved reports its own name, as does a child of the same name.
    if (name === null || name === basename(directory)) {
      this.#watchers.get(directory)?.close();
      this.#watchers.delete(directory);
      this.add(directory);
    }
    if (name !== null) this.#drop(join(directory, name));
  }

  #drop(directory: string): void {
    this.#watchers.get(directory)?.close();
    this.#watchers.delete(directory);
    this.#below.get(dirname(directory))?.delete(directory);
    for (const below of this.#below.get(directory) ?? []) this.#drop(below);
    this.#below.delete(directory);
  }

  #fail(code: string): void {
    if (this.#isClosed) return;
    this.close();
    this.#options.onFailure(code);
  }
}

/** The folder vanished or may not be read, before or while it was watched: not a failure of watching. */
function isGone(code: string): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EPERM' || code === 'EACCES' || code === 'EIO';
}
