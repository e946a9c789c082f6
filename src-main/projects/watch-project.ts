import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../clock.ts';

/** Package managers write a lock file in several steps. */
const SETTLED_MS = 400;
/** Folders that are watched; the deepest ones are left out. */
const MOST_FOLDERS = 50;

/** What a project's agents are told stands here; the lock is what `sync` writes last. */
const AGENTS_FILES = ['AGENTS.md', 'CLAUDE.md', '.agents/skills-registry.lock.json'];

export interface WatchProjectOptions {
  /** Absolute. */
  readonly folder: string;
  /** Files that name packages, relative to it. */
  readonly files: readonly string[];
  readonly clock: Clock;
  /** Called once they have settled. A folder that goes away is a change. */
  readonly onChange: () => void;
  /** Default: the system's. */
  readonly watchFolder?: typeof watch;
}

/** Watches the files of a project that say what it uses, by their folders: many editors write a new file. Never throws. */
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
          // A folder that goes is told under its own name, or under none.
          if (name === null || names.has(name) || name === basename(join(folder, path))) changed();
        });
        watcher.on('error', changed);
        return [watcher];
      } catch {
        // What can't be watched is read again by hand.
        return [];
      }
    });
  return () => {
    cancel();
    for (const watcher of watchers) watcher.close();
  };
}

/** Names by folder, the root first. */
function namesByFolder(files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  const byDepth = files.toSorted((a, b) => a.split('/').length - b.split('/').length);
  for (const file of byDepth) {
    const of = names.get(dirname(file)) ?? new Set();
    names.set(dirname(file), of.add(basename(file)));
  }
  return names;
}
