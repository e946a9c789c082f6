import { type Dirent, promises as fs } from 'node:fs';
import { join } from 'node:path';
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

  const visit = async (path: string, item: Dirent, depth: number): Promise<void> => {
    if (item.name.startsWith('.')) return;
    if (item.isDirectory()) return visitFolder(path, depth + 1);
    if (item.isSymbolicLink()) return visitLink(path, depth);
    if (item.isFile()) await addFile(path);
  };

  const visitFolder = async (path: string, depth: number): Promise<void> => {
    if (depth > MAX_EXAMPLE_DEPTH) return;
    onDirectory(join(directory, path));
    const children = await readFolder(join(directory, path));
    await Promise.all(children.map((child) => visit(`${path}/${child.name}`, child, depth)));
  };

  const visitLink = async (path: string, depth: number): Promise<void> => {
    const target = await fs.realpath(join(directory, path)).catch(() => undefined);
    if (target === undefined) return;
    if (!isInside(directory, target)) {
      const message = `${path} is a link that leads out of the skill's folder.`;
      diagnostics.push(diagnose('file-outside', message, { file: joinRelative(folder, path) }));
      return;
    }
    const stats = await fs.stat(target).catch(() => undefined);
    if (stats?.isDirectory()) await visitFolder(path, depth + 1);
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
      isExamplesFolder(item) || !item.isDirectory() ? visit(item.name, item, 0) : undefined,
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

/** Joins paths relative to the registry; '' is its root. */
export function joinRelative(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}
