import { expect, it } from 'vitest';
import { startRegistryProcess } from '../../../src-main/registries/work-on-registries.ts';
import { createFakeClock, settle } from '../fake-clock.ts';
import { createFakeForks } from '../fake-server-process.ts';

function started() {
  const clock = createFakeClock();
  const { fork, last } = createFakeForks();
  const progress: number[] = [];
  const process = startRegistryProcess({
    ...{ fork, clock, onProgress: (bytes) => void progress.push(bytes) },
  });
  return { clock, process, child: last(), progress };
}

const LIST = { done: 'list', registries: [] } as const;

it('gives what the process answers, and its progress', async () => {
  const { process, child, progress } = started();
  const answer = process.ask({ do: 'list' });
  await settle();
  child.say({ type: 'registries-progress', bytes: 7 });
  child.say({ type: 'registries', result: LIST });
  expect(await answer).toEqual(LIST);
  expect(progress).toEqual([7]);
});

it('works on one request after the other', async () => {
  const { process, child } = started();
  const first = process.ask({ do: 'read', key: 'js/a/b' });
  const second = process.ask({ do: 'add' });
  await settle();
  expect(child.sent).toMatchObject([{ work: { do: 'read' } }]);
  child.say({ type: 'registries', result: { done: 'refused', message: 'There is none.' } });
  expect(await first).toMatchObject({ done: 'refused' });
  await settle();
  child.say({ type: 'registries', result: LIST });
  expect(await second).toEqual(LIST);
});

it('pings a process that works, and says that it ended', async () => {
  const { process, child, clock } = started();
  const answer = process.ask({ do: 'list' });
  await settle();
  await clock.advance(10_000);
  expect(child.sent.at(-1)).toMatchObject({ type: 'ping' });
  child.exit(9);
  expect(await answer).toMatchObject({ done: 'refused' });
  expect(clock.waiting()).toBe(0);
  expect(await process.ask({ do: 'list' })).toMatchObject({ done: 'refused' });
});
