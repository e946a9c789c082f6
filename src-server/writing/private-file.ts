import { promises as fs } from 'node:fs';
import { READ_PLAIN } from './guarded-path.ts';

/**
 * Reads a file that we wrote for ourselves, and marks it as used by its time. Undefined where it isn't there, can't be
 * read, is no regular file or larger than `maxBytes`; what a link leads to is never read.
 *
 * @param file absolute
 */
export async function readPrivateFile(file: string, maxBytes: number): Promise<Buffer | undefined> {
  let handle: fs.FileHandle | undefined;
  try {
    handle = await fs.open(file, READ_PLAIN);
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size > maxBytes) return undefined;
    const bytes = await handle.readFile();
    // What nobody reads goes by this time; one that can't be marked can still be read.
    const now = new Date();
    await handle.utimes(now, now).catch(() => {});
    return bytes;
  } catch {
    return undefined;
  } finally {
    await handle?.close();
  }
}
