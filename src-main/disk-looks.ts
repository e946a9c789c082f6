import { Semaphore } from '../src-server/semaphore.ts';

/**
 * An inspection of a dead mount never returns, and blocks one of Node's four file threads. At most two may be
 * lost.
 */
const MAX_INSPECTIONS = 2;

/** Waits for a free slot, possibly forever. */
export type DiskLooks = <T>(look: () => Promise<T>) => Promise<T>;

export function createDiskLooks(): DiskLooks {
  const semaphore = new Semaphore(MAX_INSPECTIONS);
  return (look) => semaphore.take(look);
}
