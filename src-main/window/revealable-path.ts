import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';

/**
 * Real path; undefined if missing or, with links resolved, outside of the folders. Relative to the first
 * folder.
 */
export async function revealablePath(path: string, folders: readonly string[]): Promise<string | undefined> {
  const [base] = folders;
  if (base === undefined || path.includes('\0')) return undefined;
  const wanted = await realpath(resolve(base, path)).catch(() => undefined);
  if (wanted === undefined) return undefined;
  for (const folder of folders) {
    const root = await realpath(folder).catch(() => undefined);
    if (root !== undefined && isInside(root, wanted)) return wanted;
  }
  return undefined;
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (!isAbsolute(way) && !/^\.\.(?:[\\/]|$)/.test(way));
}
