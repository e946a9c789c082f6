import { existsSync, type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf } from './disk-reader.ts';

export interface FolderWatcher {
  /** Call before reading a folder. */
  readonly add: (directory: string) => void;
  readonly close: () => void;
}

interface FolderWatcherOptions {
  readonly root: string;
  readonly onChange: (path: string) => void;
  /** Once: system limit, or no file events. */
  readonly onFailure: (code: string) => void;
}

/**
 * A handle per tree on macOS and Windows, elsewhere per folder: 20,000 for 10,000 skills, against 70,000 of
 * chokidar, which watches files.
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
      // Windows reports a removed root as EPERM; a later check finds whether it is back.
      if (isGone(codeOf(error)) && !existsSync(root)) onChange(root);
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
  /** Shared listeners save a third of the memory. */
  readonly #folders = new WeakMap<FSWatcher, string>();
  /** By parent, to drop trees fast. */
  readonly #below = new Map<string, Set<string>>();
  readonly #changeListener: (this: FSWatcher, event: string, name: string | null) => void;
  readonly #errorListener: (this: FSWatcher, error: Error) => void;
  #isClosed = false;

  constructor(options: FolderWatcherOptions) {
    this.#options = options;
    const onEvent = this.#onEvent.bind(this);
    const onError = this.#onError.bind(this);
    const folders = this.#folders;
    // Not arrow functions: `this` is the calling watcher.
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
    // Node has closed the handle. Of a folder that is still there, events would be missing from now on.
    if (isGone(codeOf(error)) && !existsSync(directory)) this.#drop(directory);
    else this.#fail(codeOf(error));
  }

  /** Handles below a renamed path watch the former folder. */
  #replace(directory: string, name: string | null): void {
    // A folder that is removed or moved reports its own name, as does a child of the same name.
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

/** Not a failure of watching. */
function isGone(code: string): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EPERM' || code === 'EACCES' || code === 'EIO';
}
