import type { ReadProject } from '../../../src-server/contract/api.ts';
import {
  MAX_INSTALLED_BYTES,
  withInstalledRepositories,
} from '../../../src-server/projects/read/npm/installed-package.ts';
import { HOLDS_NO_PROJECT } from '../../../src-server/projects/read/project-files.ts';
import { trustedWorker } from '../../data/trusted-worker.ts';
import type { FolderFiles, ProjectFolder } from './project-files.ts';
import workerUrl from './read-files.worker.ts?worker&url';

/** Milliseconds, ten times the largest accepted files. */
const DEADLINE_MS = 60_000;

const startWorker = trustedWorker('read-project', workerUrl);

/** Rejects with a sentence. */
export async function readFolder(folder: ProjectFolder): Promise<ReadProject> {
  const files = await folder.find().catch(() => {
    throw new Error(`${folder.name} could not be read. It changed or went away, or may not be read.`);
  });
  const project = await readInWorker(files);
  if (!project.isProject) throw new Error(`${folder.name} ${HOLDS_NO_PROJECT}`);
  // Each file costs a message to the browser, so indirect packages go without.
  const direct = project.packages.filter((each) => each.direct);
  const indirect = project.packages.filter((each) => !each.direct);
  const found = await withInstalledRepositories(direct, async (path) => {
    const file = await folder.installed(path);
    return file && file.size <= MAX_INSTALLED_BYTES ? file.text().catch(() => undefined) : undefined;
  });
  return { ...project, packages: [...found, ...indirect] };
}

/** A hostile file can't freeze the window. */
function readInWorker(found: FolderFiles): Promise<ReadProject> {
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
