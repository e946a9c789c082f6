import type { FileReading, ReadRequest } from './disk-door.ts';
import type { LocateResult } from './locate-registry.ts';
import type { SnapshotEvents, SnapshotFollower, SnapshotOptions, SnapshotSeed } from './snapshot-follower.ts';

/** What is told to whoever serves a registry, and asked of it. */
export interface ServedEvents extends SnapshotEvents {
  /** The thread that reads the registry ended: nobody knows what changes until another one has read everything. */
  readonly onUnreadable: (code: string) => void;
  /** What is served, for the next thread; undefined before the first update. */
  readonly seed: () => SnapshotSeed | undefined;
}

/** The disk as the serving thread sees it: whatever it takes there, nobody here waits for anything but an answer. */
export interface RegistryDisk {
  /** Understands what someone picked. */
  locate(picked: string): Promise<LocateResult>;
  /** Reads a registry, tells the first update, and follows it. One registry for each disk. */
  follow(options: SnapshotOptions, events: ServedEvents): Promise<SnapshotFollower>;
  /** Reads files, in order. `TIMEOUT` is the code of those for which the disk doesn't answer. */
  read(requests: readonly ReadRequest[]): Promise<readonly FileReading[]>;
  close(): Promise<void>;
}
