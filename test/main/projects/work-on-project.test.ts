import { expect, it } from 'vitest';
import { workOnProject } from '../../../src-main/projects/work-on-project.ts';
import { createFakeClock } from '../fake-clock.ts';
import { createFakeForks } from '../fake-server-process.ts';

const WORK = { do: 'read', folder: '/home/me/shop' } as const;

function asked() {
  const clock = createFakeClock();
  const { fork, last } = createFakeForks();
  const answer = workOnProject(fork, clock, WORK);
  return { clock, child: last(), answer };
}

it('asks a process of its own, and gives what it answers', async () => {
  const { child, answer } = asked();
  expect(child.sent).toMatchObject([{ type: 'project', work: WORK }]);
  const result = { done: 'read', project: { packages: [], unread: [], isProject: true } } as const;
  child.say({ type: 'project', result });
  child.exit(0);
  expect(await answer).toEqual(result);
});

it('believes no answer of another version', async () => {
  const { child, answer } = asked();
  child.sayAnything({ protocol: 2, type: 'project', result: { done: 'written', message: 'Done.' } });
  child.sayAnything('done');
  child.exit(0);
  expect(await answer).toMatchObject({ done: 'refused' });
});

it('says so where the process ends before it is done', async () => {
  const { child, answer } = asked();
  child.exit(9);
  expect(await answer).toEqual({
    done: 'refused',
    message: 'The process that reads /home/me/shop ended before it was done.',
  });
});

it('pings the process, which would take silence for the end of the app, until it is done', async () => {
  const { clock, child } = asked();
  await clock.advance(59_000);
  expect(child.sent.filter(({ type }) => type === 'ping')).toHaveLength(5);
  child.exit(0);
  expect(clock.waiting()).toBe(0);
});

it('ends a process that takes longer than a minute', async () => {
  const { clock, child, answer } = asked();
  await clock.advance(60_000);
  expect(child.ended).toEqual(['forceKill']);
  expect(await answer).toMatchObject({ done: 'refused', message: expect.stringContaining('a minute') });
});
