import type { SyncLock } from './sync-lock.ts';

/** sha256 of a regular file, `other` for a link or folder, undefined if missing. */
export type PresentFile = string | 'other' | undefined;

export interface SyncStep {
  readonly path: string;
  readonly action: 'create' | 'replace' | 'remove' | 'keep';
  readonly reason?: string;
}

export interface FilePlan {
  /** Sorted by path, without unchanged paths. */
  readonly steps: readonly SyncStep[];
  readonly hashes: ReadonlyMap<string, string>;
}

const EDITED = 'was changed by somebody since it was written';
const FOREIGN = 'is there already, and not ours';

/**
 * Keeps files edited by others.
 *
 * @param wanted sha256 by path
 * @param present for all paths of `wanted` and `before`
 * @param before sha256 by path, from the lock
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
      // Edited files belong to the user from now on.
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
