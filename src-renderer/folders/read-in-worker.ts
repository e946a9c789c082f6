import type { ReadProject } from '../../src-server/contract/api/project.ts';
import { trustedWorker } from '../components/trusted-worker.ts';
import type { FoundFiles } from './project-files.ts';
import workerUrl from './read-files.worker.ts?worker&url';

/** Milliseconds, ten times the largest accepted files. */
const DEADLINE_MS = 60_000;

const startWorker = trustedWorker('read-project', workerUrl);

/** A hostile file can't freeze the window. Rejects after `DEADLINE_MS`. */
export function readInWorker(found: FoundFiles): Promise<ReadProject> {
  const worker = startWorker();
  return new Promise<ReadProject>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('Reading its files took longer than a minute.')),
      DEADLINE_MS,
    );
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
