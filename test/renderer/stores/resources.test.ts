import { describe, expect, it, vi } from 'vitest';
import { isRetryable, retryDelay } from '../../../src-renderer/stores/cached-query.ts';
import { createResources } from '../../../src-renderer/stores/resources.ts';
import { createFakeClock } from '../../main/fake-clock.ts';
import { asked, refused, SILENCE } from './asked-api.ts';

const START = Date.parse('2026-01-31T12:00:00Z');

function setUp({ repeats = true } = {}) {
  const clock = createFakeClock(START);
  const onRetry = vi.fn();
  const resources = createResources({ clock, onRetry, repeats });
  const server = asked<string>();
  const leave = resources.subscribe('tokio', () => {});
  return {
    ...server,
    clock,
    onRetry,
    resources,
    leave,
    want: (snapshot: string | undefined) => resources.ask('tokio', snapshot, server.ask),
    now: () => resources.get<string>('tokio'),
  };
}

describe('an answer that is kept up to date', () => {
  it('is loading, then there, with when it was answered and of what', async () => {
    const { want, now, answer } = setUp();
    expect(now()).toMatchObject({ state: 'loading', value: undefined });
    want('1');
    await answer(0, 'first');
    expect(now()).toMatchObject({
      state: 'ready',
      value: 'first',
      of: { snapshot: '1', at: START, tookMs: 1 },
    });
  });

  it('never shows an older answer after a newer one, and ends the older question', async () => {
    const { want, now, answer, isEnded } = setUp();
    want('1');
    want('2');
    expect(isEnded(0)).toBe(true);
    await answer(1, 'second');
    await answer(0, 'first');
    expect(now()).toMatchObject({ state: 'ready', value: 'second', of: { snapshot: '2' } });
  });

  it('keeps the old answer until a new snapshot’s is there', async () => {
    const { want, now, answer } = setUp();
    want('1');
    await answer(0, 'first');
    want('2');
    expect(now()).toMatchObject({
      state: 'stale',
      value: 'first',
      of: { snapshot: '1' },
      failure: undefined,
    });
    await answer(1, 'second');
    expect(now()).toMatchObject({ state: 'ready', value: 'second' });
  });

  it('is asked for once, however often the same snapshot is wanted', async () => {
    const { want, answer, count } = setUp();
    want('1');
    want('1');
    await answer(0, 'first');
    want('1');
    expect(count()).toBe(1);
  });

  it('asks nothing while nothing serves, and keeps what is there as old', async () => {
    const { want, now, answer, count } = setUp();
    want(undefined);
    expect(count()).toBe(0);
    want('1');
    await answer(0, 'first');
    want(undefined);
    expect(now()).toMatchObject({ state: 'stale', value: 'first' });
    expect(count()).toBe(1);
  });

  it('is as good as before where the same snapshot comes back', async () => {
    const { want, now, answer, count } = setUp();
    want('1');
    await answer(0, 'first');
    want(undefined);
    want('1');
    expect(now()).toMatchObject({ state: 'ready', value: 'first' });
    expect(count()).toBe(1);
  });
});

describe('a question without an answer', () => {
  it('takes nothing away that was read, and says of when that is', async () => {
    const { want, now, answer, fail, clock } = setUp();
    want('1');
    await answer(0, 'first');
    await clock.advance(60_000);
    want('2');
    await fail(1, SILENCE);
    expect(now()).toMatchObject({ state: 'stale', value: 'first', of: { at: START }, failure: SILENCE });
  });

  it('keeps the last value, too, where the service says that there is none any more', async () => {
    const { want, now, answer, fail } = setUp();
    want('1');
    await answer(0, 'first');
    want('2');
    await fail(1, refused(404));
    expect(now()).toMatchObject({ state: 'failed', value: 'first', failure: { status: 404 } });
  });

  it('is given up after ten seconds, and what comes after that is not heard', async () => {
    const { want, now, answer, isEnded, clock } = setUp();
    want('1');
    await clock.advance(10_000);
    expect(isEnded(0)).toBe(true);
    expect(now()).toMatchObject({ state: 'failed', failure: { kind: 'silent' } });
    await answer(0, 'too late');
    expect(now().value).toBeUndefined();
  });

  it('is asked again by itself, later each time', async () => {
    const { want, fail, count, clock } = setUp();
    want('1');
    await fail(0, SILENCE);
    await clock.advance(retryDelay(0) - 1);
    expect(count()).toBe(1);
    await clock.advance(1);
    expect(count()).toBe(2);
    await fail(1, SILENCE);
    await clock.advance(retryDelay(0));
    expect(count()).toBe(2);
    await clock.advance(retryDelay(1) - retryDelay(0));
    expect(count()).toBe(3);
  });

  it('is not asked again by itself where the answer was a plain no', async () => {
    const { want, fail, count, clock } = setUp();
    want('1');
    await fail(0, refused(404));
    await clock.advance(120_000);
    expect(count()).toBe(1);
  });

  it('is not asked again by itself where nothing is followed, but by hand and of a new snapshot', async () => {
    const { clock, want, fail, count, now } = setUp({ repeats: false });
    want('1');
    await fail(0, SILENCE);
    await clock.advance(3_600_000);
    expect(count()).toBe(1);
    now().retry();
    want('2');
    expect(count()).toBe(3);
  });

  it('is asked again at once by hand, the service along with it, and starts over', async () => {
    const { want, now, answer, fail, count, onRetry } = setUp();
    want('1');
    await fail(0, refused(500));
    now().retry();
    expect(count()).toBe(2);
    expect(onRetry).toHaveBeenCalledTimes(1);
    await answer(1, 'at last');
    expect(now()).toMatchObject({ state: 'ready', value: 'at last' });
  });

  it('is asked by hand even while nothing is known to serve', async () => {
    const { want, now, answer, count } = setUp();
    want(undefined);
    now().retry();
    expect(count()).toBe(1);
    await answer(0, 'here');
    expect(now()).toMatchObject({ state: 'ready', value: 'here', of: { snapshot: undefined } });
  });

  it('waits no more for its next turn once it was asked by hand', async () => {
    const { want, now, fail, count, clock } = setUp();
    want('1');
    await fail(0, SILENCE);
    now().retry();
    await clock.advance(5_000);
    expect(count()).toBe(2);
  });
});

describe('an answer that nobody looks at any more', () => {
  it('is not waited for', async () => {
    const { want, leave, isEnded, now, answer } = setUp();
    want('1');
    leave();
    expect(isEnded(0)).toBe(true);
    await answer(0, 'unseen');
    expect(now().state).toBe('loading');
  });

  it('is not asked for again', async () => {
    const { want, leave, fail, count, clock } = setUp();
    want('1');
    await fail(0, SILENCE);
    leave();
    await clock.advance(120_000);
    expect(count()).toBe(1);
  });

  it('goes on while someone else looks', async () => {
    const { resources, want, leave, isEnded } = setUp();
    resources.subscribe('tokio', () => {});
    want('1');
    leave();
    expect(isEnded(0)).toBe(false);
  });

  it('is still there on the way back, but not for ever', async () => {
    const { resources, want, leave, answer, now } = setUp();
    want('1');
    await answer(0, 'first');
    leave();
    expect(now()).toMatchObject({ value: 'first' });
    for (let other = 0; other < 100; other += 1) resources.subscribe(`other ${other}`, () => {})();
    expect(now()).toMatchObject({ state: 'loading' });
  });
});

describe('asking again', () => {
  it('helps where nobody answered or the service couldn’t, not where it wouldn’t', () => {
    expect([SILENCE, refused(503), refused(500)].map(isRetryable)).toEqual([true, true, true]);
    expect([refused(404), refused(400)].map(isRetryable)).toEqual([false, false]);
  });

  it('is never further away than half a minute', () => {
    expect([0, 1, 2, 10, 1000].map(retryDelay)).toEqual([1000, 2000, 4000, 30_000, 30_000]);
  });
});
