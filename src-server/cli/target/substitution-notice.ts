import { promises as fs } from 'node:fs';

/**
 * Undefined if the named registry is used.
 *
 * @param named absolute
 * @param root used, links resolved
 */
export async function substitutionNotice(named: string, root: string): Promise<string | undefined> {
  const real = await fs.realpath(named).catch(() => named);
  return real === root ? undefined : `${named} is no registry; using ${root} instead.`;
}
