import { open, realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { ProjectPackage, ReadProject } from '../../contract/api/project.ts';
import { READ_PLAIN } from '../../platform/guarded-path.ts';
import { npmRepositoryOf } from '../read/npm/installed-package.ts';
import { readProject } from '../read/read-project.ts';
import { openProject } from './open-project.ts';

const MOST_LOOKED_UP = 5_000;
const MOST_BYTES = 256 * 1024;

/** A skill may name a repository only: `node_modules` knows those of packages. */
export async function readProjectAt(folder: string): Promise<ReadProject> {
  const project = await readProject(await openProject(folder));
  const root = await realpath(folder);
  const packages: ProjectPackage[] = [];
  let lookedUp = 0;
  for (const found of project.packages) {
    const isUnknown = found.ecosystem === 'npm' && !found.repository && lookedUp < MOST_LOOKED_UP;
    const repository = isUnknown ? await installedRepository(root, found) : undefined;
    lookedUp += Number(isUnknown);
    packages.push(repository === undefined ? found : { ...found, repository });
  }
  return { ...project, packages };
}

/** From `node_modules/<name>/package.json`, in the root and beside naming files. */
async function installedRepository(
  root: string,
  { name, version, from }: ProjectPackage,
): Promise<string | undefined> {
  for (const folder of new Set([...from.map((file) => join(root, dirname(file))), root])) {
    const text = await readInstalled(root, join(folder, 'node_modules', name, 'package.json'));
    const repository = text === undefined ? undefined : npmRepositoryOf(text, version);
    if (repository !== undefined) return repository;
  }
  return undefined;
}

/** Follows links of package managers inside of `root`, a real path. */
async function readInstalled(root: string, path: string): Promise<string | undefined> {
  const real = await realpath(path).catch(() => undefined);
  if (!real?.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined;
  const handle = await open(real, READ_PLAIN).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const stats = await handle.stat();
    return stats.isFile() && stats.size <= MOST_BYTES ? await handle.readFile('utf8') : undefined;
  } finally {
    await handle.close();
  }
}
