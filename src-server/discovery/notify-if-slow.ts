/** Silence then looks hung. */
const LATE_MS = 2_000;

/** Calls `say` once if `work` is slow. */
export function notifyIfSlow<T>(
  work: Promise<T>,
  say: (() => void) | undefined,
  afterMs = LATE_MS,
): Promise<T> {
  const timer = say && setTimeout(say, afterMs);
  return work.finally(() => clearTimeout(timer));
}
