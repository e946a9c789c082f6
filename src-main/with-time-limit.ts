import type { Clock } from './clock.ts';

/** Result of `withTimeLimit` after a timeout. */
export const LATE = Symbol('late');

/**
 * Resolves with the result, or `LATE` after `ms`; the work then continues unobserved. Rejects like the work.
 * Cancels its timer.
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
