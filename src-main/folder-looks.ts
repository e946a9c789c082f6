/** Whether folders are there, without ever waiting for a disk that doesn't answer. */
import { createPathLooks, type InspectPath, kindAt } from '../src-server/connect/path-looks.ts';
import type { Clock } from './clock.ts';
import type { DiskLooks } from './disk-looks.ts';
import { LATE, withTimeLimit } from './with-time-limit.ts';

/** So long a turn may take to come, and from then on a disk to answer. */
const PATIENCE_MS = 1_000;

/** Which folders are there, without waiting for slow disks. Each path is looked at once at a time, whoever asks. */
export interface FolderLooks {
  /**
   * What is known now, which may change with each look: a folder counts as there until it was looked at, and not while its
   * disk doesn't answer. One whose turn doesn't come stays as it was known.
   */
  isThere(path: string): boolean;
  /** Looks again at each of these folders, which are followed from now on. */
  refresh(paths: readonly string[]): void;
  /** Looks now at whatever may be there. */
  readonly look: InspectPath;
}

export interface FolderLooksOptions {
  readonly clock: Clock;
  readonly disks: DiskLooks;
  /** `isThere` tells something new of a folder that is followed. */
  readonly onChange: () => void;
  /** What is at a path, told when its disk answers; default: the system's own answer. */
  readonly look?: typeof kindAt;
}

/** Looks at nothing before it is asked. */
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
