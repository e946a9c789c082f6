import { nextTurn } from './next-turn.ts';

/** Other work waits for a slice of each concurrent call. */
const SLICE_MS = 3;

/**
 * Pauses for other work. Rejects with the signal's reason on abort.
 *
 * @param steps each much shorter than a slice
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

/** For small work, or on its own thread. */
export function runToEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
