import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './disk.ts';

interface WatchOptions {
  readonly root: string;
  readonly onChange: () => void;
  readonly onFailure: (code: string) => void;
}

/**
 * Tells that something below the root changed, not what. One handle per tree on macOS and Windows, elsewhere one
 * per folder: Node's own recursion watches each file there.
 */
export class FolderWatcher {
  readonly #options: WatchOptions;
  readonly #isTree = process.platform === 'darwin' || process.platform === 'win32';
  readonly #handles = new Map<string, FSWatcher>();
  #isClosed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
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
    for (const directory of this.#handles.keys()) if (!wanted.has(directory)) this.#close(directory);
    const added = [...wanted].filter((directory) => !this.#handles.has(directory));
    for (const directory of added) this.#watch(directory);
    return added.length > 0;
  }

  close(): void {
    this.#isClosed = true;
    for (const directory of this.#handles.keys()) this.#close(directory);
  }

  #close(directory: string): void {
    this.#handles.get(directory)?.close();
    this.#handles.delete(directory);
  }

  #watch(directory: string): void {
    if (this.#isClosed) return;
    try {
      const handle = watch(directory, { recursive: this.#isTree }, (event, name) => {
        if (event === 'rename' && !this.#isTree) this.#forget(join(directory, name ?? ''));
        this.#options.onChange();
      });
      handle.on('error', (error) => this.#fail(directory, error));
      this.#handles.set(directory, handle);
    } catch (error) {
      this.#fail(directory, error);
    }
  }

  /** Handles at or below a renamed path watch the former folder; the next scan adds new ones. */
  #forget(renamed: string): void {
    for (const path of this.#handles.keys())
      if (path !== this.#options.root && (path === renamed || path.startsWith(join(renamed, '/'))))
        this.#close(path);
  }

  #fail(directory: string, error: unknown): void {
    const code = codeOf(error);
    this.#close(directory);
    if (['ENOENT', 'ENOTDIR', 'EPERM', 'EACCES', 'EIO'].includes(code)) this.#options.onChange();
    else if (!this.#isClosed) {
      this.close();
      this.#options.onFailure(code);
    }
  }
}
