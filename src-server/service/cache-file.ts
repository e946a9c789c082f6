import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** Hides the registry's path by a hash. */
export function cacheFile(cacheFolder: string, root: string, kind: string, extension: string): string {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 32);
  return join(cacheFolder, kind, `${name}.${extension}`);
}
