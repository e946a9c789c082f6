import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf } from './disk.ts';

interface WatchOptions {
  readonly root: string;
  /** A name in a directory changed; undefined for any name. */
  readonly onChange: (directory: string, name: string | undefined) => void;
  readonly onFailure: (code: string) => void;
}

/** Codes of a folder that is gone, or may not be read. */
const PASSING = ['ENOENT', 'ENOTDIR', 'EPERM', 'EACCES', 'EIO', 'ESTALE'];

interface Handle {
  readonly watcher: FSWatcher;
  /** Of the folder that it was opened for. */
  readonly identity: string | undefined;
}

/**
 * Tells in which folders something changed. One handle per tree on macOS and Windows, elsewhere one per folder: Node's
 * own recursion watches each file there. A handle stays with its folder when that is moved away, so each is opened
 * again when another folder takes the place.
 */
export class FolderWatcher {
  readonly #options: WatchOptions;
  /** Then only the root is watched. */
  readonly isTree = process.platform === 'darwin' || process.platform === 'win32';
  readonly #handles = new Map<string, Handle>();
  #isClosed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Folders that may not be watched are scanned with everything else. */
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
    const code = codeOf(error);
    this.#close(directory);
    if (this.#isClosed || PASSING.includes(code)) return;
    this.close();
    this.#options.onFailure(code);
  }
}
