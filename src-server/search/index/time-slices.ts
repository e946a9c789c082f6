import { setImmediate } from 'node:timers/promises';

/** Long enough to get on, short enough that no request notices. */
const SLICE_MS = 6;

/** Runs `steps` to its end, leaving the thread to others in between. Rejects with the signal's reason once it aborts. */
export async function runInSlices<T>(steps: Generator<void, T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    const until = performance.now() + SLICE_MS;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < until);
    await setImmediate();
  }
}
