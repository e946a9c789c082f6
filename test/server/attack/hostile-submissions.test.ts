import { expect, it } from 'vitest';
import { LIMITS } from '../../../src-server/contract/limits.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { ask, startTestServer } from '../../support/test-server.ts';

const unknownKeys = Object.fromEntries(Array.from({ length: 80_000 }, (_, place) => [`k${place}`, 1]));

it.each([
  ['a body of unknown keys', unknownKeys],
  ['a skill of unknown keys', { skill: unknownKeys, files: { 'overview.md': '# A' } }],
  ['a skill of wrong values', { skill: { tags: Array(400_000).fill(1) }, files: { 'overview.md': '' } }],
])('one submission of %s is refused in few words', async (_what, sent) => {
  const body = JSON.stringify(sent);
  expect(body.length).toBeLessThan(LIMITS.bodyBytes);
  const server = await startTestServer(temporaryRegistry(['cpp/gabime/spdlog']), { allowSubmit: true });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await ask(`${server.url}/v1/skills`, { method: 'POST', headers, body });
  expect(answer.status).toBe(422);
  expect(answer.text.length).toBeLessThan(10_000);
});
