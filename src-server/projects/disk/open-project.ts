import { open, readdir, realpath, stat } from 'node:fs/promises';
import { join, parse, sep } from 'node:path';
import type { UnreadFile } from '../../contract/api/project.ts';
import { READ_PLAIN } from '../../platform/guarded-path.ts';
import { homeFolder } from '../../platform/user-folders.ts';
import type { FileText, ProjectFiles } from '../project-packages.ts';
import { decodeText } from '../read/decode-text.ts';
import { isReadable } from '../read/project-file-names.ts';
import { MAX_FILE_BYTES } from '../read/project-limits.ts';
import {
  isSearched,
  MAX_ENTRIES,
  MAX_FOLDER_DEPTH,
  MAX_PROJECT_FILES,
  TOO_DEEP,
  TOO_MANY,
} from '../read/searched-folders.ts';

export class RefusedFolderError extends Error {}

const NO_REGULAR_FILE = 'is not a regular file';

/**
 * Follows no links below `folder`.
 *
 * @throws {RefusedFolderError} for the home folder, folders above, and files
 */
export async function openProject(folder: string): Promise<ProjectFiles> {
  if (!(await isFolder(folder))) throw new RefusedFolderError(unreadableFolder(folder));
  const root = await realpath(folder);
  await refuseHome(root);
  const { paths, leftOut } = await walk(root);
  const known = new Set(paths);
  const read = (path: string): Promise<FileText> =>
    known.has(path)
      ? readBounded(root, path)
      : Promise.resolve({ ok: false, reason: 'is no file of the project' });
  return { paths, leftOut, read };
}

export function unreadableFolder(folder: string): string {
  return `${folder} is not a folder that can be read.`;
}

/** Follows links. */
export function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

async function refuseHome(root: string): Promise<void> {
  const folder = homeFolder();
  const home = folder === '' ? '' : await realpath(folder).catch(() => folder);
  const isHome = home === root || home.startsWith(root.endsWith(sep) ? root : root + sep);
  if (isHome || root === parse(root).root)
    throw new RefusedFolderError(
      `${root} holds the home folder, not a project. Name the project’s own folder.`,
    );
}

/** Breadth first: limits omit the deepest folders. */
async function walk(root: string): Promise<{ paths: string[]; leftOut: UnreadFile[] }> {
  const paths: string[] = [];
  const leftOut: UnreadFile[] = [];
  const queue: { readonly folder: string; readonly depth: number }[] = [{ folder: '', depth: 0 }];
  let entries = 0;
  for (const { folder, depth } of queue) {
    const found = await readdir(join(root, folder), { withFileTypes: true }).catch(() => undefined);
    if (found === undefined) {
      leftOut.push({ file: folder || '.', reason: 'can’t be read' });
      continue;
    }
    for (const entry of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      entries += 1;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && isSearched(folder, entry.name)) {
        if (depth < MAX_FOLDER_DEPTH) queue.push({ folder: path, depth: depth + 1 });
        else leftOut.push({ file: path, reason: TOO_DEEP });
      } else if (isReadable(path)) {
        if (entry.isFile()) paths.push(path);
        else if (entry.isSymbolicLink())
          leftOut.push({ file: path, reason: 'is a link, which is not followed' });
        else leftOut.push({ file: path, reason: NO_REGULAR_FILE });
      }
    }
    if (entries > MAX_ENTRIES || paths.length > MAX_PROJECT_FILES) {
      leftOut.push({ file: '.', reason: TOO_MANY });
      break;
    }
  }
  return { paths, leftOut };
}

async function readBounded(root: string, path: string): Promise<FileText> {
  try {
    const target = join(root, path);
    // A folder may have become a link since the walk.
    if ((await realpath(target)) !== target)
      return { ok: false, reason: 'leads out of its folder by a link' };
    const handle = await open(target, READ_PLAIN);
    try {
      const stat = await handle.stat();
      if (!stat.isFile()) return { ok: false, reason: NO_REGULAR_FILE };
      if (stat.size > MAX_FILE_BYTES)
        return { ok: false, reason: `is larger than ${MAX_FILE_BYTES / 2 ** 20} MiB` };
      return decodeText(await handle.readFile());
    } finally {
      await handle.close();
    }
  } catch (error) {
    return { ok: false, reason: `can’t be read (${codeOf(error)})` };
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
