import { open, realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { READ_PLAIN } from '../../writing/guarded-path.ts';

/** Manifests of packages are small; a larger file is not read. */
const MAX_BYTES = 256 * 1024;

/**
 * Reads a small text file whose real path lies inside of `root`, itself a real path: package managers link packages
 * within a project. Undefined if there is no such file.
 */
export async function readInstalledFile(root: string, path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined;
    const handle = await open(real, READ_PLAIN);
    try {
      const stat = await handle.stat();
      if (!stat.isFile() || stat.size > MAX_BYTES) return undefined;
      return (await handle.readFile('utf8')).replace(/^\uFEFF/, '');
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}
