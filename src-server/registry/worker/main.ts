import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type LocateRequest, locateRegistry } from '../locate.ts';
import type { FollowOptions, ToRegistryWorker } from '../worker-messages.ts';
import { RegistryWorker } from './registry-worker.ts';

const task = workerData as FollowOptions | LocateRequest;
const port = parentPort as MessagePort;
if ('locate' in task) port.postMessage(locateRegistry(task.locate));
else {
  const worker = new RegistryWorker(task, port.postMessage.bind(port));
  port.on('message', (message: ToRegistryWorker) => worker.take(message));
}
