import { describe, expect, it, vi } from 'vitest';
import type { ServerStatus } from '../../../src-main/contract/desktop-bridge.ts';
import { followService } from '../../../src-renderer/world/follow-service.ts';
import type { Status } from '../../../src-server/contract/api/api.ts';
import { createFakeClock, settle } from '../../main/fake-clock.ts';
import { aPage } from './a-page.ts';
import { asked, SILENCE } from './asked-api.ts';
import { READY, STATUS, WANTED } from './known-service.ts';

function setUp(supervised?: ServerStatus) {
  const [clock, page, api] = [createFakeClock(), aPage(), asked<Status>()];
  let tell: (status: ServerStatus) => void = () => {};
  const bridge = supervised && {
    getServerStatus: async () => supervised,
    on: (_: string, listener: unknown) => {
      tell = listener as (status: ServerStatus) => void;
      return () => {
        tell = () => {};
      };
    },
  };
  const service = followService({ api: { status: api.ask }, bridge, clock, page });
  const listener = vi.fn();
  service.subscribe(listener);
  service.start();
  return { clock, page, api, service, listener, tell: (status: ServerStatus) => tell(status) };
}

describe('following the service', () => {
  it('tells nobody of answers that say the same, however many', async () => {
    const { clock, api, service, listener } = setUp();
    await api.answer(0, STATUS);
    expect(listener).toHaveBeenCalledTimes(1);
    for (let poll = 1; poll <= 30; poll += 1) {
      await clock.advance(2_000);
      await api.answer(poll, structuredClone(STATUS));
    }
    expect(api.count()).toBe(31);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(service.lastAnswer.get()?.at).toBe(clock.now());
  });

  it('gives a question up after ten seconds, and asks again every second', async () => {
    const { clock, api, service } = setUp();
    await clock.advance(10_000);
    expect(service.get()).toMatchObject({ phase: 'failed' });
    expect(api.isEnded(0)).toBe(true);
    await clock.advance(1_000);
    await api.fail(1, SILENCE);
    await clock.advance(1_000);
    expect(api.count()).toBe(3);
  });

  it('drops an answer that was overtaken', async () => {
    const { api, service } = setUp();
    service.refresh();
    await api.answer(1, { ...STATUS, generation: 9 });
    await api.answer(0, STATUS);
    expect(service.get().lastStatus?.generation).toBe(9);
  });

  it('asks at once when the page is shown again', async () => {
    const { page, api, clock } = setUp();
    page.show(false);
    await api.answer(0, STATUS);
    await clock.advance(19_000);
    expect(api.count()).toBe(1);
    page.show(true);
    expect(api.count()).toBe(2);
  });

  it('believes the app at once, and asks the service itself', async () => {
    const { api, service, tell } = setUp(READY);
    await settle();
    await api.answer(api.count() - 1, STATUS);
    expect(service.get()).toMatchObject({ phase: 'serving', by: 'us' });
    const before = api.count();
    tell({ ...WANTED, state: 'stopped', by: 'user' });
    expect(service.get().phase).toBe('stopped');
    expect(api.count()).toBe(before + 1);
  });

  it('asks and hears nothing more once it was stopped', async () => {
    const { api, service, clock, listener } = setUp();
    service.stop();
    await api.answer(0, STATUS);
    await clock.advance(60_000);
    service.refresh();
    expect(api.count()).toBe(1);
    expect(listener).not.toHaveBeenCalled();
  });
});
