import { expect, it } from 'vitest';
import { inspectRegistry } from '../../../src-main/server/inspect-registry.ts';
import { createFakeClock } from '../fake-clock.ts';
import { createFakeForks } from '../fake-server-process.ts';

const OK = { outcome: 'ok', root: '/registry', layout: 'registry' } as const;

it('gives what the process found once it has ended', async () => {
  const { fork, last } = createFakeForks();
  const answer = inspectRegistry(fork, createFakeClock(), '/registry');
  expect(last().sent).toMatchObject([{ type: 'inspect', path: '/registry' }]);
  last().say({ type: 'inspected', result: OK });
  last().exit(0);
  await expect(answer).resolves.toEqual(OK);
});

it('refuses where the process ends without a word', async () => {
  const { fork, last } = createFakeForks();
  const answer = inspectRegistry(fork, createFakeClock(), '/registry');
  last().exit(1);
  await expect(answer).resolves.toMatchObject({ outcome: 'refused' });
});

it('ends a process that takes too long', async () => {
  const { fork, last } = createFakeForks();
  const clock = createFakeClock();
  const answer = inspectRegistry(fork, clock, '/registry');
  await clock.advance(30_000);
  expect(last().ended).toEqual(['forceKill']);
  last().exit(9);
  await expect(answer).resolves.toMatchObject({ outcome: 'refused' });
});
