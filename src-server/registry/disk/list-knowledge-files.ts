import type { Dirent } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Diagnostic, diagnose } from '../../contract/diagnostic.ts';
import type { KnowledgeFile } from '../model/skill.ts';
import { isInside } from './inside.ts';
import { isReadable, itemsOf, realPathOf, statOf } from './quiet-fs.ts';

/** How deep `examples/` is read. */
const MAX_EXAMPLE_DEPTH = 16;
/** More files than this are no skill's. */
const MAX_FILES = 10_000;

export interface KnowledgeFiles {
  /** By path, sorted. */
  readonly files: ReadonlyMap<string, KnowledgeFile>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The files of a skill's folder that may be served: markdown files in the folder itself and everything under
 * `examples/`, dot-files excepted. Links are resolved; one that leads out of the folder gives a diagnostic and is not a
 * file for us, nor is anything that isn't a regular file. Files that vanish meanwhile are left out.
 *
 * @param directory absolute, links resolved
 * @param folder the same relative to the registry, for diagnostics
 * @param items what is in `directory`
 * @param onDirectory called for each folder before it is read
 */
export function listKnowledgeFiles(
  directory: string,
  folder: string,
  items: readonly Dirent[],
  onDirectory: (directory: string) => void,
): KnowledgeFiles {
  const found: KnowledgeFile[] = [];
  const diagnostics: Diagnostic[] = [];

  // Each linked folder once, so that links among folders can't multiply their files.
  const followed = new Set<string>([directory]);

  const visit = (path: string, item: Dirent, depth: number): void => {
    if (item.name.startsWith('.') || found.length >= MAX_FILES) return;
    if (item.isDirectory()) visitFolder(path, join(directory, path), depth);
    else if (item.isSymbolicLink()) visitLink(path, depth);
    else if (item.isFile()) addFile(path);
  };

  const visitFolder = (path: string, real: string, depth: number): void => {
    if (depth >= MAX_EXAMPLE_DEPTH) return;
    onDirectory(real);
    for (const child of itemsOf(real) ?? []) visit(`${path}/${child.name}`, child, depth + 1);
  };

  const visitLink = (path: string, depth: number): void => {
    const target = realPathOf(join(directory, path));
    if (target === undefined) return;
    if (!isInside(directory, target)) {
      const message = `${path} is a link that leads out of the skill's folder.`;
      diagnostics.push(diagnose('file-outside', message, { file: joinRelative(folder, path) }));
      return;
    }
    if (isPrivate(relative(directory, target))) return;
    const stats = statOf(target);
    if (stats?.isFile()) addFile(path, target);
    if (!stats?.isDirectory() || followed.has(target) || isInside(target, join(directory, path))) return;
    followed.add(target);
    visitFolder(path, target, depth);
  };

  const addFile = (path: string, target?: string): void => {
    const stats = statOf(target ?? join(directory, path));
    if (!stats?.isFile()) return;
    if ((stats.mode & 0o444) !== 0o444 && !isReadable(target ?? join(directory, path))) {
      const message = `${path} may not be read: permission denied.`;
      diagnostics.push(diagnose('file-unreadable', message, { file: joinRelative(folder, path) }));
      return;
    }
    const { size, mtimeMs } = stats;
    found.push(target === undefined ? { path, size, mtimeMs } : { path, size, mtimeMs, target });
  };

  for (const item of items) {
    const isExamples = item.name === 'examples' && (item.isDirectory() || item.isSymbolicLink());
    if (isExamples || (/\.md$/i.test(item.name) && !item.isDirectory())) visit(item.name, item, 0);
  }
  found.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files: new Map(found.map((file) => [file.path, file])), diagnostics };
}

/** What no link may lend its name to: the folder itself, skill.json, and whatever starts with a dot. */
function isPrivate(path: string): boolean {
  return path === '' || path === 'skill.json' || path.split(sep).some((segment) => segment.startsWith('.'));
}

/** Joins paths relative to the registry; '' is its root. */
export function joinRelative(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}
