import { promises as fs } from 'node:fs';

/**
 * That the registry which is taken isn't the named folder but one right above or below, in a sentence; undefined where it is
 * that very folder.
 *
 * @param named absolute
 * @param root what is taken, links resolved
 */
export async function takenInstead(named: string, root: string): Promise<string | undefined> {
  const real = await fs.realpath(named).catch(() => named);
  return real === root ? undefined : `${named} is no registry; using ${root} instead.`;
}
