import { unlinkSync } from 'node:fs';
import { guardPath, lookAt, WriteRefused } from './guarded-path.ts';
import { syncFolder } from './write-inside.ts';

/**
 * Rejects with `WriteRefused` if the file is not regular, or a parent folder is a link or was replaced.
 *
 * @param root trusted and existing
 * @param path relative, `/` between segments
 * @param lastLook called synchronously before the removal; may throw
 */
export async function removeInside(root: string, path: string, lastLook: () => void): Promise<void> {
  const place = await guardPath(root, path);
  const stats = await lookAt(place.path);
  if (stats !== undefined && !stats.isFile()) throw new WriteRefused(`${place.path} is not a regular file.`);
  await place.checkAgain();
  lastLook();
  unlinkSync(place.path);
  await syncFolder(place.folder);
}
