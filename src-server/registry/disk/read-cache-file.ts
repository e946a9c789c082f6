import { utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DiskDoor } from './disk-door.ts';

/**
 * Marks the file as used by its time. Undefined if missing, irregular or too large.
 *
 * @param file absolute; no link
 */
export function readCacheFile(door: DiskDoor, file: string, maxSize: number): Buffer | undefined {
  const folder = orNothing(() => door.realPath(dirname(file)));
  if (folder === undefined) return undefined;
  const path = join(folder, basename(file));
  const read = door.read({ path, inside: folder, maxSize });
  if (!read.ok) return undefined;
  // `pruneCaches` deletes by this time. A file that can't be marked is still usable.
  orNothing(() => door.call(folder, () => utimesSync(path, new Date(), new Date())));
  return read.bytes;
}

/** Ignores errors: a cache only saves time. */
function orNothing<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
