import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../clock.ts';

/** Package managers write a lock file in several steps. */
const SETTLED_MS = 400;
/** Omits the deepest. */
const MOST_FOLDERS = 50;

/** `sync` writes the lock last. */
const AGENTS_FILES = ['AGENTS.md', 'CLAUDE.md', '.agents/skills-registry.lock.json'];

export interface WatchProjectOptions {
  /** Absolute. */
  readonly folder: string;
  /** Relative to the folder. */
  readonly files: readonly string[];
  readonly clock: Clock;
  /** Debounced; also when a folder disappears. */
  readonly onChange: () => void;
  /** Replaced in tests. */
  readonly watchFolder?: typeof watch;
}

/** Watches folders: many editors replace files. Never throws. */
export function watchProject({
  folder,
  files,
  clock,
  onChange,
  watchFolder = watch,
}: WatchProjectOptions): () => void {
  let cancel = () => {};
  const changed = () => {
    cancel();
    cancel = clock.after(SETTLED_MS, onChange);
  };
  const watchers = [...namesByFolder([...AGENTS_FILES, ...files])]
    .slice(0, MOST_FOLDERS)
    .flatMap(([path, names]): FSWatcher[] => {
      try {
        const watcher = watchFolder(join(folder, path), { persistent: false }, (_event, name) => {
          // A deleted folder is reported by its own name or null.
          if (name === null || names.has(name) || name === basename(join(folder, path))) changed();
        });
        watcher.on('error', changed);
        return [watcher];
      } catch {
        // Unwatched files are reread on request.
        return [];
      }
    });
  return () => {
    cancel();
    for (const watcher of watchers) watcher.close();
  };
}

/** Root first. */
function namesByFolder(files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  const byDepth = files.toSorted((a, b) => a.split('/').length - b.split('/').length);
  for (const file of byDepth) {
    const of = names.get(dirname(file)) ?? new Set();
    names.set(dirname(file), of.add(basename(file)));
  }
  return names;
}
