/** Whether remembered folders are there, without ever waiting for a disk that doesn't answer. */
import { stat } from 'node:fs/promises';
import type { Clock } from './clock.ts';

/**
 * A look at a dead mount never comes back, and keeps one of the four threads that Node has for files, settings and the
 * page's own among them: no more than two may be lost. Folders that then can't be looked at stay as they were known.
 */
const MAX_LOOKS = 2;
/** So long a folder that doesn't answer counts as being there. */
const PATIENCE_MS = 1_000;

/** Which folders are there, without waiting for slow disks. */
export interface FolderLooks {
  /** What is known now; what isn't is looked at, and `onChange` is called when that tells something new. */
  isThere(path: string): boolean;
  /** Looks again at each of these folders, a few at a time. */
  refresh(paths: readonly string[]): void;
}

export interface FolderLooksOptions {
  readonly clock: Clock;
  readonly onChange: () => void;
  readonly look?: (path: string) => Promise<boolean>;
}

/** A folder counts as there until it was looked at. */
export function createFolderLooks({ clock, onChange, look = isFolder }: FolderLooksOptions): FolderLooks {
  const known = new Map<string, boolean>();
  const waiting = new Set<string>();
  const running = new Set<string>();

  function learn(path: string, isThere: boolean): void {
    const before = known.get(path) ?? true;
    known.set(path, isThere);
    if (before !== isThere) onChange();
  }

  function next(): void {
    const [path] = waiting;
    if (path === undefined || running.size >= MAX_LOOKS) return;
    waiting.delete(path);
    running.add(path);
    const giveUp = clock.after(PATIENCE_MS, () => learn(path, false));
    void look(path)
      .catch(() => false)
      .then((isThere) => {
        giveUp();
        running.delete(path);
        learn(path, isThere);
        next();
      });
  }

  return {
    isThere: (path) => known.get(path) ?? true,
    refresh(paths) {
      for (const path of paths) if (!running.has(path)) waiting.add(path);
      for (let free = running.size; free < MAX_LOOKS; free += 1) next();
    },
  };
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path)).isDirectory();
}
