import { expect, it } from 'vitest';
import { silentLogger } from '../../../src-server/contract/service/logger.ts';
import type { McpMethod, McpObject } from '../../../src-server/mcp/dispatcher.ts';
import { createRegistryDispatcher } from '../../../src-server/mcp/registry-dispatcher.ts';
import type { ServedRegistry } from '../../../src-server/served-registry.ts';
import { readSnapshot } from '../../support/read-snapshot.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';

const KEY = 'cpp/gabime/spdlog';
const CLIENT = { name: 'test', version: '1' };

/** A registry whose reader calls the request off while it reads, and whether anything was counted or searched after it. */
async function leavingWhileReading() {
  const snapshot = await readSnapshot(temporaryRegistry([KEY]));
  const left = new AbortController();
  let worked = 0;
  const work = async (signal: AbortSignal | undefined) => {
    left.abort();
    signal?.throwIfAborted();
    worked += 1;
    return { results: [], question: { strength: 'weak' } };
  };
  const served = {
    live: {
      snapshot: () => snapshot,
    },
    search: () => ({
      explain: (_query: string, { signal }: { signal?: AbortSignal }) => work(signal),
      warningFor: async () => undefined,
    }),
    tokens: {
      count: async (texts: readonly string[]) => {
        worked += 1;
        return texts.map(() => 1);
      },
    },
  } as unknown as ServedRegistry;
  return {
    dispatcher: createRegistryDispatcher({ served, logger: silentLogger }),
    left,
    worked: () => worked,
  };
}

it.each<readonly [McpMethod, McpObject]>([
  ['tools/call', { name: 'find_skills', arguments: { query: 'log' } }],
])('%s %j goes no further once nobody waits', async (method, params) => {
  const { dispatcher, left, worked } = await leavingWhileReading();
  await expect(dispatcher.answer(method, params, CLIENT, left.signal)).rejects.toThrow('Nobody waits');
  expect(worked()).toBe(0);
});
