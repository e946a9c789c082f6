import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest stretch of one work before others get their turn: several that go on at once make one wait of all of theirs. */
const SLICE_MS = 3;

/**
 * Runs `steps` to its end, leaving the thread to others in between. Rejects with the signal's reason once it aborts.
 *
 * @param steps each of well under a slice's length
 */
export async function runInSlices<T>(steps: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      signal?.throwIfAborted();
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < until);
    await nextTurn();
  }
}

/** Runs `steps` to its end at once, for a thread that nobody waits for and for work that is known to be small. */
export function runToEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
