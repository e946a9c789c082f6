import { compiledWorker } from '../built-files.ts';
import type { Logger } from '../contract/service/logger.ts';
import { openDisk } from '../registry/disk/open-disk.ts';
import type { RegistryDisk } from '../registry/disk/registry-disk.ts';
import type { RegistryLocation } from '../registry/registry-patch.ts';
import { StartError } from './start-error.ts';

/** With worker threads if built. */
export function openRegistryDisk(logger: Logger): RegistryDisk {
  const workerUrl = compiledWorker('disk-worker');
  return openDisk({ logger, ...(workerUrl === undefined ? {} : { workerUrl }) });
}

/** If the folder is no registry, closes the disk and throws `StartError`. */
export async function requireRegistry(picked: string, disk: RegistryDisk): Promise<RegistryLocation> {
  const located = await disk.locate(picked);
  if (located.ok) return located.location;
  await disk.close();
  const { ok: _, reason, ...none } = located;
  throw new StartError({ reason: 'no-registry', path: picked, ...none }, reason);
}

/** Resolves links. Undefined without a readable registry. */
export async function rootOf(folder: string, logger: Logger): Promise<string | undefined> {
  const disk = openRegistryDisk(logger);
  const located = await disk
    .locate(folder)
    .catch(() => undefined)
    .finally(() => disk.close());
  return located?.ok ? located.location.root : undefined;
}
