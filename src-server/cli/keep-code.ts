import { promises as fs } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { writeInside } from '../writing/write-inside.ts';

/** Code that wasn't run for this long is of a program that is gone, and can be made again. */
const UNUSED_MS = 30 * 24 * 60 * 60 * 1_000;
/** The place of the program, its version, the Node that runs it: see `codeFileName`. */
const NAME = /^([0-9a-f]{1,8})-.+@(.+)\.code$/;

/**
 * Keeps code for later starts, readable by this user alone, and removes what earlier versions at the same place kept on
 * the same Node, and what nobody used for 30 days. Rejects where it can't be written.
 *
 * @param file absolute
 */
export async function keepCode(file: string, code: Buffer): Promise<void> {
  const [folder, name] = [dirname(file), basename(file)];
  // One that is there would keep its owner and permissions, for which it may not have been taken.
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
