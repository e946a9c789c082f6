import type { Clock } from './clock.ts';

/** Result of `withTimeLimit` if the time is over. */
export const LATE = Symbol('late');

/**
 * What some work gives, or `LATE` where it doesn't end within so many milliseconds: it goes on, and nobody hears of it.
 * Rejects as the work does. No timer runs on once it is told.
 *
 * @param ms more than 0
 */
export async function withTimeLimit<T>(work: Promise<T>, clock: Clock, ms: number): Promise<T | typeof LATE> {
  let cancel = () => {};
  const late = new Promise<typeof LATE>((resolve) => {
    cancel = clock.after(ms, () => resolve(LATE));
  });
  return Promise.race([work, late]).finally(cancel);
}
