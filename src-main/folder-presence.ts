import { createPathInspector, type InspectPath, kindAt } from '../src-server/connect/path-inspector.ts';
import type { Clock } from './clock.ts';
import type { DiskSlots } from './disk-slots.ts';
import { LATE, withTimeLimit } from './with-time-limit.ts';

/** For a slot, then for the disk. */
const PATIENCE_MS = 1_000;

/** On slow disks. Shares concurrent inspections. */
export interface FolderPresence {
  /** Last known: present until inspected, absent on a hung disk, unchanged without a free slot. */
  isThere(path: string): boolean;
  /** Inspects, then follows. */
  refresh(paths: readonly string[]): void;
  readonly inspect: InspectPath;
}

export interface FolderPresenceOptions {
  readonly clock: Clock;
  readonly disks: DiskSlots;
  /** A followed folder changed. */
  readonly onChange: () => void;
  /** Without timeout; default: file system. */
  readonly inspect?: typeof kindAt;
}

export function createFolderPresence({
  clock,
  disks,
  onChange,
  inspect = kindAt,
}: FolderPresenceOptions): FolderPresence {
  const known = new Map<string, boolean>();
  const followed = new Set<string>();

  function learn(path: string, isThere: boolean): void {
    const before = known.get(path) ?? true;
    known.set(path, isThere);
    if (before !== isThere && followed.has(path)) onChange();
  }

  const inspectInTime = createPathInspector({
    look: inspect,
    takeTurn: disks,
    async limitTime(work) {
      const found = await withTimeLimit(work, clock, PATIENCE_MS);
      return found === LATE ? undefined : found;
    },
    onInspected: (path, found) => learn(path, found === 'folder'),
  });
  return {
    isThere: (path) => known.get(path) ?? true,
    refresh(paths) {
      for (const path of paths) {
        followed.add(path);
        void inspectInTime(path);
      }
    },
    inspect: inspectInTime,
  };
}
