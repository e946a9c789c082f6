import type { Logger } from '../contract/logger.ts';
import { lastServed } from '../discovery/discovery-files.ts';
import { openRegistryDisk } from './open-registry-disk.ts';

/**
 * The root of the registry of this user's service that was started last, where it is one still; undefined where none ever ran.
 *
 * @param dataFolder of this user's services, absolute
 */
export async function lastRegistry(dataFolder: string, logger: Logger): Promise<string | undefined> {
  const folder = await lastServed(dataFolder);
  return folder && rootOf(folder, logger);
}

/** The root of the registry that a folder means, links resolved; undefined where it means none now, or can't be looked at. */
export async function rootOf(folder: string, logger: Logger): Promise<string | undefined> {
  const disk = openRegistryDisk(logger);
  const located = await disk
    .locate(folder)
    .catch(() => undefined)
    .finally(() => disk.close());
  return located?.ok ? located.location.root : undefined;
}
