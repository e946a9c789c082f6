import { type ResourceLimits, Worker } from 'node:worker_threads';
import { THREAD_LIMITS } from '../../contract/service/thread-limits.ts';
import type { DiskThreadData } from './disk-messages.ts';
import { createCallMemory } from './shared-call-monitor.ts';

/** Idle until the first message. */
export interface DiskWorker extends Pick<DiskThreadData, 'memory'> {
  readonly worker: Worker;
  readonly hasFailed: () => boolean;
}

/**
 * Unreferenced.
 *
 * @param shut absolute hung paths; default none
 * @param limits overrides of `THREAD_LIMITS`
 */
export function startDiskWorker(
  workerUrl: URL,
  shut: readonly string[] = [],
  limits?: ResourceLimits,
): DiskWorker {
  const memory = createCallMemory();
  const workerData: DiskThreadData = { memory, shut };
  const worker = new Worker(workerUrl, { workerData, resourceLimits: { ...THREAD_LIMITS, ...limits } });
  worker.unref();
  let hasFailed = false;
  const fail = () => {
    hasFailed = true;
  };
  // An unhandled error event would end the process.
  worker.once('error', fail);
  worker.once('exit', fail);
  return { worker, memory, hasFailed: () => hasFailed };
}
