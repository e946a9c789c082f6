import { unlinkSync } from 'node:fs';
import { guardPath, inspect, WriteRefused } from './guarded-path.ts';
import { syncFolder } from './write-inside.ts';

/**
 * Rejects with `WriteRefused` if irregular, or a parent folder is a link or was replaced.
 *
 * @param root trusted and existing
 * @param path as in `guardPath`
 * @param beforeRemoval synchronous; may throw
 */
export async function removeInside(root: string, path: string, beforeRemoval: () => void): Promise<void> {
  const place = await guardPath(root, path);
  const stats = await inspect(place.path);
  if (stats !== undefined && !stats.isFile()) throw new WriteRefused(`${place.path} is not a regular file.`);
  await place.checkAgain();
  beforeRemoval();
  unlinkSync(place.path);
  await syncFolder(place.folder);
}
