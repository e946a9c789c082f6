import type { Logger } from '../contract/service/logger.ts';
import { openRegistryDisk } from './open-registry-disk.ts';

/** The root of the registry that a folder means, links resolved; undefined where it means none now, or can't be looked at. */
export async function rootOf(folder: string, logger: Logger): Promise<string | undefined> {
  const disk = openRegistryDisk(logger);
  const located = await disk
    .locate(folder)
    .catch(() => undefined)
    .finally(() => disk.close());
  return located?.ok ? located.location.root : undefined;
}
