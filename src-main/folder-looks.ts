import { createPathLooks, type InspectPath, kindAt } from '../src-server/connect/path-looks.ts';
import type { Clock } from './clock.ts';
import type { DiskLooks } from './disk-looks.ts';
import { LATE, withTimeLimit } from './with-time-limit.ts';

/** Timeout for getting a slot, and then for the disk. */
const PATIENCE_MS = 1_000;

/** Existence of folders, without waiting for slow disks. Concurrent inspections of a path are shared. */
export interface FolderLooks {
  /**
   * Last known state. Folders count as present until inspected, and as absent while the disk hangs. Without a
   * free slot the state stays unchanged.
   */
  isThere(path: string): boolean;
  /** Inspects these folders, and reports their changes from now on. */
  refresh(paths: readonly string[]): void;
  /** Inspects any path now. */
  readonly look: InspectPath;
}

export interface FolderLooksOptions {
  readonly clock: Clock;
  readonly disks: DiskLooks;
  /** Called when the state of a followed folder changes. */
  readonly onChange: () => void;
  /** Inspects a path without timeout; default: file system. */
  readonly look?: typeof kindAt;
}

/** Inspects nothing until asked. */
export function createFolderLooks({
  clock,
  disks,
  onChange,
  look = kindAt,
}: FolderLooksOptions): FolderLooks {
  const known = new Map<string, boolean>();
  const followed = new Set<string>();

  function learn(path: string, isThere: boolean): void {
    const before = known.get(path) ?? true;
    known.set(path, isThere);
    if (before !== isThere && followed.has(path)) onChange();
  }

  const lookInTime = createPathLooks({
    look,
    takeTurn: disks,
    async limitTime(work) {
      const found = await withTimeLimit(work, clock, PATIENCE_MS);
      return found === LATE ? undefined : found;
    },
    onLooked: (path, found) => learn(path, found === 'folder'),
  });
  return {
    isThere: (path) => known.get(path) ?? true,
    refresh(paths) {
      for (const path of paths) {
        followed.add(path);
        void lookInTime(path);
      }
    },
    look: lookInTime,
  };
}
