import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleRegistry } from '../../../src-server/built-files.ts';
import type { ServerToMainMessage } from '../../../src-server/contract/messages.ts';
import { ORPHAN_CHECK, serveParentPort } from '../../../src-server/desktop/parent-port-service.ts';
import {
  type RunningServer,
  type ServerOptions,
  StartError,
} from '../../../src-server/service/server-options.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';

const PORT_DENIED = { reason: 'port-denied', host: '127.0.0.1', port: 80, nextFreePort: 8702 } as const;

const REQUEST = {
  ...{ registry: '/registry', host: '127.0.0.1', port: 8701 },
  ...{ allowedOrigins: ['https://a.example'], allowSubmit: true, logLevel: 'info' },
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp(start: (options: ServerOptions) => Promise<RunningServer> = async () => running()) {
  const port = new EventEmitter();
  const said: ServerToMainMessage[] = [];
  const exits: number[] = [];
  const started: ServerOptions[] = [];
  serveParentPort(
    Object.assign(port, {
      postMessage: (message: unknown) => void said.push(message as ServerToMainMessage),
    }),
    (options) => {
      started.push(options);
      return start(options);
    },
    (code) => void exits.push(code),
  );
  const say = (message: object) => port.emit('message', { data: message });
  return { said, exits, started, say };
}

const closed = vi.fn(async () => {});
const recorded = vi.fn();
function running(): RunningServer {
  return {
    ...{ url: 'http://127.0.0.1:8701', host: '127.0.0.1', port: 8701, instanceId: 'x' },
    ...({} as Pick<RunningServer, 'queries' | 'registry'>),
    recordActivity: recorded,
    status: () => {
      throw new Error('not asked');
    },
    close: closed,
  };
}

describe('a start', () => {
  it('tells the app how many skills it has read', () => {
    const { started, said, say } = setUp();
    say({ type: 'start', request: REQUEST });
    for (const skills of [50, 100]) started[0]?.onReading?.(skills);
    expect(said).toEqual([
      { type: 'reading', skills: 50 },
      { type: 'reading', skills: 100 },
    ]);
  });

  it('serves the layers that were asked for', async () => {
    const layers = [{ folder: '/registry' }, { added: 'team' }, { allAdded: true }] as const;
    const { started, say } = setUp();
    say({ type: 'start', request: { ...REQUEST, layers } });
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toMatchObject([{ registry: '/registry', layers }]);
  });

  it('serves what was asked for and says where, in words that main understands', async () => {
    const { said, started, say } = setUp();
    say({ type: 'start', request: REQUEST });
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toMatchObject([{ registry: '/registry', port: 8701, app: 'tray', allowSubmit: true }]);
    expect(said[0]).toMatchObject({ type: 'listening', url: 'http://127.0.0.1:8701' });
  });

  it('says that the sample, which is served where no folder is chosen, is for want of another', async () => {
    for (const registry of ['/registry', sampleRegistry()]) {
      const { started, say } = setUp();
      say({ type: 'start', request: { ...REQUEST, registry } });
      await vi.advanceTimersByTimeAsync(0);
      expect(started).toMatchObject([{ registry, isFallback: registry !== '/registry' }]);
    }
  });

  it('happens once, however often it is asked for', async () => {
    const { started, say } = setUp();
    for (let time = 0; time < 3; time += 1) say({ type: 'start', request: REQUEST });
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toHaveLength(1);
  });

  it('that fails says why and ends with an error', async () => {
    const { said, exits, say } = setUp(async () => {
      throw new StartError(PORT_DENIED, 'The system denies it.');
    });
    say({ type: 'start', request: REQUEST });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(said[0]).toMatchObject({
      type: 'fatal',
      reason: 'port-denied',
      message: 'The system denies it.',
      nextFreePort: 8702,
    });
    expect(exits).toEqual([1]);
  });

  it('logs over the port at the level that was asked for, and at a new one from then on', async () => {
    const { said, started, say } = setUp();
    say({ type: 'start', request: REQUEST });
    await vi.advanceTimersByTimeAsync(0);
    const { logger } = started[0] as ServerOptions;
    logger?.debug('hidden');
    logger?.info('shown', { a: 1 });
    say({ type: 'log-level', level: 'debug' });
    logger?.debug('shown now');
    const logs = said.filter(({ type }) => type === 'log');
    expect(logs).toMatchObject([{ message: 'shown', details: { a: 1 } }, { message: 'shown now' }]);
  });
});

it('tells the service at once to record no more of what agents ask', async () => {
  const { say } = setUp();
  say({ type: 'record-activity', what: 'counted' });
  say({ type: 'start', request: REQUEST });
  say({ type: 'record-activity', what: 'off' });
  await vi.advanceTimersByTimeAsync(0);
  expect(recorded.mock.calls).toEqual([['off']]);
});

describe('the end', () => {
  it('comes after the server has closed', async () => {
    const { exits, say } = setUp();
    closed.mockClear();
    say({ type: 'start', request: REQUEST });
    await vi.advanceTimersByTimeAsync(0);
    say({ type: 'shutdown' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(closed).toHaveBeenCalledOnce();
    expect(exits).toEqual([0]);
  });

  it('comes by itself when main is not heard of any more', async () => {
    const { exits, say } = setUp();
    say({ type: 'start', request: REQUEST });
    await vi.advanceTimersByTimeAsync(ORPHAN_CHECK.periodMs * ORPHAN_CHECK.missed + 1_000);
    expect(exits).toEqual([1]);
  });

  it('does not come soon after main asked for something else than a ping', async () => {
    const { exits, say } = setUp();
    await vi.advanceTimersByTimeAsync(ORPHAN_CHECK.periodMs * (ORPHAN_CHECK.missed - 1));
    say({ type: 'start', request: REQUEST });
    await vi.advanceTimersByTimeAsync(ORPHAN_CHECK.periodMs * (ORPHAN_CHECK.missed - 1));
    expect(exits).toEqual([]);
  });

  it('does not come while main pings', async () => {
    const { exits, say, said } = setUp();
    for (let id = 0; id < 20; id += 1) {
      await vi.advanceTimersByTimeAsync(ORPHAN_CHECK.periodMs);
      say({ type: 'ping' });
    }
    expect(exits).toEqual([]);
    expect(said.at(-1)).toEqual({ type: 'pong' });
  });
});

it('looks into a folder, and ends', async () => {
  for (const [path, outcome] of [
    [sampleRegistry(), 'ok'],
    [temporaryFolder(), 'refused'],
  ]) {
    const { said, exits, say } = setUp();
    say({ type: 'inspect', path });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(said[0]).toMatchObject({ type: 'inspected', result: { outcome } });
    expect(exits).toEqual([0]);
  }
});
