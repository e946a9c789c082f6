/** Thread that counts tokens, so that no request waits for another's count. See token-counter.ts. */
import { parentPort } from 'node:worker_threads';
import { countTokens } from './count-tokens.ts';

parentPort?.on('message', async ({ id, texts }: { id: number; texts: readonly string[] }) => {
  parentPort?.postMessage({ id, counts: await countTokens(texts) });
});
