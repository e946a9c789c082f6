import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file so that readers see the old text or the new one, never a part, even when the machine stops: to a
 * temporary file in the same folder, flushed, then renamed over it. Makes the folder where it is missing.
 *
 * @param mode permissions of the file, such as 0o600; the folder that is made gets the same with `x`
 */
export async function writeFileAtomic(file: string, text: string | Uint8Array, mode = 0o644): Promise<void> {
  await fs.mkdir(dirname(file), { recursive: true, mode: mode | ((mode & 0o444) >> 2) });
  const temporary = join(dirname(file), `.${basename(file)}.${randomUUID()}.tmp`);
  try {
    const handle = await fs.open(temporary, 'wx', mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await fs.rename(temporary, file);
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw error;
  }
}

/** The same for a file that may exist already: what a link leads to is replaced, not the link, and keeps its permissions. */
export async function replaceFileAtomic(file: string, text: string | Uint8Array): Promise<void> {
  const target = await fs.realpath(file).catch(() => file);
  const stats = await fs.stat(target).catch(() => undefined);
  await writeFileAtomic(target, text, stats === undefined ? undefined : stats.mode & 0o777);
}
