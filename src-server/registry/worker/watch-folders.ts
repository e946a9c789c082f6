import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './disk.ts';

interface WatchOptions {
  readonly root: string;
  readonly onChange: () => void;
  /** Once: the system's limit is reached, or there are no events. */
  readonly onFailure: (code: string) => void;
}

/**
 * Tells that something below the root changed, not what. One handle per tree on macOS and Windows, elsewhere one
 * per folder: Node's own recursion watches each file there.
 */
export class FolderWatcher {
  readonly #options: WatchOptions;
  readonly #isTree: boolean;
  readonly #handles = new Map<string, FSWatcher>();
  #isClosed = false;

  constructor(options: WatchOptions, platform = process.platform) {
    this.#options = options;
    this.#isTree = platform === 'darwin' || platform === 'win32';
    if (this.#isTree) this.#watch(options.root);
  }

  /**
   * Watches these folders from now on, and no others.
   *
   * @returns whether there are new ones: changes before raised no event
   */
  keep(directories: Iterable<string>): boolean {
    if (this.#isTree || this.#isClosed) return false;
    const wanted = new Set([this.#options.root, ...directories]);
    for (const [directory, handle] of this.#handles)
      if (!wanted.has(directory)) {
        handle.close();
        this.#handles.delete(directory);
      }
    let isNew = false;
    for (const directory of wanted)
      if (!this.#handles.has(directory)) {
        isNew = true;
        this.#watch(directory);
      }
    return isNew;
  }

  close(): void {
    this.#isClosed = true;
    for (const handle of this.#handles.values()) handle.close();
    this.#handles.clear();
  }

  #watch(directory: string): void {
    if (this.#isClosed) return;
    try {
      const handle = watch(directory, { recursive: this.#isTree }, (event, name) => {
        if (event === 'rename' && !this.#isTree) this.#forget(directory, name);
        this.#options.onChange();
      });
      handle.on('error', (error) => this.#fail(directory, error));
      this.#handles.set(directory, handle);
    } catch (error) {
      this.#fail(directory, error);
    }
  }

  /** Handles at or below a renamed path watch the former folder; the next scan adds new ones. */
  #forget(directory: string, name: string | null): void {
    const renamed = name === null ? directory : join(directory, name);
    for (const [path, handle] of this.#handles)
      if (path !== this.#options.root && (path === renamed || path.startsWith(join(renamed, '/')))) {
        handle.close();
        this.#handles.delete(path);
      }
  }

  #fail(directory: string, error: unknown): void {
    const code = codeOf(error);
    this.#handles.get(directory)?.close();
    this.#handles.delete(directory);
    // The scan finds what is gone or unreadable.
    if (['ENOENT', 'ENOTDIR', 'EPERM', 'EACCES', 'EIO'].includes(code)) this.#options.onChange();
    else if (!this.#isClosed) {
      this.close();
      this.#options.onFailure(code);
    }
  }
}
