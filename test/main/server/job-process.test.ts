import { describe, expect, it } from 'vitest';
import { PROCESS_TIMES } from '../../../src-main/server/child-process.ts';
import { inspectRegistry, JOB_TIMES, startRegistryProcess } from '../../../src-main/server/job-process.ts';
import { silentLogger } from '../../../src-server/contract/service.ts';
import { createFakeClock, settle } from '../fake-clock.ts';
import { createFakeForks } from '../fake-server-process.ts';

const OK = { outcome: 'ok', root: '/registry', layout: 'registry' } as const;
const LIST = { done: 'list', registries: [] } as const;

function setUp(options: { spawns?: boolean } = {}) {
  const clock = createFakeClock();
  const { fork, last } = createFakeForks(options);
  const deps = { fork, clock, logger: silentLogger };
  const progress: unknown[] = [];
  return {
    clock,
    progress,
    async inspecting() {
      const answer = inspectRegistry(deps, '/registry');
      await settle();
      return { answer, child: last() };
    },
    registries() {
      const process = startRegistryProcess(deps, (...told) => void progress.push(told));
      return { process, child: last() };
    },
  };
}

describe('inspecting a folder', () => {
  it('gives what the process found', async () => {
    const { inspecting, clock } = setUp();
    const { answer, child } = await inspecting();
    expect(child.sent).toMatchObject([{ type: 'inspect', path: '/registry' }]);
    child.say({ type: 'inspected', result: OK });
    expect(await answer).toEqual(OK);
    child.exit(0);
    expect(clock.waiting()).toBe(0);
  });

  it('is refused where the process ends without a word', async () => {
    const { inspecting } = setUp();
    const { answer, child } = await inspecting();
    child.exit(1);
    expect(await answer).toMatchObject({
      outcome: 'refused',
      message:
        '/registry could not be read: the process that read it ended. It ended with code 1. Nothing was changed.',
    });
  });

  it('is refused where the system never starts the process', async () => {
    const { inspecting, clock } = setUp({ spawns: false });
    const { answer } = await inspecting();
    await clock.advance(PROCESS_TIMES.launchMs);
    expect(await answer).toMatchObject({ message: expect.stringContaining('The system did not start') });
    expect(clock.waiting()).toBe(0);
  });

  it('ends a process that takes too long, also where it can’t be killed', async () => {
    const { inspecting, clock } = setUp();
    const { answer, child } = await inspecting();
    await clock.advance(JOB_TIMES.inspectMs + PROCESS_TIMES.terminateMs + PROCESS_TIMES.lastMs);
    expect(child.ended).toEqual(['terminate', 'forceKill']);
    expect(await answer).toMatchObject({ message: expect.stringContaining('It took too long.') });
    expect(clock.waiting()).toBe(0);
  });

  it('in many folders at once gives each its own answer', async () => {
    const { inspecting } = setUp();
    const all = [];
    for (let one = 0; one < 20; one += 1) all.push(await inspecting());
    for (const [at, { child }] of [...all.entries()].reverse())
      child.say({ type: 'inspected', result: { ...OK, root: `/registry/${at}` } });
    const answers = await Promise.all(all.map(({ answer }) => answer));
    expect(answers.map((answer) => 'root' in answer && answer.root)).toEqual(
      all.map((_, at) => `/registry/${at}`),
    );
  });
});

describe('work on registries', () => {
  it('gives what the process answers, and its progress', async () => {
    const { registries, progress } = setUp();
    const { process, child } = registries();
    const answer = process.ask({ do: 'list' });
    await settle();
    const written = { step: 'writing', done: 7, total: 83 };
    child.say({ type: 'registries-progress', progress: written, name: 'team' });
    child.say({ type: 'registries', result: LIST });
    expect(await answer).toEqual(LIST);
    expect(progress).toEqual([[written, 'team']]);
  });

  it('is done one request after the other', async () => {
    const { registries } = setUp();
    const { process, child } = registries();
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

  it('says that the process ended, to the request that waits and to later ones', async () => {
    const { registries, clock } = setUp();
    const { process, child } = registries();
    const all = [process.ask({ do: 'list' }), process.ask({ do: 'add' })];
    await settle();
    await clock.advance(PROCESS_TIMES.pingPeriodMs);
    expect(child.sent.at(-1)).toMatchObject({ type: 'ping' });
    child.exit(9);
    for (const answer of [...all, process.ask({ do: 'list' })])
      expect(await answer).toMatchObject({ done: 'refused', message: expect.stringContaining('SIGKILL') });
    expect(clock.waiting()).toBe(0);
  });

  it('has an answer where the system never starts the process', async () => {
    const { registries, clock } = setUp({ spawns: false });
    const { process } = registries();
    const all = [process.ask({ do: 'list' }), process.ask({ do: 'check', names: ['team'] })];
    await clock.advance(PROCESS_TIMES.launchMs);
    for (const answer of all)
      expect(await answer).toMatchObject({
        message: expect.stringContaining('The system did not start its process. Try again.'),
      });
    expect(clock.waiting()).toBe(0);
  });

  it('has an answer where the process answers its pings and nothing else', async () => {
    const { registries, clock } = setUp();
    const { process, child } = registries();
    const answer = process.ask({ do: 'list' });
    await settle();
    const pongs = clock.every(PROCESS_TIMES.pingPeriodMs, () => child.say({ type: 'pong' }));
    await clock.advance(JOB_TIMES.registriesMs + PROCESS_TIMES.terminateMs + PROCESS_TIMES.lastMs);
    pongs();
    expect(await answer).toMatchObject({ message: expect.stringContaining('It took too long.') });
  });

  it('that was cancelled before its process spawned is killed as it spawns', async () => {
    const { registries } = setUp({ spawns: false });
    const { process, child } = registries();
    process.forceKill();
    child.spawn();
    expect(child.ended).toEqual(['forceKill']);
  });

  it('that is told to clean up and does not is ended', async () => {
    const { registries, clock } = setUp();
    const { process, child } = registries();
    await settle();
    process.stop();
    await clock.advance(PROCESS_TIMES.shutdownMs + PROCESS_TIMES.terminateMs);
    expect(child.ended).toEqual(['terminate', 'forceKill']);
  });
});
