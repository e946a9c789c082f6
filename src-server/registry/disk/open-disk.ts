import type { ResourceLimits } from 'node:worker_threads';
import type { Logger } from '../../contract/service/logger.ts';
import { createDiskReader, type DiskReader } from './disk-reader.ts';
import { locateRegistry } from './locate-registry.ts';
import type { RegistryDisk } from './registry-disk.ts';
import { followSnapshots, type SnapshotFollower } from './snapshot-follower.ts';
import { ThreadedDisk } from './threaded-disk.ts';

interface DiskOptions {
  readonly logger: Logger;
  /** Default: no threads. */
  readonly workerUrl?: URL;
  readonly threadLimits?: ResourceLimits;
}

export function openDisk({ logger, workerUrl, threadLimits }: DiskOptions): RegistryDisk {
  return workerUrl === undefined ? diskHere() : new ThreadedDisk(workerUrl, logger, threadLimits);
}

export function diskHere(reader: DiskReader = createDiskReader()): RegistryDisk {
  let follower: SnapshotFollower | undefined;
  return {
    locate: async (picked) => locateRegistry(picked, reader),
    async follow(options, events) {
      follower = followSnapshots(reader, options, events);
      return follower;
    },
    read: async (requests) => requests.map((request) => reader.read(request)),
    close: async () => follower?.close(),
  };
}
