import { Semaphore } from '../src-server/semaphore.ts';

/** A dead mount blocks a file thread forever. Node has four; two must remain. */
const MAX_INSPECTIONS = 2;

/** Possibly waits forever. */
export type DiskSlots = <T>(inspect: () => Promise<T>) => Promise<T>;

export function createDiskSlots(): DiskSlots {
  const semaphore = new Semaphore(MAX_INSPECTIONS);
  return (inspect) => semaphore.take(inspect);
}
