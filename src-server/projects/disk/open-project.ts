import { type Dirent, promises as fs } from 'node:fs';
import { join, parse } from 'node:path';
import type { UnreadFile } from '../../contract/api/project.ts';
import { isAtOrBelow, READ_PLAIN } from '../../platform/guarded-path.ts';
import { homeFolder } from '../../platform/user-folders.ts';
import {
  isReadable,
  isSearched,
  MAX_ENTRIES,
  MAX_FOLDER_DEPTH,
  MAX_PROJECT_FILES,
  TOO_DEEP,
  TOO_MANY,
} from '../read/project-file-names.ts';
import {
  decodeText,
  type FileText,
  MAX_FILE_BYTES,
  type ProjectFiles,
  TOO_LARGE,
} from '../read/project-files.ts';

export class RefusedFolderError extends Error {}

const NO_REGULAR_FILE = 'is not a regular file';

/**
 * Follows no links below `folder`.
 *
 * @throws {RefusedFolderError} for the home folder, folders above, and files
 */
export async function openProject(folder: string): Promise<ProjectFiles> {
  const stats = await fs.stat(folder).catch(() => undefined);
  if (!stats?.isDirectory()) throw new RefusedFolderError(`${folder} is not a folder that can be read.`);
  const root = await fs.realpath(folder);
  const home = await fs.realpath(homeFolder() || '/').catch(() => homeFolder());
  if (isAtOrBelow(home, root) || root === parse(root).root)
    throw new RefusedFolderError(
      `${root} holds the home folder, not a project. Name the project’s own folder.`,
    );
  const { paths, leftOut } = await walk(root);
  const known = new Set(paths);
  const read = async (path: string): Promise<FileText> =>
    known.has(path) ? readBounded(root, path) : { ok: false, reason: 'is no file of the project' };
  return { paths, leftOut, read };
}

/** Breadth first: limits omit the deepest folders. */
async function walk(root: string): Promise<{ paths: string[]; leftOut: UnreadFile[] }> {
  const paths: string[] = [];
  const leftOut: UnreadFile[] = [];
  const queue: { readonly folder: string; readonly depth: number }[] = [{ folder: '', depth: 0 }];
  let entries = 0;
  for (const { folder, depth } of queue) {
    const found = await fs.readdir(join(root, folder), { withFileTypes: true }).catch(() => undefined);
    if (found === undefined) leftOut.push({ file: folder || '.', reason: 'can’t be read' });
    for (const entry of (found ?? []).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      entries += 1;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && isSearched(folder, entry.name)) {
        if (depth < MAX_FOLDER_DEPTH) queue.push({ folder: path, depth: depth + 1 });
        else leftOut.push({ file: path, reason: TOO_DEEP });
      } else if (isReadable(path)) {
        if (entry.isFile()) paths.push(path);
        else leftOut.push({ file: path, reason: reasonOf(entry) });
      }
    }
    if (entries > MAX_ENTRIES || paths.length > MAX_PROJECT_FILES) {
      leftOut.push({ file: '.', reason: TOO_MANY });
      break;
    }
  }
  return { paths, leftOut };
}

const reasonOf = (entry: Dirent) =>
  entry.isSymbolicLink() ? 'is a link, which is not followed' : NO_REGULAR_FILE;

async function readBounded(root: string, path: string): Promise<FileText> {
  const target = join(root, path);
  try {
    // A folder may have become a link since the walk.
    if ((await fs.realpath(target)) !== target)
      return { ok: false, reason: 'leads out of its folder by a link' };
    const handle = await fs.open(target, READ_PLAIN);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return { ok: false, reason: NO_REGULAR_FILE };
      if (stats.size > MAX_FILE_BYTES) return { ok: false, reason: TOO_LARGE };
      return decodeText(await handle.readFile());
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return { ok: false, reason: `can’t be read (${code})` };
  }
}
