import { promises as fs } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { writeInside } from '../writing/write-inside.ts';

/** Older caches are unnecessary, or rebuilt. */
const UNUSED_MS = 30 * 24 * 60 * 60 * 1_000;
/** See `codeFileName`. */
const NAME = /^([0-9a-f]{1,8})-.+@(.+)\.code$/;

/**
 * Readable by this user only. Deletes caches of earlier versions, and unused for 30 days.
 *
 * @param file absolute
 */
export async function keepCode(file: string, code: Buffer): Promise<void> {
  const [folder, name] = [dirname(file), basename(file)];
  // Writing into an existing file would keep its owner and permissions, which may be the reason why it was
  // rejected.
  await fs.rm(file, { force: true });
  await writeInside(dirname(folder), `${basename(folder)}/${name}`, code, { mode: 0o600 });
  const [, place, node] = NAME.exec(name) ?? [];
  for (const other of await fs.readdir(folder)) {
    const [, otherPlace, otherNode] = NAME.exec(other) ?? [];
    if (other === name || otherPlace === undefined) continue;
    const stats = await fs.lstat(join(folder, other)).catch(() => undefined);
    const isUnused = stats !== undefined && Date.now() - stats.mtimeMs > UNUSED_MS;
    if (isUnused || (otherPlace === place && otherNode === node))
      await fs.rm(join(folder, other), { force: true });
  }
}
