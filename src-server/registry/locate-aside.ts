import { Worker } from 'node:worker_threads';
import { type LocateResult, locateRegistry } from './locate-registry.ts';

/** `workerData` of a registry worker that only locates. */
export interface LocateRequest {
  readonly locate: string;
}

/** Longer than a disk takes that works. */
const LONGEST_MS = 5_000;

/**
 * Locates a registry in a thread of its own, for threads that answer requests: a disk that hangs holds nobody up.
 *
 * @param workerUrl undefined when run from source: then on this thread
 */
export function locateAside(picked: string, workerUrl: URL | undefined): Promise<LocateResult> {
  if (workerUrl === undefined) return Promise.resolve(locateRegistry(picked));
  const workerData: LocateRequest = { locate: picked };
  const worker = new Worker(workerUrl, { workerData });
  worker.unref();
  return new Promise((resolve) => {
    const end = (result: LocateResult) => {
      clearTimeout(timer);
      // A thread that waits for a disk ends with it.
      void worker.terminate();
      resolve(result);
    };
    const refuse = (why: string) => end({ ok: false, reason: `${picked} ${why}`, candidates: [] });
    const timer = setTimeout(() => refuse(`could not be read within ${LONGEST_MS / 1_000} s.`), LONGEST_MS);
    worker.once('message', (result: LocateResult) => end(result));
    worker.once('error', (error) => refuse(`could not be read: ${error.message}.`));
    // Behind the answer, or instead of one.
    worker.once('exit', () => refuse('could not be read: what looks at it has ended.'));
  });
}
