import { describe, expect, it } from 'vitest';
import type { ServerStatus } from '../../../src-main/contract/desktop-bridge.ts';
import { isSameData } from '../../../src-renderer/world/same-data.ts';
import { joinService, nextPollDelay, nextPolled, snapshotOf } from '../../../src-renderer/world/service.ts';
import {
  ASKING,
  AWAY,
  answered,
  ORIGIN,
  READY,
  SERVING,
  SILENT,
  STATUS,
  servingInBrowser,
  silentInBrowser,
  WANTED,
} from './known-service.ts';

const LATER = Date.parse('2026-01-02T00:00:00Z');
const inApp = (status: ServerStatus, polled = SERVING) => joinService(polled, status, undefined);

describe('the service, as a page in a browser knows it', () => {
  it('is asked for until the first answer', () => {
    expect(joinService(ASKING, undefined, ORIGIN)).toMatchObject({ phase: 'asking', port: 8701 });
  });

  it('serves only after an answer with a folder that can be read', () => {
    expect(servingInBrowser).toMatchObject({ phase: 'serving', address: ORIGIN, by: 'another' });
    const away = joinService(nextPolled(SERVING, answered(AWAY), 2000), undefined, ORIGIN);
    expect(away).toMatchObject({ phase: 'away', why: 'It was moved.', since: 2000, folder: '/registry' });
  });

  it('says since when it is silent, and what was known before', () => {
    const first = nextPolled(SERVING, SILENT, 2000);
    const service = joinService(nextPolled(first, SILENT, 3000), undefined, ORIGIN);
    expect(service).toMatchObject({ phase: 'failed', since: 2000, why: 'Nobody.', failure: undefined });
    expect(service).toMatchObject({ folder: '/registry', host: '127.0.0.1', port: 8701 });
    expect(service.lastStatus).toBe(STATUS);
  });

  it('does not change when we gave up waiting ourselves', () => {
    const aborted = { ok: false, failure: { kind: 'aborted', message: '' } } as const;
    expect(nextPolled(SERVING, aborted, 2000)).toBe(SERVING);
  });

  it('is the same after an answer that says the same, later and slower', () => {
    const again = nextPolled(SERVING, { ok: true, value: structuredClone(STATUS), tookMs: 99 }, 3000);
    expect(isSameData(joinService(again, undefined, ORIGIN), servingInBrowser)).toBe(true);
    expect(again.outcome === 'answered' && again.status).toBe(STATUS);
  });

  it('has the page’s own address, whatever the status calls itself', () => {
    expect(joinService(SERVING, undefined, 'http://192.168.0.2:9000')).toMatchObject({
      address: 'http://192.168.0.2:9000',
      host: '192.168.0.2',
      port: 9000,
    });
    expect(joinService(SERVING, undefined, 'http://[::1]:8701').host).toBe('[::1]');
    expect(joinService(SERVING, undefined, 'https://skills.example').port).toBe(443);
  });
});

describe('the service, as the desktop app’s window knows it', () => {
  it.each<[string, ServerStatus, object]>([
    ['stopped', { ...WANTED, state: 'stopped', by: 'user' }, { phase: 'stopped', by: 'user' }],
    ['stopping', { ...WANTED, state: 'stopping' }, { phase: 'starting', kind: 'stopping' }],
    [
      'starting',
      { ...WANTED, state: 'starting', attempt: 2, steps: [] },
      { phase: 'starting', kind: 'starting', attempt: 2 },
    ],
    [
      'waiting for its next attempt',
      { ...WANTED, state: 'backing-off', attempt: 3, reason: 'It ended.', nextRetryAt: WANTED.since },
      { phase: 'starting', kind: 'backing-off', why: 'It ended.', nextRetryAt: Date.parse(WANTED.since) },
    ],
    [
      'failed',
      { ...WANTED, state: 'failed', steps: [], failure: { reason: 'gave-up', message: 'Three times.' } },
      { phase: 'failed', why: 'Three times.' },
    ],
  ])('is %s where the app says so, even if something answered a moment ago', (_, status, expected) => {
    expect(inApp(status)).toMatchObject({ ...expected, folder: '/registry', port: 8701, lastStatus: STATUS });
  });

  it('never serves where the page got no answer, even if the app says ready', () => {
    const silent = nextPolled(SERVING, SILENT, LATER);
    expect(inApp(READY, silent)).toMatchObject({ phase: 'failed', failure: undefined });
    expect(inApp(READY)).toMatchObject({ phase: 'serving', by: 'us', address: ORIGIN });
  });

  it('is still starting where the app is ready, but was silent when the page asked last', () => {
    const before = nextPolled(ASKING, SILENT, Date.parse(WANTED.since) - 1);
    expect(inApp(READY, before)).toMatchObject({ phase: 'starting', kind: 'starting' });
  });

  it('says who else serves', () => {
    const by = (app: 'tray' | 'cli') => inApp({ ...READY, attachedTo: { app, pid: 7, reason: 'It did.' } });
    expect(by('tray')).toMatchObject({ by: 'app', attachedTo: { pid: 7 } });
    expect(by('cli')).toMatchObject({ by: 'another' });
  });

  it('has an address before it serves: the one that was chosen', () => {
    const stopped = joinService(ASKING, { ...WANTED, port: 9000, state: 'stopping' }, undefined);
    expect(stopped.address).toBe('http://127.0.0.1:9000');
    expect(joinService(SERVING, undefined, undefined).address).toBe(ORIGIN);
  });
});

describe('the snapshot that answers are of', () => {
  it('is another one after a change, a restart and a return, and none while nothing answers', () => {
    const ids = [STATUS, AWAY, { ...STATUS, generation: 4 }, { ...STATUS, instanceId: 'two' }].map((status) =>
      snapshotOf(joinService(nextPolled(ASKING, answered(status), 1), undefined, ORIGIN)),
    );
    expect(new Set(ids).size).toBe(4);
    expect(ids).not.toContain(undefined);
    expect(snapshotOf(silentInBrowser)).toBeUndefined();
  });
});

describe('asking again', () => {
  it('is calm while it serves, quick while it is away, seldom unseen', () => {
    const silent = nextPolled(SERVING, SILENT, 1);
    expect(nextPollDelay(silent, false)).toBeLessThan(nextPollDelay(SERVING, false));
    expect(nextPollDelay(silent, true)).toBeGreaterThan(nextPollDelay(SERVING, false));
  });
});
