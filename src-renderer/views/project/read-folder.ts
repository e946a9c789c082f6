import type { ProjectPackage, ReadProject } from '../../../src-server/contract/api/project.ts';
import { npmRepositoryOf } from '../../../src-server/projects/read/npm/installed-package.ts';
import { HOLDS_NO_PROJECT } from '../../../src-server/projects/read/project-file-names.ts';
import { trustedWorker } from '../../data/trusted-worker.ts';
import type { FoundFiles, ProjectFolder } from './project-files.ts';
import workerUrl from './read-files.worker.ts?worker&url';

/** Milliseconds, ten times the largest accepted files. */
const DEADLINE_MS = 60_000;

const startWorker = trustedWorker('read-project', workerUrl);

/** Rejects with a sentence. */
export async function readFolder(folder: ProjectFolder): Promise<ReadProject> {
  const found = await folder.find().catch(() => {
    throw new Error(`${folder.name} could not be read. It changed or went away, or may not be read.`);
  });
  const project = await readInWorker(found);
  if (!project.isProject) throw new Error(`${folder.name} ${HOLDS_NO_PROJECT}`);
  return { ...project, packages: await withRepositories(project.packages, folder) };
}

/** A hostile file can't freeze the window. */
function readInWorker(found: FoundFiles): Promise<ReadProject> {
  const worker = startWorker();
  return new Promise<ReadProject>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Reading its files took over a minute.')), DEADLINE_MS);
    worker.onmessage = ({ data }: MessageEvent<ReadProject>) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      clearTimeout(timer);
      reject(new Error('Its files could not be read.'));
    };
    worker.postMessage(found);
  }).finally(() => worker.terminate());
}

const MOST_LOOKED_UP = 500;
const MOST_BYTES = 256 * 1024;

/** A skill may name a repository only: `node_modules` knows those of the packages used directly. */
async function withRepositories(
  packages: readonly ProjectPackage[],
  folder: ProjectFolder,
): Promise<readonly ProjectPackage[]> {
  const unknown = packages
    .filter(({ ecosystem, direct, repository }) => ecosystem === 'npm' && direct && !repository)
    .slice(0, MOST_LOOKED_UP);
  const repositories = new Map<ProjectPackage, string>();
  for (const found of unknown) {
    const file = await folder.installed(`node_modules/${found.name}/package.json`);
    if (file === undefined || file.size > MOST_BYTES) continue;
    const repository = npmRepositoryOf(await file.text().catch(() => ''), found.version);
    if (repository !== undefined) repositories.set(found, repository);
  }
  return packages.map((found) => {
    const repository = repositories.get(found);
    return repository === undefined ? found : { ...found, repository };
  });
}
