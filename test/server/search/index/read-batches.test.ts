import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { silentLogger } from '../../../../src-server/contract/service/logger.ts';
import { readBatches } from '../../../../src-server/search/index/read-batches.ts';
import { documentOf } from '../search-fixture.ts';

const documents = Array.from({ length: 200 }, (_, i) => documentOf({ key: `cpp/a/s${i}`, texts: {} }));
const options = (signal: AbortSignal) => ({
  signal,
  logger: silentLogger,
  readTexts: async (asked: readonly unknown[]) => asked.map(() => ({ texts: [], settled: true })),
});

it('leaves nobody waiting for the end of the service, be all batches read or not', async () => {
  const { signal } = new AbortController();
  let read = 0;
  for await (const batch of readBatches(documents, options(signal))) read += batch.documents.length;
  for await (const _first of readBatches(documents, options(signal))) break;
  expect(read).toBe(documents.length);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('rejects with the reason once nobody wants the batches any more', async () => {
  const controller = new AbortController();
  const batches = readBatches(documents, options(controller.signal));
  await batches.next();
  controller.abort(new Error('closed'));
  await expect(batches.next().then(() => batches.next())).rejects.toThrow('closed');
});
