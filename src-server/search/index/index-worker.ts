/** Entry point of the index thread; see index-thread.ts. */
import { parentPort } from 'node:worker_threads';
import { runToEnd } from '../../run-in-slices.ts';
import type { IndexThreadInput, IndexThreadOutput } from './index-thread.ts';
import type { Segment } from './segment.ts';
import { SegmentBuilder } from './segment-builder.ts';
import { addBatch } from './text-batch.ts';

const builder = new SegmentBuilder();

parentPort?.on('message', (input: IndexThreadInput) => {
  if (input === null) {
    const segment: IndexThreadOutput = runToEnd(builder.finish());
    const arrays: Segment[keyof Segment][] = Object.values(segment);
    // Arrays may share a buffer.
    const buffers = new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer));
    parentPort?.postMessage(segment, [...buffers]);
  } else {
    runToEnd(addBatch(builder, input));
    const done: IndexThreadOutput = null;
    parentPort?.postMessage(done);
  }
});
