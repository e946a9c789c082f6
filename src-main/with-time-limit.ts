import type { Clock } from './clock.ts';

export const LATE = Symbol('late');

/** `LATE` after `ms` (more than 0); the work continues unobserved. Rejects like the work. */
export async function withTimeLimit<T>(work: Promise<T>, clock: Clock, ms: number): Promise<T | typeof LATE> {
  let cancel = () => {};
  const late = new Promise<typeof LATE>((resolve) => {
    cancel = clock.after(ms, () => resolve(LATE));
  });
  return Promise.race([work, late]).finally(cancel);
}
