import { promises as fs } from 'node:fs';
import { READ_PLAIN } from '../platform/guarded-path.ts';

/** Touches the file. Undefined if missing, unreadable, a link, irregular or over `maxBytes`. */
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
