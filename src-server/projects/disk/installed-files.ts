import { open, realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { READ_PLAIN } from '../../writing/guarded-path.ts';

/** Manifests are smaller. */
const MAX_BYTES = 256 * 1024;

/**
 * Follows links inside of `root`, a real path, since package managers link packages. Undefined if missing,
 * outside or too large.
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
