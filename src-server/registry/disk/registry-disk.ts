import type { FileReading, ReadRequest } from './disk-reader.ts';
import type { LocateResult } from './locate-registry.ts';
import type { SnapshotEvents, SnapshotFollower, SnapshotOptions, SnapshotSeed } from './snapshot-follower.ts';

export interface ServedEvents extends SnapshotEvents {
  /** The thread ended: changes unnoticed until the next full scan. */
  readonly onUnreadable: (code: string) => void;
  /** Undefined before the first update. */
  readonly seed: () => SnapshotSeed | undefined;
}

/** Never blocks the serving thread. */
export interface RegistryDisk {
  locate(picked: string): Promise<LocateResult>;
  /** Resolves after the first update. Once per disk. */
  follow(options: SnapshotOptions, events: ServedEvents): Promise<SnapshotFollower>;
  read(requests: readonly ReadRequest[]): Promise<readonly FileReading[]>;
  close(): Promise<void>;
}
