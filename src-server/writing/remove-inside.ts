import { unlink } from 'node:fs/promises';
import { guardPath, inspect, WriteRefused } from './guarded-path.ts';

/**
 * Rejects with `WriteRefused` if irregular, or a parent folder is a link or was replaced.
 *
 * @param root trusted and existing
 * @param path as in `guardPath`
 */
export async function removeInside(root: string, path: string): Promise<void> {
  const place = await guardPath(root, path);
  const stats = await inspect(place.path);
  if (stats !== undefined && !stats.isFile()) throw new WriteRefused(`${place.path} is not a regular file.`);
  await place.checkAgain();
  await unlink(place.path);
}
