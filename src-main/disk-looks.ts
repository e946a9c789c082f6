import { Turns } from '../src-server/turns.ts';

/**
 * A look at a dead mount never comes back, and keeps one of the four threads that Node has for files, settings and the
 * page's own among them: no more than two may be lost.
 */
const MAX_LOOKS = 2;

/** Takes a look at a disk when its turn has come, which may be never; what it tells, or throws, is the look's own. */
export type DiskLooks = <T>(look: () => Promise<T>) => Promise<T>;

/** The one bound for all looks of the app at disks that may not answer: two at once. */
export function createDiskLooks(): DiskLooks {
  const turns = new Turns(MAX_LOOKS);
  return (look) => turns.take(look);
}
