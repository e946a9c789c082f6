import type { ReadProject } from '../../contract/api.ts';
import { basename, dirname } from './file-paths.ts';
import { readNpm } from './npm/read-npm.ts';
import { PackageRows } from './package-rows.ts';
import { isProjectFile, type ProjectFiles, unreadReason } from './project-files.ts';
import { ProjectSources } from './project-sources.ts';
import { readPython } from './python/read-python.ts';
import { readCargo } from './read-cargo.ts';
import { readConan } from './read-conan.ts';
import { readCycloneDx } from './read-cyclonedx.ts';
import { readGo } from './read-go.ts';
import { readVcpkg } from './read-vcpkg.ts';

const READERS = [readNpm, readPython, readCargo, readGo, readVcpkg, readConan, readCycloneDx];

/** Executes nothing, never throws. */
export async function readProject(files: ProjectFiles): Promise<ReadProject> {
  const sources = new ProjectSources(files);
  const rows = new PackageRows();
  for (const read of READERS) await read(sources, rows);
  for (const path of sources.paths) {
    const reason = unreadReason(path);
    // CMake's files of inner folders are parts of the one above.
    const isPart = dirname(path) !== '' && basename(path) === 'CMakeLists.txt';
    const above = [dirname(dirname(path)), basename(path)].filter(Boolean).join('/');
    if (reason !== undefined && !(isPart && sources.has(above))) sources.unread(path, reason);
  }
  rows.reportLeftOut(sources);
  return {
    packages: rows.packages(),
    unread: sources.problems,
    isProject: sources.paths.some(isProjectFile) || files.leftOut.some(({ file }) => isProjectFile(file)),
  };
}
