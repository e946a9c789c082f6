import { promises as fs } from 'node:fs';
import { join } from 'node:path';

export const LEFTOVER_MS = 3_600_000;

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const DRAFT = new RegExp(`^(?:(?:lock\\.)?${UUID}|\\..+\\.${UUID}\\.tmp)$`);

/**
 * Removes leftovers of killed writers: our name pattern, an hour old, this user's, no
 * links. Never rejects.
 *
 * @param folder absolute, no link
 */
export async function sweepLeftovers(folder: string, prefix = ''): Promise<void> {
  const names = await fs.readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(prefix) || !DRAFT.test(name)) continue;
    const path = join(folder, name);
    const stats = await fs.lstat(path).catch(() => undefined);
    if (stats === undefined || !isOurs(stats) || Date.now() - stats.mtimeMs <= LEFTOVER_MS) continue;
    if (stats.isFile()) await fs.unlink(path).catch(() => {});
    else if (stats.isDirectory()) await fs.rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

/** True for root, and without owners. */
export function isOurs({ uid }: { readonly uid: number | bigint }): boolean {
  const own = process.getuid?.() ?? 0;
  return own === 0 || Number(uid) === own;
}
