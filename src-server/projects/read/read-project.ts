import type { ReadProject } from '../../contract/api/project.ts';
import { readCargo } from './cargo/read-cargo.ts';
import { readConan } from './cpp/read-conan.ts';
import { readVcpkg } from './cpp/read-vcpkg.ts';
import { readGo } from './go/read-go.ts';
import { readNpm } from './npm/read-npm.ts';
import { PackageRows } from './package-rows.ts';
import { isProjectFile, reportUnreadFormats } from './project-file-names.ts';
import type { ProjectFiles } from './project-files.ts';
import { ProjectSources } from './project-sources.ts';
import { readPython } from './python/read-python.ts';
import { readCycloneDx } from './sbom/read-cyclonedx.ts';

const READERS = [readNpm, readPython, readCargo, readGo, readVcpkg, readConan, readCycloneDx];

/** Executes nothing, never throws. */
export async function readProject(files: ProjectFiles): Promise<ReadProject> {
  const sources = new ProjectSources(files);
  const rows = new PackageRows();
  for (const read of READERS) await read(sources, rows);
  reportUnreadFormats(sources);
  rows.reportLeftOut(sources);
  return {
    packages: rows.packages(),
    unread: sources.problems,
    isProject: sources.paths.some(isProjectFile) || files.leftOut.some(({ file }) => isProjectFile(file)),
  };
}
