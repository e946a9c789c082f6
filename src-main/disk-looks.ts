import { Semaphore } from '../src-server/semaphore.ts';

/** A dead mount blocks a file thread forever. Node has four; two must remain. */
const MAX_INSPECTIONS = 2;

/** Possibly waits forever. */
export type DiskLooks = <T>(look: () => Promise<T>) => Promise<T>;

export function createDiskLooks(): DiskLooks {
  const semaphore = new Semaphore(MAX_INSPECTIONS);
  return (look) => semaphore.take(look);
}
