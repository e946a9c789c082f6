import { parentPort } from 'node:worker_threads';
import { loadSliceCounter } from './count-tokens.ts';

const loading = loadSliceCounter();

parentPort?.on('message', async (slice: string) => {
  const count = await loading;
  parentPort?.postMessage(count(slice));
});
