import { utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DiskReader } from './disk-reader.ts';

/**
 * Touches the file. Undefined if missing, irregular or too large.
 *
 * @param file absolute; no link
 */
export function readCacheFile(reader: DiskReader, file: string, maxSize: number): Buffer | undefined {
  const folder = orNothing(() => reader.realPath(dirname(file)));
  if (folder === undefined) return undefined;
  const path = join(folder, basename(file));
  const read = reader.read({ path, inside: folder, maxSize });
  if (!read.ok) return undefined;
  // `pruneCaches` deletes by this time. A file that can't be marked is still usable.
  orNothing(() => utimesSync(path, new Date(), new Date()));
  return read.bytes;
}

function orNothing<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
