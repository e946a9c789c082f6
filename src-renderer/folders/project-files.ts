/** Manifests and lock files of a browser's folder. Reads no contents. */
import type { UnreadFile } from '../../src-server/contract/api/project.ts';
import { isReadable } from '../../src-server/projects/read/project-file-names.ts';
import {
  isSearched,
  MAX_ENTRIES,
  MAX_FOLDER_DEPTH,
  MAX_PROJECT_FILES,
  TOO_DEEP,
  TOO_MANY,
} from '../../src-server/projects/read/searched-folders.ts';
import { childrenOf, fileOf } from './folder-entries.ts';

/** Paths relative to the project, with `/`. */
export interface FoundFiles {
  readonly files: readonly (readonly [path: string, file: File])[];
  readonly leftOut: readonly UnreadFile[];
}

/**
 * Breadth first like the command line: limits omit the deepest files. Browsers follow no links. Rejects if
 * the root is unreadable.
 *
 * @param tell receives the number of inspected names
 */
export async function filesOfEntry(
  root: FileSystemDirectoryEntry,
  tell: (looked: number) => void,
): Promise<FoundFiles> {
  const files: (readonly [string, File])[] = [];
  const leftOut: UnreadFile[] = [];
  const queue = [{ path: '', entry: root, depth: 0 }];
  let looked = 0;
  for (const { path: folder, entry, depth } of queue) {
    const found = await childrenOf(entry).catch((error: unknown) => {
      if (depth === 0) throw error;
    });
    if (found === undefined) leftOut.push({ file: folder, reason: 'can’t be read' });
    for (const child of (found ?? []).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder === '' ? child.name : `${folder}/${child.name}`;
      if (child.isDirectory && isSearched(folder, child.name)) {
        const next = { path, entry: child as FileSystemDirectoryEntry, depth: depth + 1 };
        if (depth < MAX_FOLDER_DEPTH) queue.push(next);
        else leftOut.push({ file: path, reason: TOO_DEEP });
      } else if (!child.isDirectory && isReadable(path)) {
        const file = await fileOf(child as FileSystemFileEntry).catch(() => undefined);
        if (file === undefined) leftOut.push({ file: path, reason: 'can’t be read' });
        else files.push([path, file]);
      }
    }
    looked += found?.length ?? 0;
    tell(looked);
    if (looked > MAX_ENTRIES || files.length > MAX_PROJECT_FILES) {
      leftOut.push({ file: '.', reason: TOO_MANY });
      break;
    }
  }
  return { files, leftOut };
}

/** `undefined` if empty. */
export function filesOfInput(chosen: readonly File[]): (FoundFiles & { readonly name: string }) | undefined {
  const name = chosen[0]?.webkitRelativePath.split('/')[0];
  if (name === undefined) return undefined;
  const leftOut: UnreadFile[] = [];
  const files: (readonly [string, File])[] = [];
  for (const file of chosen) {
    const path = file.webkitRelativePath.slice(name.length + 1);
    const folders = path.split('/').slice(0, -1);
    const isInside = folders.every((folder, depth) => isSearched(folders.slice(0, depth).join('/'), folder));
    if (!isInside || !isReadable(path)) continue;
    if (folders.length > MAX_FOLDER_DEPTH) leftOut.push({ file: path, reason: TOO_DEEP });
    else files.push([path, file]);
  }
  files.sort(([a], [b]) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
  if (files.length > MAX_PROJECT_FILES) leftOut.push({ file: '.', reason: TOO_MANY });
  return { name, files: files.slice(0, MAX_PROJECT_FILES), leftOut };
}
