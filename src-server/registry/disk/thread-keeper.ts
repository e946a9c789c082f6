import type { FromDiskThread } from './disk-messages.ts';
import type { DiskThread } from './disk-thread.ts';

/** Shared by reading and following. */
export interface ThreadKeeper {
  start(onMessage: (message: FromDiskThread) => void, events: LaneEvents): DiskThread;
}

export interface LaneEvents {
  /** Continue on another thread; the hung path is shut there. */
  readonly onGivenUp: () => void;
  /** See `DiskThreadEvents`. */
  readonly onEnd: (error: Error, checked?: string) => void;
}
