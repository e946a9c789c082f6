import { type ResourceLimits, Worker } from 'node:worker_threads';
import { THREAD_LIMITS } from '../../contract/service/thread-limits.ts';

/** Idle until the first message. */
export interface DiskWorker {
  readonly worker: Worker;
  readonly hasFailed: () => boolean;
}

/**
 * Unreferenced.
 *
 * @param limits overrides of `THREAD_LIMITS`
 */
export function startDiskWorker(workerUrl: URL, limits?: ResourceLimits): DiskWorker {
  const worker = new Worker(workerUrl, { resourceLimits: { ...THREAD_LIMITS, ...limits } });
  worker.unref();
  let hasFailed = false;
  const fail = () => {
    hasFailed = true;
  };
  // An unhandled error event would end the process.
  worker.once('error', fail);
  worker.once('exit', fail);
  return { worker, hasFailed: () => hasFailed };
}
