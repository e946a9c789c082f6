import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest stretch of work before requests get their turn: long enough to get on, short enough that none notices. */
const SLICE_MS = 6;

/** Call between pieces of a long job: lets the event loop run when the present slice is used up. */
export function createSlices(): () => Promise<void> | undefined {
  let startedAt = performance.now();
  return () => {
    if (performance.now() - startedAt < SLICE_MS) return undefined;
    return nextTurn().then(() => {
      startedAt = performance.now();
    });
  };
}

/** Runs `steps` to its end, leaving the thread to others in between. Rejects with the signal's reason once it aborts. */
export async function runInSlices<T>(steps: Generator<void, T>, signal: AbortSignal): Promise<T> {
  const breathe = createSlices();
  for (;;) {
    signal.throwIfAborted();
    const step = steps.next();
    if (step.done === true) return step.value;
    const pause = breathe();
    if (pause !== undefined) await pause;
  }
}
