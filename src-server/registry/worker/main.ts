import { parentPort, workerData } from 'node:worker_threads';
import { type LocateRequest, locateRegistry } from '../locate.ts';
import type { FollowOptions, FromRegistryWorker, ToRegistryWorker } from '../worker-messages.ts';
import { RegistryWorker } from './registry-worker.ts';

const task = workerData as FollowOptions | LocateRequest;
if ('locate' in task) parentPort?.postMessage(locateRegistry(task.locate));
else {
  const worker = new RegistryWorker(task, (message) => parentPort?.postMessage(message, buffersOf(message)));
  parentPort?.on('message', (message: ToRegistryWorker) => worker.take(message));
}

function buffersOf(message: FromRegistryWorker): ArrayBuffer[] {
  if (message.type !== 'patch' || message.terms === undefined) return [];
  // All arrays of a skill are parts of one buffer.
  return message.terms.skills.map(({ terms }) => terms.buffer as ArrayBuffer);
}
