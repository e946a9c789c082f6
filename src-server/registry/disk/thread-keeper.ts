import type { FromDiskThread } from './disk-messages.ts';
import type { DiskThread } from './disk-thread.ts';

/** How threads are started and given up; what both kinds of work share. */
export interface ThreadKeeper {
  start(onMessage: (message: FromDiskThread) => void, events: LaneEvents): DiskThread;
}

export interface LaneEvents {
  /** This thread was given up: go on with another one, where the stuck place is shut. */
  readonly onGivenUp: () => void;
  /** As of `DiskThreadEvents`. */
  readonly onEnd: (error: Error, checked?: string) => void;
}
