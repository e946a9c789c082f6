import { setImmediate } from 'node:timers/promises';

/** Long enough to get on, short enough that no request notices. */
const SLICE_MS = 5;

/** Runs `steps` to its end, leaving the thread to others in between. */
export async function runInSlices<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < until);
    await setImmediate();
  }
}
