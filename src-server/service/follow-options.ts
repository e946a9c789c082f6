import { DEFAULT_SCAN_INTERVAL_MS } from '../contract/service/service-defaults.ts';
import type { CopyFiles } from '../registry/disk/commit-watch.ts';
import type { SnapshotOptions } from '../registry/disk/snapshot-follower.ts';
import type { RegistryLocation } from '../registry/model/registry-snapshot.ts';
import { cacheFile } from './cache-file.ts';
import type { ServerOptions } from './running-server.ts';

export function followOptions(
  {
    watch = true,
    scanIntervalMs = DEFAULT_SCAN_INTERVAL_MS,
  }: Pick<ServerOptions, 'watch' | 'scanIntervalMs'>,
  location: RegistryLocation,
  cacheFolder: string,
  copy?: CopyFiles,
): SnapshotOptions {
  return {
    location,
    watch: typeof watch === 'string' ? watch : watch ? 'auto' : 'off',
    scanIntervalMs,
    ...(copy === undefined ? {} : { copy }),
    versionFile: cacheFile(cacheFolder, location.root, 'version', 'json'),
    indexFile: cacheFile(cacheFolder, location.root, 'find', 'index'),
    skillsFile: cacheFile(cacheFolder, location.root, 'find', 'skills'),
  };
}
