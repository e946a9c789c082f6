import { compiledWorker } from '../built-files.ts';
import type { Logger } from '../contract/service/logger.ts';
import { openDisk } from '../registry/disk/open-disk.ts';
import type { RegistryDisk } from '../registry/disk/registry-disk.ts';
import type { DiskWorker } from '../registry/disk/start-disk-worker.ts';

/**
 * The disk of this installation: on threads of its own where it was built.
 *
 * @param started what `startDiskWorker` started; default: the first thread is started when it is needed
 */
export function openRegistryDisk(logger: Logger, started?: DiskWorker): RegistryDisk {
  const workerUrl = compiledWorker('disk-worker');
  return openDisk({ logger, started, ...(workerUrl === undefined ? {} : { workerUrl }) });
}
