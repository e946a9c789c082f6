import { realpath } from 'node:fs/promises';
import type { ProjectPackage } from '../../contract/api/project.ts';
import {
  cargoRepositories,
  goRepositories,
  npmRepositories,
  pythonRepositories,
  type RepositoryFinder,
} from './package-caches.ts';

/** Direct first. */
const MAX_LOOKED_UP = 5_000;
const CONCURRENT_READS = 16;

/** From `node_modules`, a virtual environment, caches of Cargo and Go. No network. */
export async function addRepositories(
  folder: string,
  packages: readonly ProjectPackage[],
): Promise<readonly ProjectPackage[]> {
  const root = await realpath(folder);
  const finders: Readonly<Record<string, RepositoryFinder>> = {
    npm: npmRepositories(root),
    pypi: pythonRepositories(root),
    cargo: cargoRepositories(),
    golang: goRepositories(),
  };
  const unknown = packages.filter(({ repository, ecosystem }) => !repository && finders[ecosystem]);
  const pending = [...unknown.filter(({ direct }) => direct), ...unknown.filter(({ direct }) => !direct)]
    .slice(0, MAX_LOOKED_UP)
    .values();
  const repositories = new Map<ProjectPackage, string>();
  const lookUp = async () => {
    for (const found of pending) {
      const repository = await finders[found.ecosystem]?.(found);
      if (repository !== undefined) repositories.set(found, repository);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_READS }, lookUp));
  return packages.map((found) => {
    const repository = repositories.get(found);
    return repository === undefined ? found : { ...found, repository };
  });
}
