import type { Logger } from '../../contract/logger.ts';
import { createDiskDoor, type FileReading, type ReadRequest } from './disk-door.ts';
import type { LocateResult } from './locate-registry.ts';
import { locateRegistry } from './locate-registry.ts';
import {
  type FollowerEvents,
  type FollowOptions,
  followRegistry,
  type RegistryFollower,
} from './registry-follower.ts';
import { ThreadedDisk } from './threaded-disk.ts';

/** The disk as the serving thread sees it: whatever it takes there, nobody here waits for anything but an answer. */
export interface RegistryDisk {
  /** Understands what someone picked. */
  locate(picked: string): Promise<LocateResult>;
  /** Reads a registry, tells the first delta, and follows it. One registry for each disk. */
  follow(options: FollowOptions, events: FollowerEvents): Promise<RegistryFollower>;
  /** Reads files, in order. `TIMEOUT` is the code of those for which the disk doesn't answer. */
  read(requests: readonly ReadRequest[]): Promise<readonly FileReading[]>;
  close(): Promise<void>;
}

export interface DiskOptions {
  readonly logger: Logger;
  /** The compiled disk-worker; without it (from source, and in commands that serve nobody) this thread does the work. */
  readonly workerUrl?: URL;
}

export function openDisk({ logger, workerUrl }: DiskOptions): RegistryDisk {
  return workerUrl === undefined ? localDisk() : new ThreadedDisk(workerUrl, logger);
}

function localDisk(): RegistryDisk {
  const door = createDiskDoor();
  let follower: RegistryFollower | undefined;
  return {
    locate: async (picked) => locateRegistry(picked, door),
    async follow(options, events) {
      follower = followRegistry(door, options, events);
      return follower;
    },
    read: async (requests) => requests.map((request) => door.read(request)),
    close: async () => follower?.close(),
  };
}
