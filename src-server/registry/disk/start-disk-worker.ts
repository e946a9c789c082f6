import { type ResourceLimits, Worker } from 'node:worker_threads';
import { THREAD_LIMITS } from '../../contract/service/thread-limits.ts';

/**
 * Unreferenced, idle until the first message.
 *
 * @param limits overrides of `THREAD_LIMITS`
 */
export function startDiskWorker(workerUrl: URL, limits?: ResourceLimits): Worker {
  const worker = new Worker(workerUrl, { resourceLimits: { ...THREAD_LIMITS, ...limits } });
  worker.unref();
  // An unhandled error event would end the process.
  worker.once('error', () => {});
  return worker;
}
