import { type ResourceLimits, Worker } from 'node:worker_threads';
import { THREAD_LIMITS } from '../../contract/service/thread-limits.ts';
import type { DiskThreadData } from './disk-messages.ts';
import { createCallMemory } from './shared-call-monitor.ts';

/** The worker of a disk thread, with the memory that both sides look into. It does nothing before it is asked. */
export interface DiskWorker extends Pick<DiskThreadData, 'memory'> {
  readonly worker: Worker;
  /** Whether it ended before a `DiskThread` listened to it. */
  readonly hasFailed: () => boolean;
}

/**
 * Starts the worker of a disk thread. It keeps no process running.
 *
 * @param shut absolute paths at and below which the disk isn't asked; default none
 * @param limits what it may take of memory; default what every thread may
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
  // An error that nobody listens to would end the process.
  worker.once('error', fail);
  worker.once('exit', fail);
  return { worker, memory, hasFailed: () => hasFailed };
}
