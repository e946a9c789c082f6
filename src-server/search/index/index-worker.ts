/** Thread that indexes a set of documents and ends: see thread-build.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SearchDocument } from '../search-document.ts';
import { buildSegment } from './segment-messages.ts';

const steps = buildSegment(workerData as readonly SearchDocument[]);
for (;;) {
  const step = steps.next();
  if (step.done !== true) continue;
  const { segment, changed } = step.value;
  const buffers = [...Object.values(segment), changed].map(
    (array: Uint8Array) => array.buffer as ArrayBuffer,
  );
  parentPort?.postMessage(step.value, buffers);
  break;
}
