import { compiledWorker } from '../built-files.ts';
import type { Logger } from '../contract/service/logger.ts';
import { openDisk } from '../registry/disk/open-disk.ts';
import type { RegistryDisk } from '../registry/disk/registry-disk.ts';
import type { DiskWorker } from '../registry/disk/start-disk-worker.ts';

/**
 * Uses worker threads in built installations.
 *
 * @param started default: starts a thread on demand
 */
export function openRegistryDisk(logger: Logger, started?: DiskWorker): RegistryDisk {
  const workerUrl = compiledWorker('disk-worker');
  return openDisk({ logger, started, ...(workerUrl === undefined ? {} : { workerUrl }) });
}
