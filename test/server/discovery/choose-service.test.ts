import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseService, type FoundServer, severalRun } from '../../../src-server/discovery/find-services.ts';

interface Facts {
  readonly app?: 'tray' | 'cli';
  readonly startedAt?: string;
  readonly registry?: string;
  /** undefined: it asks for a token. */
  readonly available?: boolean | undefined;
}

function service(
  pid: number,
  { app = 'cli', startedAt = '2026-11-22T00:00:00Z', ...facts }: Facts,
): FoundServer {
  const { registry = '/skills' } = facts;
  const file = { pid, app, startedAt, registry, url: `http://127.0.0.1:${pid}` };
  const status =
    'available' in facts && facts.available === undefined ? undefined : (facts.available ?? true);
  return {
    file,
    ...(status === undefined ? {} : { status: { registry: { available: status } } }),
  } as FoundServer;
}

const meantOf = (servers: readonly FoundServer[], registry?: string) =>
  chooseService({ answering: servers }, { registry }).chosen?.file.pid;

describe('which service is meant', () => {
  it('is the app’s, whatever was started since', () => {
    const servers = [service(1, { startedAt: '2026-11-22T09:00:00Z' }), service(2, { app: 'tray' })];
    expect(meantOf(servers)).toBe(2);
  });

  it('is the one that was started last, where none is the app’s', () => {
    expect(meantOf([service(1, {}), service(2, { startedAt: '2026-11-22T09:00:00Z' })])).toBe(2);
  });

  it('is one that can be used, before the app’s that can’t', () => {
    const servers = [
      service(1, { app: 'tray', available: undefined }),
      service(2, { available: false }),
      service(3, {}),
    ];
    expect(meantOf(servers)).toBe(3);
    expect(meantOf(servers.slice(0, 2))).toBe(2);
  });

  it('is one of the named registry alone', () => {
    const servers = [service(1, { app: 'tray' }), service(2, { registry: '/other' })];
    expect(meantOf(servers, '/other')).toBe(2);
    expect(meantOf(servers, '/nowhere')).toBeUndefined();
  });

  it('is among several of the named registry the one that was started last', () => {
    const later = { startedAt: '2026-11-22T09:00:00Z' };
    const servers = [service(1, {}), service(2, { registry: '/other', ...later }), service(3, later)];
    expect(meantOf(servers, '/skills')).toBe(3);
  });

  it('is first one whose registry is there, and none that wants a token that nobody has', () => {
    const away = service(1, { available: false });
    const guarded = service(2, { available: undefined });
    expect(chooseService({ answering: [service(3, {}), away] }).usable?.file.pid).toBe(3);
    expect(chooseService({ answering: [guarded, away] })).toMatchObject({ usable: away, away });
    expect(chooseService({ answering: [guarded, away] }, { hasToken: true }).usable).toBe(guarded);
  });

  it('is the same in whatever order they were found', () => {
    const facts = fc.record({
      app: fc.constantFrom('tray' as const, 'cli' as const),
      startedAt: fc.constantFrom('2026-11-22T00:00:00Z', '2026-11-22T09:00:00.500Z'),
      available: fc.constantFrom(true, false, undefined),
    });
    const some = fc.array(facts, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(some, fc.infiniteStream(fc.nat()), (all, keys) => {
        const servers = all.map((one, pid) => service(pid, one));
        const order = new Map(servers.map((one) => [one, keys.next().value]));
        const shuffled = servers.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
        expect(chooseService({ answering: shuffled })).toEqual(chooseService({ answering: servers }));
      }),
    );
  });
});

describe('several services', () => {
  it('are told with the one that is meant, one alone is not', () => {
    const [app, cli] = [service(1, { app: 'tray' }), service(2, { registry: '/other' })];
    expect(severalRun(chooseService({ answering: [cli, app] }))).toBe(
      '2 services run. Commands and clients ask http://127.0.0.1:1 (/skills), not http://127.0.0.1:2 (/other).',
    );
    expect(severalRun(chooseService({ answering: [app] }))).toBeUndefined();
    expect(severalRun(chooseService({ answering: [] }))).toBeUndefined();
  });
});
