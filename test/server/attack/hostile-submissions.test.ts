import { expect, it } from 'vitest';
import { LIMITS } from '../../../src-server/contract/limits.ts';
import { startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { measureStall, STALL_BOUND } from '../../support/stall-meter.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { ask } from '../../support/test-server.ts';
import { urlOf } from '../../support/url-of.ts';

const unknownKeys = Object.fromEntries(Array.from({ length: 80_000 }, (_, place) => [`k${place}`, 1]));

it.each([
  ['a body of unknown keys', unknownKeys, 422],
  ['a skill of unknown keys', { skill: unknownKeys, files: { 'overview.md': '# A' } }, 422],
  ['a skill of wrong values', { skill: { tags: Array(400_000).fill(1) }, files: { 'overview.md': '' } }, 422],
])('one submission of %s keeps nobody waiting', async (_what, sent, status) => {
  const body = JSON.stringify(sent);
  expect(body.length).toBeLessThan(LIMITS.bodyBytes);
  const start = () => {
    const args = ['serve', '-p', '0', '-r', temporaryRegistry(['cpp/gabime/spdlog']), '--allow-submit'];
    return urlOf(startCli([...args, '--no-watch'], { userFolder: temporaryUserFolder() }));
  };
  const [attacked, control] = [await start(), await start()];
  const headers = { 'Content-Type': 'application/json' };
  let answer: Awaited<ReturnType<typeof ask>> | undefined;
  const report = await measureStall({ attacked, control }, async () => {
    answer = await ask(`${attacked}/v1/skills`, { method: 'POST', headers, body });
  });
  expect(answer?.status).toBe(status);
  expect(answer?.text.length).toBeLessThan(10_000);
  expect(report.units, JSON.stringify(report)).toBeLessThan(STALL_BOUND);
});
