import type { Logger } from '../contract/service/logger.ts';
import { openRegistryDisk } from './open-registry-disk.ts';

/** Resolves links. Undefined if no registry is found, or the folder is unreadable. */
export async function rootOf(folder: string, logger: Logger): Promise<string | undefined> {
  const disk = openRegistryDisk(logger);
  const located = await disk
    .locate(folder)
    .catch(() => undefined)
    .finally(() => disk.close());
  return located?.ok ? located.location.root : undefined;
}
