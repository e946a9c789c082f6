import { expect, it } from 'vitest';
import { LATE, withTimeLimit } from '../../src-main/with-time-limit.ts';
import { createFakeClock } from './fake-clock.ts';

it('gives what the work gives, or throws, and leaves no timer running', async () => {
  const clock = createFakeClock();
  expect(await withTimeLimit(Promise.resolve('done'), clock, 1_000)).toBe('done');
  await expect(withTimeLimit(Promise.reject(new Error('failed')), clock, 1_000)).rejects.toThrow('failed');
  expect(clock.waiting()).toBe(0);
});

it('tells what takes longer, however it ends then', async () => {
  const clock = createFakeClock();
  let fail = (_: Error) => {};
  const work = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const answer = withTimeLimit(work, clock, 1_000);
  await clock.advance(1_000);
  expect(await answer).toBe(LATE);
  fail(new Error('too late for anybody'));
  await clock.advance(0);
  expect(clock.waiting()).toBe(0);
});
