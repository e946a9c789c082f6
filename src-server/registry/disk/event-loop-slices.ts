import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest stretch of work before requests get their turn. */
const SLICE_MS = 8;

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
