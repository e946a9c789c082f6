import type { ProjectPackage } from '../../projects/project-packages.ts';

/** The packages of a project's folder as arguments of the tool `match_project`, direct ones first. */
export async function readFolderPackages(folder: string): Promise<readonly (string | object)[]> {
  // Loaded when somebody asks: a client waits for the start.
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
