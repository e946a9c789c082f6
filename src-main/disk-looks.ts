import { Turns } from '../src-server/turns.ts';

/**
 * An inspection of a dead mount never returns and blocks one of Node's four file threads, which settings and
 * the page's files need too. So at most two may be lost.
 */
const MAX_LOOKS = 2;

/** Runs a disk operation when a slot is free, possibly never. Passes its result or error through. */
export type DiskLooks = <T>(look: () => Promise<T>) => Promise<T>;

/** Creates the app's only semaphore for disks that may hang. */
export function createDiskLooks(): DiskLooks {
  const turns = new Turns(MAX_LOOKS);
  return (look) => turns.take(look);
}
