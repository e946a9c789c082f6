import type { Dirent } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Diagnostic, diagnose } from '../contract/diagnostic.ts';
import { isInside } from './inside.ts';
import { itemsOf, realPathOf, statOf } from './quiet-fs.ts';
import type { KnowledgeFile } from './skill.ts';

/** How deep `examples/` is read. */
const MAX_EXAMPLE_DEPTH = 16;

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

  const visit = (path: string, item: Dirent, ancestors: readonly string[]): void => {
    if (item.name.startsWith('.')) return;
    if (item.isDirectory()) visitFolder(path, join(directory, path), ancestors);
    else if (item.isSymbolicLink()) visitLink(path, ancestors);
    else if (item.isFile()) addFile(path);
  };

  const visitFolder = (path: string, real: string, ancestors: readonly string[]): void => {
    if (ancestors.length > MAX_EXAMPLE_DEPTH || ancestors.includes(real)) return;
    onDirectory(real);
    for (const child of itemsOf(real) ?? []) visit(`${path}/${child.name}`, child, [...ancestors, real]);
  };

  const visitLink = (path: string, ancestors: readonly string[]): void => {
    const target = realPathOf(join(directory, path));
    if (target === undefined) return;
    if (!isInside(directory, target)) {
      const message = `${path} is a link that leads out of the skill's folder.`;
      diagnostics.push(diagnose('file-outside', message, { file: joinRelative(folder, path) }));
      return;
    }
    if (isPrivate(relative(directory, target))) return;
    const stats = statOf(target);
    if (stats?.isDirectory()) visitFolder(path, target, ancestors);
    else if (stats?.isFile()) addFile(path, target);
  };

  const addFile = (path: string, target?: string): void => {
    const stats = statOf(target ?? join(directory, path));
    if (!stats?.isFile()) return;
    const { size, mtimeMs } = stats;
    found.push(target === undefined ? { path, size, mtimeMs } : { path, size, mtimeMs, target });
  };

  for (const item of items) {
    const isExamples = item.name === 'examples' && (item.isDirectory() || item.isSymbolicLink());
    if (isExamples || (/\.md$/i.test(item.name) && !item.isDirectory())) visit(item.name, item, []);
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
