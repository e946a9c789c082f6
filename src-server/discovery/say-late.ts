/** How long somebody waits without a word before they take a program for hung. */
const LATE_MS = 2_000;

/**
 * Calls `say` once where work takes longer than somebody waits without a word.
 *
 * @param say default: nobody is told
 * @param afterMs milliseconds of silence; default 2,000
 * @returns what the work comes to
 */
export function sayLate<T>(work: Promise<T>, say: (() => void) | undefined, afterMs = LATE_MS): Promise<T> {
  const timer = say && setTimeout(say, afterMs);
  return work.finally(() => clearTimeout(timer));
}
