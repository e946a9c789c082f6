import { DEFAULT_SCAN_INTERVAL_MS } from '../contract/service-defaults.ts';
import type { FollowOptions } from '../registry/disk/registry-follower.ts';
import type { RegistryLocation } from '../registry/model/registry-snapshot.ts';
import { userFolders } from '../user-folders.ts';
import { cacheFile } from './cache-file.ts';
import type { ServerOptions } from './running-server.ts';

/** How the registry of a service is followed. */
export function followOptions(
  { watch = true, scanIntervalMs = DEFAULT_SCAN_INTERVAL_MS }: ServerOptions,
  location: RegistryLocation,
): FollowOptions {
  return {
    location,
    watch: typeof watch === 'string' ? watch : watch ? 'auto' : 'off',
    scanIntervalMs,
    foldersFile: foldersFile(userFolders().cache, location),
  };
}

/** The file that keeps for the next start what was read of a registry's folders. @param cacheFolder absolute */
export function foldersFile(cacheFolder: string, { root }: RegistryLocation): string {
  return cacheFile(cacheFolder, root, 'find', 'folders');
}
