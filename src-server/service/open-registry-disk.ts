import { compiledWorker } from '../built-files.ts';
import type { Logger } from '../contract/logger.ts';
import { openDisk } from '../registry/disk/open-disk.ts';
import type { RegistryDisk } from '../registry/disk/registry-disk.ts';

/** The disk of this installation: on threads of its own where it was built. */
export function openRegistryDisk(logger: Logger): RegistryDisk {
  const workerUrl = compiledWorker('disk-worker');
  return openDisk({ logger, ...(workerUrl === undefined ? {} : { workerUrl }) });
}
