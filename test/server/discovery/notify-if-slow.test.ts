import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notifyIfSlow } from '../../../src-server/discovery/notify-if-slow.ts';

describe('notifyIfSlow', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('speaks once of what takes longer than two seconds, and passes on what it comes to', async () => {
    const say = vi.fn();
    let finish: (result: string) => void = () => {};
    const work = new Promise<string>((resolve) => {
      finish = resolve;
    });
    const said = notifyIfSlow(work, say);
    vi.advanceTimersByTime(1_999);
    expect(say).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(say).toHaveBeenCalledOnce();
    finish('done');
    expect(await said).toBe('done');
  });

  it('waits without a word for as long as it is told', () => {
    const say = vi.fn();
    void notifyIfSlow(new Promise(() => {}), say, 200);
    vi.advanceTimersByTime(200);
    expect(say).toHaveBeenCalledOnce();
  });

  it.each([
    ['done', () => Promise.resolve()],
    ['failed', () => Promise.reject(new Error('no'))],
  ])('says nothing of what is %s by then', async (_what, work) => {
    const say = vi.fn();
    await notifyIfSlow(work(), say).catch(() => undefined);
    vi.advanceTimersByTime(60_000);
    expect(say).not.toHaveBeenCalled();
  });
});
