import { describe, expect, it, vi } from 'vitest';
import type { ServiceState } from '../../../src-main/contract/service-state.ts';
import { followService } from '../../../src-renderer/stores/follow-service.ts';
import { snapshotOf } from '../../../src-renderer/stores/service.ts';
import { createFakeClock, settle } from '../../main/fake-clock.ts';
import { aPage } from './a-page.ts';
import { KNOWN, SERVING, STATUS } from './known-service.ts';
import { statusStreams } from './status-streams.ts';

function setUp(bridge?: Parameters<typeof followService>[0]['bridge']) {
  const [clock, page, streams] = [createFakeClock(), aPage(), statusStreams()];
  const service = followService({ openStream: streams.open, bridge, clock, page });
  const listener = vi.fn();
  service.subscribe(listener);
  service.start();
  return { clock, page, streams, service, listener };
}

describe('following the service in a browser', () => {
  it('tells at once what the service tells, and nobody of what is the same', () => {
    const { streams, service, listener } = setUp();
    streams.tell(STATUS);
    expect(service.get()).toMatchObject({ phase: 'serving', status: STATUS });
    for (let event = 0; event < 30; event += 1) streams.tell(structuredClone(STATUS));
    expect(listener).toHaveBeenCalledTimes(1);
    streams.tell({ ...STATUS, generation: 9 });
    expect(service.get().status?.generation).toBe(9);
  });

  it('asks nothing and says nothing new while the service repeats its status', async () => {
    const { streams, clock, listener } = setUp();
    for (let repeat = 0; repeat < 180; repeat += 1) {
      streams.tell(structuredClone(STATUS));
      await clock.advance(20_000);
    }
    expect(streams.count()).toBe(1);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('says that a service is silent whose open stream no longer repeats the status', async () => {
    const { streams, clock, service } = setUp();
    streams.tell(STATUS);
    await clock.advance(30_000);
    expect(streams.count()).toBe(2);
    expect(service.get().phase).toBe('serving');
    await clock.advance(10_000);
    expect(service.get().phase).toBe('silent');
    streams.tell(STATUS);
    expect(service.get().phase).toBe('serving');
  });

  it('says that nothing answers after ten seconds, and takes a later answer', async () => {
    const { streams, clock, service } = setUp();
    await clock.advance(10_000);
    expect(service.get().phase).toBe('silent');
    streams.tell(STATUS);
    expect(service.get().phase).toBe('serving');
  });

  it('says so at once where the service ended, and tries again every second', async () => {
    const { streams, clock, service } = setUp();
    streams.tell(STATUS);
    await clock.advance(5_000);
    streams.end();
    await clock.advance(0);
    streams.end();
    expect(service.get()).toMatchObject({ phase: 'silent', folder: '/registry' });
    const before = streams.count();
    for (let second = 0; second < 5; second += 1) {
      await clock.advance(1_000);
      streams.end();
    }
    expect(streams.count()).toBe(before + 5);
    await clock.advance(1_000);
    streams.tell({ ...STATUS, instanceId: 'two' });
    expect(service.get()).toMatchObject({ phase: 'serving', status: { instanceId: 'two' } });
  });

  it('shows a service that too many pages follow, and asks for a place every ten seconds', async () => {
    const { streams, clock, service } = setUp();
    for (let turn = 1; turn < 5; turn += 1) {
      streams.tell(STATUS);
      streams.end(true);
      expect(service.get().phase).toBe('serving');
      await clock.advance(9_000);
      expect(streams.count()).toBe(turn);
      await clock.advance(1_000);
    }
    streams.tell(STATUS);
    expect(service.get().phase).toBe('serving');
  });

  it('does not flicker where a stream ends and the next one answers', async () => {
    const { streams, clock, service, listener } = setUp();
    streams.tell(STATUS);
    for (let turn = 0; turn < 5; turn += 1) {
      streams.end();
      await clock.advance(1_000);
      streams.tell(structuredClone(STATUS));
    }
    expect(service.get().phase).toBe('serving');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('has no stream while the page is hidden, and a new one when it is shown', async () => {
    const { page, streams, clock, service } = setUp();
    streams.tell(STATUS);
    page.show(false);
    expect(streams.openCount()).toBe(0);
    await clock.advance(60_000);
    expect(service.get().phase).toBe('serving');
    page.show(true);
    expect([streams.count(), streams.openCount()]).toEqual([2, 1]);
  });

  it('has one stream however often it is asked to look again', () => {
    const { streams, service } = setUp();
    for (let time = 0; time < 5; time += 1) service.refresh();
    expect(streams.openCount()).toBe(1);
  });

  it('asks and hears nothing more once it was stopped', async () => {
    const { streams, service, clock } = setUp();
    service.stop();
    await clock.advance(60_000);
    service.refresh();
    expect([streams.count(), streams.openCount()]).toEqual([1, 0]);
  });
});

describe('following the service in the app', () => {
  function inApp() {
    let publish: (state: ServiceState) => void = () => {};
    const answers: Array<(state: ServiceState) => void> = [];
    const bridge = {
      getServiceState: () => new Promise<ServiceState>((resolve) => answers.push(resolve)),
      on: (_: string, listener: unknown) => {
        publish = listener as typeof publish;
        return () => {
          publish = () => {};
        };
      },
    };
    const all = setUp(bridge);
    return {
      ...all,
      publish: (state: ServiceState) => publish(state),
      async answer(index: number, state: ServiceState) {
        answers[index]?.(state);
        await settle();
      },
    };
  }

  it('has the state of the main process, and no stream', async () => {
    const { streams, service, answer } = inApp();
    await answer(0, SERVING);
    expect(service.get()).toEqual(SERVING);
    expect(streams.count()).toBe(0);
  });

  it('drops an answer that a published state overtook', async () => {
    const { service, publish, answer } = inApp();
    publish({ ...KNOWN, phase: 'stopped', by: 'user' });
    await answer(0, SERVING);
    expect(service.get().phase).toBe('stopped');
  });

  it('keeps the object of an equal status', async () => {
    const { service, publish, answer } = inApp();
    await answer(0, SERVING);
    const { status } = service.get();
    publish({ ...SERVING, status: structuredClone(STATUS), pending: ['port'] });
    expect(service.get()).toMatchObject({ pending: ['port'] });
    expect(service.get().status).toBe(status);
  });
});

describe('an exported site', () => {
  const setUpSite = () => {
    const [clock, page] = [createFakeClock(), aPage('https://example.com/skills')];
    const service = followService({ openStream: undefined, bridge: undefined, clock, page });
    service.start();
    return { clock, page, service };
  };

  it('is there at once, and nothing is followed', async () => {
    const { clock, service } = setUpSite();
    expect(service.get()).toMatchObject({ phase: 'exported', address: 'https://example.com/skills' });
    const before = service.get();
    await clock.advance(3_600_000);
    service.refresh();
    expect(service.get()).toBe(before);
  });

  it('is read again when the connection is back, until it is left', () => {
    const { page, service } = setUpSite();
    const first = snapshotOf(service.get());
    page.goOnline();
    const second = snapshotOf(service.get());
    expect(second).not.toBe(first);
    service.stop();
    page.goOnline();
    expect(snapshotOf(service.get())).toBe(second);
  });
});
