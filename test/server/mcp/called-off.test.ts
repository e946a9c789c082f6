import { expect, it } from 'vitest';
import type { RegistryQueries } from '../../../src-server/contract/queries.ts';
import { silentLogger } from '../../../src-server/contract/service.ts';
import { createDispatcher } from '../../../src-server/mcp/dispatcher.ts';
import type { McpMethod, McpObject } from '../../../src-server/mcp/protocol.ts';

const KEY = 'cpp/gabime/spdlog';
const CLIENT = { name: 'test', version: '1' };

it.each<readonly [McpMethod, McpObject]>([
  ['resources/read', { uri: `skill://${KEY}` }],
  ['tools/call', { name: 'find_skills', arguments: { query: 'log' } }],
])('%s %j goes no further once nobody waits', async (method, params) => {
  const left = new AbortController();
  let read = 0;
  const leave = async (signal?: AbortSignal) => {
    left.abort();
    signal?.throwIfAborted();
    return {
      get _contents() {
        read += 1;
        return { 'overview.md': '# A\n\nText.\n' };
      },
    };
  };
  const queries = {
    skill: () => leave(),
    find: (_asked: unknown, signal?: AbortSignal) => leave(signal),
  } as unknown as RegistryQueries;
  const dispatcher = createDispatcher({ served: { queries }, logger: silentLogger });
  await expect(dispatcher.answer(method, params, CLIENT, left.signal)).rejects.toThrow('Nobody waits');
  expect(read).toBe(0);
});
