import type { ProjectFiles, ReadProject } from '../project-packages.ts';
import { readCargo } from './cargo.ts';
import { PackageRows } from './package-rows.ts';
import { isProjectFile } from './project-file-names.ts';
import { ProjectSources } from './project-sources.ts';

const READERS = [readCargo];

/** Reads the packages that a project uses from its manifests and lock files. Executes nothing, never throws. */
export async function readProject(files: ProjectFiles): Promise<ReadProject> {
  const sources = new ProjectSources(files);
  const rows = new PackageRows();
  for (const read of READERS) await read(sources, rows);
  rows.reportLeftOut(sources);
  return {
    packages: rows.packages(),
    unread: sources.problems(),
    isProject: sources.paths.some(isProjectFile) || files.leftOut.some(({ file }) => isProjectFile(file)),
  };
}
