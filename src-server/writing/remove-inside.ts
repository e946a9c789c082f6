import { unlinkSync } from 'node:fs';
import { guardPath, lookAt, WriteRefused } from './guarded-path.ts';
import { syncFolder } from './write-inside.ts';

/**
 * Removes a file below a trusted folder. Rejects with `WriteRefused` where a folder on the way is a link or became another
 * one meanwhile, or the file is a link or no regular file; nothing is removed then.
 *
 * @param root trusted; must be there
 * @param path relative to it, `/` between segments
 * @param lastLook the last thing before the file goes, with nothing in between; may throw
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
