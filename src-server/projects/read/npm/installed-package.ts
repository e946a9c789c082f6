import type { ProjectPackage } from '../../../contract/api.ts';
import { repositoryOf } from '../../repository-address.ts';
import { dirname, inFolder } from '../file-paths.ts';
import { textAt } from '../values.ts';

export const MAX_INSTALLED_BYTES = 256 * 1024;

/** A skill may name a repository only: `node_modules`, in the root and beside naming files, knows those of packages. */
export async function withInstalledRepositories(
  packages: readonly ProjectPackage[],
  readInstalled: (path: string) => Promise<string | undefined>,
): Promise<readonly ProjectPackage[]> {
  const all: ProjectPackage[] = [];
  for (const found of packages) {
    const isUnknown = found.ecosystem === 'npm' && !found.repository;
    let repository: string | undefined;
    for (const folder of isUnknown ? new Set([...found.from.map(dirname), '']) : []) {
      const text = await readInstalled(inFolder(folder, `node_modules/${found.name}/package.json`));
      repository ??= text === undefined ? undefined : npmRepositoryOf(text, found.version);
    }
    all.push(repository === undefined ? found : { ...found, repository });
  }
  return all;
}

function npmRepositoryOf(text: string, version: string | null): string | undefined {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (version !== null && textAt(manifest, 'version') !== version) return undefined;
  return repositoryOf(textAt(manifest, 'repository', 'url') ?? textAt(manifest, 'repository') ?? '');
}
