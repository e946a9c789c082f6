import { type Dirent, promises as fs } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Diagnostic, diagnose } from '../contract/diagnostic.ts';
import { isInside } from './inside.ts';
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
export async function listKnowledgeFiles(
  directory: string,
  folder: string,
  items: readonly Dirent[],
  onDirectory: (directory: string) => void,
): Promise<KnowledgeFiles> {
  const found: KnowledgeFile[] = [];
  const diagnostics: Diagnostic[] = [];

  const visit = async (path: string, item: Dirent, ancestors: readonly string[]): Promise<void> => {
    if (item.name.startsWith('.')) return;
    if (item.isDirectory()) return visitFolder(path, join(directory, path), ancestors);
    if (item.isSymbolicLink()) return visitLink(path, ancestors);
    if (item.isFile()) await addFile(path);
  };

  const visitFolder = async (path: string, real: string, ancestors: readonly string[]): Promise<void> => {
    if (ancestors.length > MAX_EXAMPLE_DEPTH || ancestors.includes(real)) return;
    onDirectory(real);
    const children = await readFolder(real);
    await Promise.all(children.map((child) => visit(`${path}/${child.name}`, child, [...ancestors, real])));
  };

  const visitLink = async (path: string, ancestors: readonly string[]): Promise<void> => {
    const target = await fs.realpath(join(directory, path)).catch(() => undefined);
    if (target === undefined) return;
    if (!isInside(directory, target)) {
      const message = `${path} is a link that leads out of the skill's folder.`;
      diagnostics.push(diagnose('file-outside', message, { file: joinRelative(folder, path) }));
      return;
    }
    if (isPrivate(relative(directory, target))) return;
    const stats = await fs.stat(target).catch(() => undefined);
    if (stats?.isDirectory()) await visitFolder(path, target, ancestors);
    else if (stats?.isFile()) await addFile(path, target);
  };

  const addFile = async (path: string, target?: string): Promise<void> => {
    const stats = await fs.stat(target ?? join(directory, path)).catch(() => undefined);
    if (!stats?.isFile()) return;
    const file = { path, size: stats.size, mtimeMs: stats.mtimeMs };
    found.push(target === undefined ? file : { ...file, target });
  };

  const wanted = items.filter((item) => /\.md$/i.test(item.name) || isExamplesFolder(item));
  await Promise.all(
    wanted.map((item) =>
      isExamplesFolder(item) || !item.isDirectory() ? visit(item.name, item, []) : undefined,
    ),
  );
  found.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files: new Map(found.map((file) => [file.path, file])), diagnostics };
}

function isExamplesFolder(item: Dirent): boolean {
  return item.name === 'examples' && (item.isDirectory() || item.isSymbolicLink());
}

async function readFolder(path: string): Promise<Dirent[]> {
  return fs.readdir(path, { withFileTypes: true }).catch(() => []);
}

/** What no link may lend its name to: the folder itself, skill.json, and whatever starts with a dot. */
function isPrivate(path: string): boolean {
  return path === '' || path === 'skill.json' || path.split(sep).some((segment) => segment.startsWith('.'));
}

/** Joins paths relative to the registry; '' is its root. */
export function joinRelative(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}
