/** Opens a project on the disk. */

import { promises as fs } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import type { ReadProject } from '../contract/api.ts';
import { messageOf } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { homeFolder, isAtOrBelow } from '../platform/files.ts';
import { READ_PLAIN } from '../platform/plain-file.ts';
import { withInstalledRepositories } from './package-json.ts';
import type { FileText, ProjectFiles } from './project-sources.ts';
import { decodeText, type FolderEntry, findProjectFiles, readProject, TOO_LARGE } from './read-project.ts';

/** Reads the project in a folder, with the repositories of npm packages that `node_modules` knows. */
export async function readProjectAt(folder: string): Promise<ReadProject> {
  const project = await readProject(await openProject(folder));
  const root = await fs.realpath(folder);
  const packages = await withInstalledRepositories(project.packages, async (path) => {
    // Follows links of package managers inside of the project.
    const real = await fs.realpath(join(root, path)).catch(() => root);
    const read = isAtOrBelow(real, root) ? await readPlain(real, LIMITS.installedManifestBytes) : undefined;
    return read?.ok ? read.text : undefined;
  });
  return { ...project, packages };
}

/**
 * Finds the files of a project without following links below `folder`. The home folder and folders above it
 * are refused.
 */
export async function openProject(folder: string): Promise<ProjectFiles> {
  const stats = await fs.stat(folder).catch(() => undefined);
  if (!stats?.isDirectory()) throw new Error(`${folder} is not a folder that can be read.`);
  const root = await fs.realpath(folder);
  const home = await fs.realpath(homeFolder() || '/').catch(() => homeFolder());
  if (isAtOrBelow(home, root) || root === parse(root).root)
    throw new Error(`${root} holds the home folder, not a project. Name the project’s own folder.`);
  const found = await findProjectFiles(async (path) => {
    const entries = await fs.readdir(join(root, path), { withFileTypes: true });
    return entries.map((entry): FolderEntry => {
      if (entry.isSymbolicLink()) return { name: entry.name, kind: 'link' };
      return { name: entry.name, kind: entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'other' };
    });
  });
  const known = new Set(found.paths);
  return {
    ...found,
    async read(path) {
      if (!known.has(path)) return { ok: false, reason: 'is no file of the project' };
      const above = dirname(join(root, path));
      // A folder may have become a link since the walk.
      if ((await fs.realpath(above)) !== above) return { ok: false, reason: 'lies behind a link' };
      return readPlain(join(root, path), LIMITS.projectFileBytes);
    },
  };
}

async function readPlain(path: string, mostBytes: number): Promise<FileText> {
  try {
    const handle = await fs.open(path, READ_PLAIN);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return { ok: false, reason: 'is not a regular file' };
      return stats.size > mostBytes ? { ok: false, reason: TOO_LARGE } : decodeText(await handle.readFile());
    } finally {
      await handle.close();
    }
  } catch (error) {
    return { ok: false, reason: `can’t be read: ${messageOf(error)}` };
  }
}
