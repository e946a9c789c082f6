import type { ProjectPackage } from '../../projects/project-packages.ts';

/** Arguments for the tool `match_project`, direct packages first. */
export async function readFolderPackages(folder: string): Promise<readonly (string | object)[]> {
  // Loaded on demand, since a client waits for the start.
  const { readProjectAt } = await import('../../projects/disk/read-project-at.ts');
  const { packages } = await readProjectAt(folder);
  return [...packages.filter(({ direct }) => direct), ...packages.filter(({ direct }) => !direct)].map(
    toArgument,
  );
}

function toArgument({ purl, repository, isGit, direct }: ProjectPackage): string | object {
  if (repository === undefined && direct) return purl;
  return { purl, ...(repository !== undefined && { repository }), ...(isGit === true && { isGit }), direct };
}
