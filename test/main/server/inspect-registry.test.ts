import { expect, it } from 'vitest';
import { inspectRegistry } from '../../../src-main/server/inspect-registry.ts';
import { createFakeClock } from '../fake-clock.ts';
import { createFakeForks } from '../fake-server-process.ts';

const OK = { outcome: 'ok', root: '/registry', layout: 'registry' } as const;

function inspecting() {
  const clock = createFakeClock();
  const { fork, last } = createFakeForks();
  return { clock, answer: inspectRegistry(fork, clock, '/registry'), child: last() };
}

it('gives what the process found', async () => {
  const { answer, child } = inspecting();
  expect(child.sent).toMatchObject([{ type: 'inspect', path: '/registry' }]);
  child.say({ type: 'inspected', result: OK });
  expect(await answer).toEqual(OK);
});

it('refuses where the process ends without a word', async () => {
  const { answer, child } = inspecting();
  child.exit(1);
  expect(await answer).toMatchObject({ outcome: 'refused' });
});

it('ends a process that takes too long', async () => {
  const { answer, child, clock } = inspecting();
  await clock.advance(30_000);
  expect(child.ended).toEqual(['forceKill']);
  child.exit(9);
  expect(await answer).toMatchObject({ outcome: 'refused' });
});
