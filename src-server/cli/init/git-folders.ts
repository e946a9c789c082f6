import { basename, dirname, join, resolve } from 'node:path';
import type { Disk } from '../../registry/worker/disk.ts';

export interface GitFolders {
  /** With HEAD of the work tree. */
  readonly own: string;
  /** With refs and objects. */
  readonly shared: string;
}

/** Linked work trees and submodules have a file `.git` with a path. */
const MAX_LINE_BYTES = 8 * 1024;

/** Of the work tree at the folder. Throws if unreadable. */
export function findGitFolders(root: string, disk: Disk): GitFolders | undefined {
  const path = join(root, '.git');
  const kind = disk.stat(path)?.kind;
  const own =
    kind === 'folder'
      ? disk.realPath(path)
      : kind === 'file'
        ? namedFolder(root, /^gitdir:(.*)/, path, disk)
        : undefined;
  if (own === undefined) return undefined;
  return { own, shared: namedFolder(own, /^(.*)/, join(own, 'commondir'), disk) ?? own };
}

/** Refuses network paths: would contact another computer. */
function namedFolder(base: string, form: RegExp, file: string, disk: Disk): string | undefined {
  const named = form.exec(readText(file, MAX_LINE_BYTES, disk) ?? '')?.[1]?.trim();
  if (named === undefined || named === '' || /^[\\/]{2}/.test(named)) return undefined;
  return disk.realPath(resolve(base, named));
}

/** Undefined if missing, link, too large or unreadable. */
export function readText(path: string, maxSize: number, disk: Disk): string | undefined {
  let inside: string | undefined;
  try {
    inside = disk.realPath(dirname(path));
  } catch {
    return undefined;
  }
  if (inside === undefined) return undefined;
  const read = disk.read({ path: join(inside, basename(path)), inside, maxSize });
  return read.ok ? read.bytes.toString('utf8') : undefined;
}
