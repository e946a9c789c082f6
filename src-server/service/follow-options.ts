import { DEFAULT_SCAN_INTERVAL_MS } from '../contract/service/service-defaults.ts';
import type { SnapshotOptions } from '../registry/disk/snapshot-follower.ts';
import type { RegistryLocation } from '../registry/registry-patch.ts';
import { cacheFile } from './cache-file.ts';
import type { ServerOptions } from './running-server.ts';

export function followOptions(
  {
    watch = true,
    scanIntervalMs = DEFAULT_SCAN_INTERVAL_MS,
    isReplica,
  }: Pick<ServerOptions, 'watch' | 'scanIntervalMs' | 'isReplica'>,
  location: RegistryLocation,
  cacheFolder: string,
): SnapshotOptions {
  return {
    location,
    watch: typeof watch === 'string' ? watch : watch ? 'auto' : 'off',
    scanIntervalMs,
    isReplica,
    skillsFile: cacheFile(cacheFolder, location.root, 'find', 'skills'),
  };
}
