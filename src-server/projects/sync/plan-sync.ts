import type { SyncLock } from './sync-lock.ts';

/** What is at a path: the sha256 of a regular file, `other` for a link or a folder, undefined for nothing. */
export type PresentFile = string | 'other' | undefined;

/** What becomes of one path. */
export interface SyncStep {
  readonly path: string;
  readonly action: 'create' | 'replace' | 'remove' | 'keep';
  /** Why a file is kept as it is. */
  readonly reason?: string;
}

export interface FilePlan {
  /** Sorted by path; paths that are as they should be have none. */
  readonly steps: readonly SyncStep[];
  /** The lock's hashes afterwards. */
  readonly hashes: ReadonlyMap<string, string>;
}

const EDITED = 'was changed by somebody since it was written';
const FOREIGN = 'is there already, and not ours';

/**
 * Compares what should be there with what is there and what was put there. Ours unchanged is replaced or removed, what
 * somebody changed is kept. Pure.
 *
 * @param wanted sha256 by path
 * @param present what is at each path of `wanted` and `before`
 * @param before sha256 by path, of the lock
 */
export function planFiles(
  wanted: ReadonlyMap<string, string>,
  present: ReadonlyMap<string, PresentFile>,
  before: SyncLock['files'],
): FilePlan {
  const steps: SyncStep[] = [];
  const hashes = new Map<string, string>();
  for (const path of [...new Set([...wanted.keys(), ...before.keys()])].sort()) {
    const [want, is, was] = [wanted.get(path), present.get(path), before.get(path)];
    if (want === undefined) {
      if (is === undefined) continue;
      // What somebody changed is theirs from now on.
      steps.push(is === was ? { path, action: 'remove' } : { path, action: 'keep', reason: EDITED });
      continue;
    }
    if (is === undefined || is === want || is === was) {
      if (is !== want) steps.push({ path, action: is === undefined ? 'create' : 'replace' });
      hashes.set(path, want);
      continue;
    }
    steps.push({ path, action: 'keep', reason: was === undefined ? FOREIGN : EDITED });
    if (was !== undefined) hashes.set(path, was);
  }
  return { steps, hashes };
}
