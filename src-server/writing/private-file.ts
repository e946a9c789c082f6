import { promises as fs } from 'node:fs';
import { READ_PLAIN } from './guarded-path.ts';

/**
 * Reads our own file and updates its times. Undefined if missing, unreadable, a link, not regular or larger
 * than `maxBytes`.
 */
export async function readPrivateFile(file: string, maxBytes: number): Promise<Buffer | undefined> {
  let handle: fs.FileHandle | undefined;
  try {
    handle = await fs.open(file, READ_PLAIN);
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size > maxBytes) return undefined;
    const bytes = await handle.readFile();
    // Unused files are removed by age.
    const now = new Date();
    await handle.utimes(now, now).catch(() => {});
    return bytes;
  } catch {
    return undefined;
  } finally {
    await handle?.close();
  }
}
