import { describe, expect, it } from 'vitest';
import type { ServiceState } from '../../../src-main/contract/service-state.ts';
import { PROCESS_TIMES } from '../../../src-main/server/child-process.ts';
import { RESTART_POLICY, ServerSupervisor } from '../../../src-main/server/server-supervisor.ts';
import type { ServeRequest } from '../../../src-server/contract/messages.ts';
import { silentLogger } from '../../../src-server/contract/service.ts';
import { statusOf } from '../../support/status-of.ts';
import { createFakeClock, settle } from '../fake-clock.ts';
import { createFakeForks, discoveryOf } from '../fake-server-process.ts';

/** The pause before the last restart. */
const LONGEST_DELAY_MS = RESTART_POLICY.firstDelayMs * 2 ** (RESTART_POLICY.maxRestarts - 1);

const URL = 'http://127.0.0.1:8701';
const LISTENING = { type: 'listening', url: URL, host: '127.0.0.1', port: 8701, instanceId: 'instance' };

function setUp({ spawns = true, ...options }: { portOnce?: number; spawns?: boolean } = {}) {
  const clock = createFakeClock();
  const forks = createFakeForks({ spawns });
  const seen: ServiceState[] = [];
  const answers = new Map<string, ReturnType<typeof statusOf>>([[URL, statusOf()]]);
  let request: ServeRequest = {
    registry: '/registry',
    host: '127.0.0.1',
    port: 8701,
    allowedOrigins: [],
    allowSubmit: false,
    recordActivity: 'counted',
    logLevel: 'info',
  };
  const supervisor = new ServerSupervisor({
    clock,
    logger: silentLogger,
    serverLogger: silentLogger,
    ...options,
    fork: forks.fork,
    probe: async (url) => {
      const status = answers.get(url);
      if (status === undefined) throw new Error('Nobody answers.');
      return status;
    },
    request: () => request,
    onState: (state) => void seen.push(state),
  });
  return {
    clock,
    forks,
    seen,
    supervisor,
    answers,
    want: (change: Partial<ServeRequest>) => {
      request = { ...request, ...change };
    },
    async becomeReady() {
      forks.last().say({ type: 'status', status: statusOf() });
      forks.last().say(LISTENING);
      await settle();
    },
    states: () => seen.map(({ phase }) => phase).filter((phase, index, all) => phase !== all[index - 1]),
  };
}

describe('starting', () => {
  it('asks the forked process for what the settings say', async () => {
    const { supervisor, forks } = setUp();
    await supervisor.start();
    expect(forks.last().sent).toMatchObject([
      { type: 'start', request: { registry: '/registry', port: 8701 } },
    ]);
  });

  it('says how many skills are read while it starts, and begins anew after a crash', async () => {
    const { supervisor, forks, clock, becomeReady } = setUp();
    await supervisor.start();
    const said = () => supervisor.state as { readonly phase: string; readonly read?: number };
    for (const skills of [50, 2_400]) {
      forks.last().say({ type: 'reading', skills });
      expect(said()).toMatchObject({ phase: 'starting', attempt: 1, read: skills });
    }
    const { since } = supervisor.state as { readonly since: number };
    expect(since).toBe(clock.now());
    forks.last().exit(1);
    await clock.advance(RESTART_POLICY.firstDelayMs);
    expect(said()).toMatchObject({ phase: 'starting', attempt: 2, read: undefined });
    await becomeReady();
    forks.last().say({ type: 'reading', skills: 50 });
    expect(said()).toMatchObject({ phase: 'serving' });
  });

  it('is ready only after a request of its own was answered', async () => {
    const { supervisor, forks, becomeReady } = setUp();
    await supervisor.start();
    forks.last().say({ type: 'status', status: statusOf() });
    expect(supervisor.state.phase).toBe('starting');
    await becomeReady();
    expect(supervisor.state).toMatchObject({
      phase: 'serving',
      address: URL,
      status: { pid: 1000, counts: { skills: 85 } },
    });
  });

  it('fails where another program answers on the port that was opened', async () => {
    const { supervisor, forks, answers } = setUp();
    answers.set(URL, statusOf({ instanceId: 'somebody else' }));
    await supervisor.start();
    forks.last().say(LISTENING);
    await settle();
    forks.last().exit(0);
    await settle();
    expect(supervisor.state).toMatchObject({ phase: 'failed', failure: { reason: 'probe-failed' } });
  });

  it('forks one process however often it is asked', async () => {
    const { supervisor, forks } = setUp();
    await Promise.all([supervisor.start(), supervisor.start(), supervisor.start()]);
    expect(forks.forks).toHaveLength(1);
  });

  it('is settled when it serves, and not before', async () => {
    const { supervisor, becomeReady } = setUp();
    expect((await supervisor.settled()).phase).toBe('stopped');
    await supervisor.start();
    let settled: ServiceState | undefined;
    void supervisor.settled().then((status) => {
      settled = status;
    });
    await settle();
    expect(settled).toBeUndefined();
    await becomeReady();
    expect(settled?.phase).toBe('serving');
  });

  it('is settled when it has failed, too', async () => {
    const { supervisor, forks } = setUp();
    await supervisor.start();
    const settled = supervisor.settled();
    forks.last().say({ type: 'fatal', reason: 'port-taken', message: 'taken' });
    forks.last().exit(1);
    expect(await settled).toMatchObject({ phase: 'failed', failure: { reason: 'port-taken' } });
  });

  it('takes the port of this run before the settings’', async () => {
    const { supervisor, forks } = setUp({ portOnce: 9000 });
    await supervisor.start();
    expect(forks.last().sent).toMatchObject([{ request: { port: 9000 } }]);
  });
});

describe('a crash', () => {
  it('is followed by a restart after the delay, not before', async () => {
    const { supervisor, forks, clock, becomeReady } = setUp();
    await supervisor.start();
    await becomeReady();
    forks.last().exit(9);
    expect(supervisor.state).toMatchObject({ phase: 'restarting', attempt: 2 });
    await clock.advance(RESTART_POLICY.firstDelayMs - 1);
    expect(forks.forks).toHaveLength(1);
    await clock.advance(1);
    expect(forks.forks).toHaveLength(2);
    expect(supervisor.state).toMatchObject({ phase: 'starting', attempt: 2 });
  });

  it('is given up after the last restart, with the reason', async () => {
    const { supervisor, forks, clock } = setUp();
    await supervisor.start();
    for (let end = 0; end <= RESTART_POLICY.maxRestarts; end += 1) {
      forks.last().exit(1);
      await clock.advance(LONGEST_DELAY_MS);
    }
    expect(forks.forks).toHaveLength(RESTART_POLICY.maxRestarts + 1);
    expect(supervisor.state).toMatchObject({ phase: 'failed', failure: { reason: 'gave-up' } });
  });

  it('counts anew after a stable run', async () => {
    const { supervisor, forks, clock, becomeReady } = setUp();
    await supervisor.start();
    for (let end = 0; end < 3; end += 1) {
      forks.last().exit(1);
      await clock.advance(LONGEST_DELAY_MS);
    }
    await becomeReady();
    for (let passed = 0; passed < RESTART_POLICY.stableMs; passed += PROCESS_TIMES.pingPeriodMs) {
      await clock.advance(PROCESS_TIMES.pingPeriodMs);
      const ping = forks.last().sent.at(-1);
      if (ping?.type === 'ping') forks.last().say({ type: 'pong' });
    }
    forks.last().exit(1);
    expect(supervisor.state).toMatchObject({ phase: 'restarting', attempt: 2 });
  });

  it('can be cut short by a start: the one that was due does not come on top', async () => {
    const { supervisor, forks, clock } = setUp();
    await supervisor.start();
    forks.last().exit(1);
    await supervisor.start();
    await clock.advance(LONGEST_DELAY_MS);
    expect(forks.forks).toHaveLength(2);
  });

  it('can be stopped while it waits', async () => {
    const { supervisor, forks, clock } = setUp();
    await supervisor.start();
    forks.last().exit(1);
    await supervisor.stop();
    await clock.advance(LONGEST_DELAY_MS);
    expect(forks.forks).toHaveLength(1);
    expect(supervisor.state).toMatchObject({ phase: 'stopped', by: 'user' });
  });
});

it('starts again after its runtime failed, and says that memory may be short', async () => {
  const { supervisor, forks } = setUp();
  await supervisor.start();
  forks.last().failFatally('Reached heap limit');
  forks.last().exit(6);
  expect(supervisor.state).toMatchObject({
    phase: 'restarting',
    why: expect.stringContaining('memory'),
  });
});

describe('a reason that a restart cannot mend', () => {
  it('fails at once and offers the next free port', async () => {
    const { supervisor, forks, clock } = setUp();
    await supervisor.start();
    const message = 'Port 8701 is taken by node, process 48213.';
    forks.last().say({
      type: 'fatal',
      reason: 'port-taken',
      message,
      nextFreePort: 8702,
    });
    forks.last().exit(1);
    await clock.advance(LONGEST_DELAY_MS);
    expect(forks.forks).toHaveLength(1);
    expect(supervisor.state).toMatchObject({
      phase: 'failed',
      failure: { reason: 'port-taken', message, nextFreePort: 8702 },
    });
  });
});

describe('a service that hangs', () => {
  it('is ended after the missed pings and started again', async () => {
    const { supervisor, forks, clock, becomeReady } = setUp();
    await supervisor.start();
    await becomeReady();
    await clock.advance(PROCESS_TIMES.pingPeriodMs * (PROCESS_TIMES.missedPings + 1));
    expect(forks.last().ended).toEqual(['terminate']);
    await clock.advance(PROCESS_TIMES.terminateMs);
    expect(forks.last().ended).toEqual(['terminate', 'forceKill']);
    forks.last().exit(9);
    expect(supervisor.state).toMatchObject({ phase: 'restarting', why: 'It no longer answered.' });
  });

  it('is left alone while it answers', async () => {
    const { supervisor, forks, clock, becomeReady } = setUp();
    await supervisor.start();
    await becomeReady();
    for (let tick = 0; tick < PROCESS_TIMES.missedPings * 3; tick += 1) {
      await clock.advance(PROCESS_TIMES.pingPeriodMs);
      const ping = forks.last().sent.at(-1);
      if (ping?.type === 'ping') forks.last().say({ type: 'pong' });
    }
    expect(forks.last().ended).toEqual([]);
  });
});

it('names the page of a service of ours that holds the port, until another port is used', async () => {
  const { supervisor, forks, becomeReady } = setUp();
  await supervisor.start();
  forks.last().say({
    type: 'fatal',
    reason: 'port-taken',
    message: 'taken',
    owner: discoveryOf(),
    nextFreePort: 8702,
  });
  forks.last().exit(1);
  expect(supervisor.state).toMatchObject({
    phase: 'failed',
    failure: { servedAt: discoveryOf().url, nextFreePort: 8702 },
  });
  expect(supervisor.portOwner).toBe(discoveryOf().url);
  await supervisor.restartOn(8702);
  await becomeReady();
  expect(supervisor.portOwner).toBeUndefined();
});

describe('stopping', () => {
  it('asks first, then ends the process step by step', async () => {
    const { supervisor, forks, clock, becomeReady } = setUp();
    await supervisor.start();
    await becomeReady();
    const stopped = supervisor.stop();
    await settle();
    expect(forks.last().sent.at(-1)).toMatchObject({ type: 'shutdown' });
    expect(supervisor.state.phase).toBe('stopping');
    await clock.advance(PROCESS_TIMES.shutdownMs);
    expect(forks.last().ended).toEqual(['terminate']);
    await clock.advance(PROCESS_TIMES.terminateMs);
    expect(forks.last().ended).toEqual(['terminate', 'forceKill']);
    forks.last().exit(9);
    await expect(stopped).resolves.toMatchObject({ phase: 'stopped', by: 'user' });
  });

  it('and restarting at once leave one process, whatever the order', async () => {
    const { supervisor, forks, becomeReady } = setUp();
    await supervisor.start();
    await becomeReady();
    const all = Promise.all([
      supervisor.restart(),
      supervisor.stop(),
      supervisor.restart(),
      supervisor.start(),
    ]);
    const isAlive = () => forks.forks.filter(({ pid }) => pid !== undefined);
    for (let turn = 0; turn < 8; turn += 1) {
      await settle();
      for (const process of isAlive())
        if (process.sent.some(({ type }) => type === 'shutdown')) process.exit(0);
    }
    await all;
    expect(isAlive()).toHaveLength(1);
    expect(supervisor.state.phase).toBe('starting');
  });

  it('for good refuses every later start', async () => {
    const { supervisor } = setUp();
    await supervisor.dispose();
    await expect(supervisor.start()).rejects.toThrow('quitting');
  });
});

describe('a service process that the system never launches', () => {
  it('does not leave “starting” for ever, and is given up with a reason', async () => {
    const { supervisor, clock, forks, states } = setUp({ spawns: false });
    await supervisor.start();
    await clock.advance(600_000);
    expect(forks.forks).toHaveLength(RESTART_POLICY.maxRestarts + 1);
    expect(states().slice(0, 4)).toEqual(['starting', 'restarting', 'starting', 'restarting']);
    expect(supervisor.state).toMatchObject({
      phase: 'failed',
      failure: {
        reason: 'gave-up',
        message: 'The service ended 5 times in a row. The system did not start its process.',
      },
    });
  });

  it.each<[string, (set: ReturnType<typeof setUp>) => void]>([
    ['never spawns', () => {}],
    ['dies before a message', ({ forks }) => forks.last().exit(1)],
    [
      'spawns after the stop was asked for',
      ({ clock, forks }) => void clock.after(3_000, () => forks.last().spawn()),
    ],
    [
      'dies during the stop',
      ({ clock, forks }) =>
        void clock.after(3_000, () => {
          forks.last().spawn();
          forks.last().exit(11);
        }),
    ],
    [
      'is reported as gone during the stop',
      ({ clock, forks }) => void clock.after(3_000, () => forks.last().vanish('killed', 9)),
    ],
    [
      'spawns after the last timeout',
      ({ clock, forks }) => void clock.after(30_000, () => forks.last().spawn()),
    ],
  ])('lets the app quit where it %s', async (_, befall) => {
    const all = setUp({ spawns: false });
    const { supervisor, clock, forks } = all;
    await supervisor.start();
    befall(all);
    let isDisposed = false;
    const disposed = supervisor.dispose().then(() => {
      isDisposed = true;
    });
    await settle();
    await clock.advance(10_000);
    expect(isDisposed).toBe(true);
    await disposed;
    expect(supervisor.state).toMatchObject({ phase: 'stopped' });
    await clock.advance(600_000);
    expect(forks.forks).toHaveLength(1);
    // Nobody is left that could run.
    if (forks.last().pid !== undefined) expect(forks.last().ended).toContain('terminate');
  });

  it('lets the app quit while a stop is under way', async () => {
    const { supervisor, clock } = setUp({ spawns: false });
    await supervisor.start();
    const stopped = supervisor.stop();
    const disposed = supervisor.dispose();
    await settle();
    await clock.advance(10_000);
    await Promise.all([stopped, disposed]);
    expect(clock.waiting()).toBe(0);
  });
});

it('stops and starts 200 times, and leaves one process, no timer and no listener', async () => {
  const { supervisor, forks, clock, becomeReady } = setUp();
  await supervisor.start();
  for (let time = 0; time < 200; time += 1) {
    await becomeReady();
    expect(supervisor.state.phase).toBe('serving');
    const stopped = supervisor.stop();
    await settle();
    // Each way to end: by itself, late, killed, or without a word.
    if (time % 4 === 1) await clock.advance(PROCESS_TIMES.shutdownMs);
    if (time % 4 === 2) await clock.advance(PROCESS_TIMES.shutdownMs + PROCESS_TIMES.terminateMs);
    if (time % 4 === 3)
      await clock.advance(PROCESS_TIMES.shutdownMs + PROCESS_TIMES.terminateMs + PROCESS_TIMES.lastMs);
    forks.last().exit(0);
    await stopped;
    expect(supervisor.state).toMatchObject({ phase: 'stopped', by: 'user' });
    expect(clock.waiting()).toBe(0);
    await supervisor.start();
  }
  expect(forks.forks).toHaveLength(201);
  expect(forks.forks.filter(({ pid }) => pid !== undefined)).toEqual([forks.last()]);
});

describe('settings that change while it serves', () => {
  it('end the port of this run where the port is among them, and only there', async () => {
    const { supervisor, forks, want, becomeReady } = setUp();
    await supervisor.restartOn(9000);
    await becomeReady();
    supervisor.settingsChanged({ port: false });
    expect(supervisor.state).toMatchObject({ port: 9000, pending: [] });
    want({ port: 9001 });
    supervisor.settingsChanged({ port: true });
    expect(supervisor.state).toMatchObject({ pending: ['port'] });
    const restarted = supervisor.restart();
    await settle();
    forks.last().exit(0);
    await restarted;
    expect(forks.last().sent).toMatchObject([{ type: 'start', request: { port: 9001 } }]);
  });

  it('are named as waiting for a restart', async () => {
    const { supervisor, want, becomeReady } = setUp();
    await supervisor.start();
    await becomeReady();
    want({ port: 9000, allowSubmit: true });
    supervisor.settingsChanged({ port: true });
    expect(supervisor.state).toMatchObject({
      phase: 'serving',
      port: 8701,
      pending: ['port', 'allowSubmit'],
    });
  });

  it('reach the service at once where they are the log level, or whether it records what agents ask', async () => {
    const { supervisor, forks, want, becomeReady } = setUp();
    await supervisor.start();
    await becomeReady();
    want({ logLevel: 'debug', recordActivity: 'memory' });
    supervisor.settingsChanged({ port: false });
    expect(forks.last().sent.slice(-2)).toEqual([
      { type: 'log-level', level: 'debug' },
      { type: 'record-activity', what: 'memory' },
    ]);
    expect(supervisor.state).toMatchObject({ phase: 'serving', pending: [] });
  });
});

describe('the last moment of the app', () => {
  it('ends the process and starts none in its place', async () => {
    const { supervisor, forks, clock, becomeReady } = setUp();
    await supervisor.start();
    await becomeReady();
    supervisor.forceKill();
    expect(forks.last().ended).toEqual(['forceKill']);
    forks.last().exit(9);
    await clock.advance(LONGEST_DELAY_MS * 2);
    expect(forks.forks).toHaveLength(1);
    expect(supervisor.state.phase).toBe('stopped');
  });

  it('starts nothing that was waiting to be started', async () => {
    const { supervisor, forks, clock } = setUp();
    await supervisor.start();
    forks.last().exit(1);
    expect(supervisor.state.phase).toBe('restarting');
    supervisor.forceKill();
    await clock.advance(LONGEST_DELAY_MS * 2);
    expect(forks.forks).toHaveLength(1);
  });
});

describe('the address', () => {
  it.each([
    ['0.0.0.0', 'http://127.0.0.1:8701'],
    ['::', 'http://127.0.0.1:8701'],
    ['::1', 'http://[::1]:8701'],
    ['skills.local', 'http://skills.local:8701'],
  ])('of a service that starts at %s can be opened', async (host, address) => {
    const { supervisor, want } = setUp();
    want({ host });
    await supervisor.start();
    expect(supervisor.state).toMatchObject({ phase: 'starting', address });
  });
});
