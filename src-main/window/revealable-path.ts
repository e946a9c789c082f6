import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import type { Clock } from '../clock.ts';
import type { DiskSlots } from '../disk-slots.ts';
import { Refusal } from '../refusal.ts';
import { LATE, withTimeLimit } from '../with-time-limit.ts';

const PATIENCE_MS = 3_000;

/**
 * Real path; undefined if missing or, with links resolved, outside of the folders. Relative to the first
 * folder.
 */
export async function revealablePath(path: string, folders: readonly string[]): Promise<string | undefined> {
  const [base] = folders;
  if (base === undefined || path.includes('\0')) return undefined;
  const wanted = await realpath(resolve(base, path)).catch(() => undefined);
  if (wanted === undefined) return undefined;
  for (const folder of folders) {
    const root = await realpath(folder).catch(() => undefined);
    if (root !== undefined && isInside(root, wanted)) return wanted;
  }
  return undefined;
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (!isAbsolute(way) && !/^\.\.(?:[\\/]|$)/.test(way));
}

/** One call at a time. Throws `Refusal` while the disk does not respond. */
export function createPathInspection(
  clock: Clock,
  disks: DiskSlots,
  inspect: typeof revealablePath = revealablePath,
): typeof revealablePath {
  let running: Promise<string | undefined> | undefined;
  return async (path, folders) => {
    if (running !== undefined) throw new Refusal(NO_ANSWER);
    running = disks(() => inspect(path, folders)).finally(() => {
      running = undefined;
    });
    const found = await withTimeLimit(running, clock, PATIENCE_MS);
    if (found === LATE) throw new Refusal(NO_ANSWER);
    return found;
  };
}

const NO_ANSWER = 'This can’t be looked at now: a disk doesn’t answer. Try again when it does.';
