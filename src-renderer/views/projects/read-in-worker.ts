import type { ReadProject } from '../../../src-server/contract/api/project.ts';
import type { FoundFiles } from './project-files.ts';
import workerUrl from './read-files.worker.ts?worker&url';

/** Milliseconds, ten times the duration for the largest accepted files. */
const DEADLINE_MS = 60_000;

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): unknown };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
/** The page's policy demands trusted URLs. Trusts only the worker's. */
const workerScript =
  trustedTypes?.createPolicy('read-project', { createScriptURL: () => workerUrl }).createScriptURL('') ??
  workerUrl;

/** In a worker, a hostile file can't freeze the window. Rejects after a minute. */
export function readInWorker(found: FoundFiles): Promise<ReadProject> {
  const worker = new Worker(workerScript as string, { type: 'module' });
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
