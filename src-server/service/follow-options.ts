import { DEFAULT_SCAN_INTERVAL_MS } from '../contract/service-defaults.ts';
import type { FollowOptions } from '../registry/disk/registry-follower.ts';
import type { RegistryLocation } from '../registry/model/registry-snapshot.ts';
import { cacheFile } from './cache-file.ts';
import type { ServerOptions } from './running-server.ts';

/**
 * How the registry of a service is followed.
 *
 * @param cacheFolder absolute
 */
export function followOptions(
  {
    watch = true,
    scanIntervalMs = DEFAULT_SCAN_INTERVAL_MS,
  }: Pick<ServerOptions, 'watch' | 'scanIntervalMs'>,
  location: RegistryLocation,
  cacheFolder: string,
): FollowOptions {
  return {
    location,
    watch: typeof watch === 'string' ? watch : watch ? 'auto' : 'off',
    scanIntervalMs,
    foldersFile: cacheFile(cacheFolder, location.root, 'find', 'folders'),
  };
}
