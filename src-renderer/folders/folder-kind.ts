import { isProjectFile } from '../../src-server/projects/read/project-file-names.ts';
import { isSearched } from '../../src-server/projects/read/searched-folders.ts';
import { childrenOf } from './folder-entries.ts';

/** A single skill can be served as a registry. `nothing`: no name reveals the kind. */
export type FolderKind = 'registry' | 'project' | 'nothing';

const MANIFEST = 'skill.json';
/** `skills/<language>/<author>/<name>/skill.json` */
const DEEPEST = 4;
/** Inspected folders. */
const MOST_FOLDERS = 300;

/**
 * By names at the top, then by the nearest manifest below. With project manifests, a registry needs both
 * `index.json` and `skills/`. Rejects if unreadable.
 */
export async function folderKind(root: FileSystemDirectoryEntry): Promise<FolderKind> {
  const top = await childrenOf(root);
  const has = (name: string, isDirectory: boolean) =>
    top.some((entry) => entry.name === name && entry.isDirectory === isDirectory);
  if (has(MANIFEST, false)) return 'registry';
  const signs = [has('index.json', false), has('skills', true)].filter(Boolean).length;
  if (signs === 2) return 'registry';
  if (top.some(({ name, isDirectory }) => !isDirectory && isProjectFile(name))) return 'project';
  return signs === 1 || has('.skills', true) ? 'registry' : nearestKind(top);
}

async function nearestKind(top: readonly FileSystemEntry[]): Promise<FolderKind> {
  let level = foldersIn('', top);
  let looked = 0;
  for (let depth = 1; depth <= DEEPEST && level.length > 0; depth += 1) {
    const below: FoundFolder[] = [];
    for (const { path, entry } of level) {
      looked += 1;
      // Beyond the limit, the project reader decides.
      if (looked > MOST_FOLDERS) return 'project';
      const children = await childrenOf(entry).catch(() => []);
      const files = children.filter(({ isDirectory }) => !isDirectory).map(({ name }) => name);
      if (files.includes(MANIFEST)) return 'registry';
      if (files.some(isProjectFile)) return 'project';
      below.push(...foldersIn(path, children));
    }
    level = below;
  }
  return 'nothing';
}

interface FoundFolder {
  readonly path: string;
  readonly entry: FileSystemDirectoryEntry;
}

function foldersIn(parent: string, children: readonly FileSystemEntry[]): FoundFolder[] {
  return children
    .filter(({ name, isDirectory }) => isDirectory && isSearched(parent, name))
    .map((entry) => ({
      path: parent === '' ? entry.name : `${parent}/${entry.name}`,
      entry: entry as FileSystemDirectoryEntry,
    }));
}
