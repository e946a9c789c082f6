import { expect, it } from 'vitest';
import type { RegistryQueries } from '../../../src-server/contract/api/registry-queries.ts';
import { silentLogger } from '../../../src-server/contract/service/logger.ts';
import { createDispatcher } from '../../../src-server/mcp/dispatcher.ts';
import type { McpMethod, McpObject } from '../../../src-server/mcp/protocol.ts';
import type { AnswerSources } from '../../../src-server/skill-answer/fitted-skill.ts';

const KEY = 'cpp/gabime/spdlog';
const CLIENT = { name: 'test', version: '1' };

it.each<readonly [McpMethod, McpObject]>([
  ['resources/read', { uri: `skill://${KEY}` }],
  ['tools/call', { name: 'find_skills', arguments: { query: 'log' } }],
])('%s %j goes no further once nobody waits', async (method, params) => {
  const left = new AbortController();
  let counted = 0;
  const leave = async (signal?: AbortSignal) => {
    left.abort();
    signal?.throwIfAborted();
    return { _contents: { 'overview.md': '# A\n\nText.\n' }, _tokens: {} };
  };
  const queries = {
    skill: () => leave(),
    find: (_asked: unknown, signal?: AbortSignal) => leave(signal),
  } as unknown as RegistryQueries;
  const tokens = {
    count: async () => {
      counted += 1;
      return [1];
    },
  } as unknown as AnswerSources['tokens'];
  const dispatcher = createDispatcher({ served: { queries, tokens }, logger: silentLogger });
  await expect(dispatcher.answer(method, params, CLIENT, left.signal)).rejects.toThrow('Nobody waits');
  expect(counted).toBe(0);
});
