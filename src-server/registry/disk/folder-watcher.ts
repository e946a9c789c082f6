import { type FSWatcher, watch } from 'node:fs';
import { basename, join } from 'node:path';
import { isInside } from './inside.ts';

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
  readonly onFailure: (error: NodeJS.ErrnoException) => void;
}

/**
 * Watches by the system's own events: one handle for the whole tree on macOS and Windows, one for each folder
 * elsewhere. Files get none of their own, so a registry of 10,000 skills costs 30,000 handles and not 110,000, which is
 * why this is not chokidar: it watches each file.
 */
export function createFolderWatcher(
  options: FolderWatcherOptions,
  platform = process.platform,
): FolderWatcher {
  return platform === 'darwin' || platform === 'win32' ? watchTree(options) : watchEachFolder(options);
}

function watchTree({ root, onChange, onFailure }: FolderWatcherOptions): FolderWatcher {
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(root, { recursive: true }, (_event, name) =>
      onChange(name === null ? root : join(root, name)),
    );
    watcher.on('error', (error: NodeJS.ErrnoException) => {
      // Windows reports a root that was removed as an error; whether it comes back is found by looking.
      if (isGone(error)) onChange(root);
      else onFailure(error);
    });
  } catch (error) {
    onFailure(error as NodeJS.ErrnoException);
  }
  return { add: () => {}, close: () => watcher?.close() };
}

function watchEachFolder({ onChange, onFailure }: FolderWatcherOptions): FolderWatcher {
  const watchers = new Map<string, FSWatcher>();
  let closed = false;

  const drop = (directory: string) => {
    watchers.get(directory)?.close();
    watchers.delete(directory);
  };
  /** What was renamed may be another folder by now: the handles on it and on all below it are of the former one. */
  const replaceWatches = (directory: string, name: string | null) => {
    // A folder that is itself removed or moved reports its own name, as does a child of the same name.
    if (name === null || name === basename(directory)) {
      drop(directory);
      add(directory);
    }
    const child = name === null ? undefined : join(directory, name);
    if (child === undefined || !watchers.has(child)) return;
    for (const watched of [...watchers.keys()]) if (isInside(child, watched)) drop(watched);
  };
  const close = () => {
    closed = true;
    for (const directory of [...watchers.keys()]) drop(directory);
  };
  const fail = (error: NodeJS.ErrnoException) => {
    if (closed) return;
    close();
    onFailure(error);
  };
  const add = (directory: string) => {
    if (closed || watchers.has(directory)) return;
    try {
      const watcher = watch(directory, (event, name) => {
        if (event === 'rename') replaceWatches(directory, name);
        onChange(name === null ? directory : join(directory, name));
      });
      watcher.on('error', (error: NodeJS.ErrnoException) => (isGone(error) ? drop(directory) : fail(error)));
      watchers.set(directory, watcher);
    } catch (error) {
      if (!isGone(error as NodeJS.ErrnoException)) fail(error as NodeJS.ErrnoException);
    }
  };
  return { add, close };
}

/** The folder vanished before or while it was watched: not a failure of watching. */
function isGone(error: NodeJS.ErrnoException): boolean {
  return (
    error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'EPERM' || error.code === 'EACCES'
  );
}
