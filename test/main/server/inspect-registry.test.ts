import { expect, it } from 'vitest';
import { inspectRegistry } from '../../../src-main/server/inspect-registry.ts';
import type { ServerProcessListeners } from '../../../src-main/server/server-process.ts';
import { createFakeClock, settle } from '../fake-clock.ts';
import { createFakeForks } from '../fake-server-process.ts';

const OK = { outcome: 'ok', root: '/registry', layout: 'registry' } as const;

/** What a process says to whoever took it. */
function listen() {
  const heard: unknown[] = [];
  const listeners: ServerProcessListeners = {
    onSpawn: () => void heard.push('spawn'),
    onMessage: (data) => void heard.push(data),
    onOutput: (line) => void heard.push(line),
    onFatalError: (location) => void heard.push(location),
    onExit: (code) => void heard.push(code),
  };
  return { heard, listeners };
}

async function inspected() {
  const forks = createFakeForks();
  const answer = inspectRegistry(forks.fork, createFakeClock(), '/registry');
  const [child] = forks.forks;
  if (child === undefined) throw new Error('Nothing was forked.');
  child.say({ type: 'inspected', result: OK });
  return { ...forks, child, inspection: await answer };
}

it('gives what the process found, and the process, to serve it', async () => {
  const { child, inspection, forks } = await inspected();
  expect(child.sent).toMatchObject([{ type: 'inspect', path: '/registry' }]);
  expect(inspection.result).toEqual(OK);
  const { heard, listeners } = listen();
  expect(inspection.fork(listeners)).toBe(child);
  await settle();
  child.sayAnything('message');
  child.print('line', 'stderr');
  child.failFatally('heap');
  child.exit(3);
  expect(heard).toEqual(['spawn', 'message', 'line', 'heap', 3]);
  expect(forks).toHaveLength(1);
});

it('gives the process once, and a new one after that', async () => {
  const { inspection, forks } = await inspected();
  inspection.fork(listen().listeners);
  inspection.fork(listen().listeners);
  expect(forks).toHaveLength(2);
});

it('gives a new process where the one that looked has ended', async () => {
  const { child, inspection, forks } = await inspected();
  child.exit(71);
  expect(inspection.fork(listen().listeners)).toBe(forks[1]);
});

it('lets a process go that nobody takes, and none that was taken', async () => {
  const left = await inspected();
  left.inspection.release();
  expect(left.child.sent.at(-1)).toMatchObject({ type: 'shutdown' });
  const taken = await inspected();
  taken.inspection.fork(listen().listeners);
  taken.inspection.release();
  expect(taken.child.sent).toHaveLength(1);
});

it('ends a process that was let go and stays', async () => {
  const clock = createFakeClock();
  const { fork, last } = createFakeForks();
  const answer = inspectRegistry(fork, clock, '/registry');
  last().say({ type: 'inspected', result: OK });
  (await answer).release();
  await clock.advance(5_000);
  expect(last().ended).toEqual(['forceKill']);
});

it('refuses where the process ends without a word', async () => {
  const { fork, last } = createFakeForks();
  const answer = inspectRegistry(fork, createFakeClock(), '/registry');
  last().exit(1);
  expect((await answer).result).toMatchObject({ outcome: 'refused' });
});

it('ends a process that takes too long', async () => {
  const { fork, last } = createFakeForks();
  const clock = createFakeClock();
  const answer = inspectRegistry(fork, clock, '/registry');
  await clock.advance(30_000);
  expect(last().ended).toEqual(['forceKill']);
  last().exit(9);
  expect((await answer).result).toMatchObject({ outcome: 'refused' });
});

it('has all the time to serve what it found in time', async () => {
  const clock = createFakeClock();
  const { fork, last } = createFakeForks();
  const answer = inspectRegistry(fork, clock, '/registry');
  last().say({ type: 'inspected', result: OK });
  (await answer).fork(listen().listeners);
  await clock.advance(60_000);
  expect(last().ended).toEqual([]);
});
