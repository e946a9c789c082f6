import { utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DiskDoor } from './disk-door.ts';

/**
 * Reads a file that we wrote for ourselves, and marks it as used by its time. Undefined where it can't be read, is no
 * regular file or larger than `maxSize`.
 *
 * @param file absolute; folders above may be links, the file itself none
 */
export function readCacheFile(door: DiskDoor, file: string, maxSize: number): Buffer | undefined {
  const folder = orNothing(() => door.realPath(dirname(file)));
  if (folder === undefined) return undefined;
  const path = join(folder, basename(file));
  const read = door.read({ path, inside: folder, maxSize });
  if (!read.ok) return undefined;
  // What nobody reads is cleared away by this time; one that can't be marked can still be read.
  orNothing(() => door.call(folder, () => utimesSync(path, new Date(), new Date())));
  return read.bytes;
}

/** A cache is nothing but saved time. */
function orNothing<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
