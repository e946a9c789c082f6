import type { FileReading, ReadRequest } from './disk-door.ts';
import type { LocateResult } from './locate-registry.ts';
import type { FollowerEvents, FollowOptions, RegistryFollower } from './registry-follower.ts';

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
