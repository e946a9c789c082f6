/** Whether, and when, a service that ended by itself is started again. Pure: the supervisor keeps the time. */

export const RESTART_POLICY = {
  /** Restarts without a stable run in between; the next end is the last. */
  maxRestarts: 4,
  firstDelayMs: 500,
  maxDelayMs: 30_000,
  /** A run that was ready this long was a good one: counting begins anew. */
  stableMs: 60_000,
} as const;

/** What follows the end of a run. */
export type RestartDecision =
  | { readonly action: 'restart'; readonly attempt: number; readonly delayMs: number }
  /** Starting again cannot help: the reason is not in the process. */
  | { readonly action: 'fail' }
  /** It ended too often. */
  | { readonly action: 'give-up'; readonly ends: number };

/**
 * @param isFinal whether the service said that starting again cannot help
 * @param attempt which start it was, from 1
 * @param readyMs how long it had been ready; 0 where it never was
 * @param random from 0 to 1: services of several users must not all come back at the same moment
 */
export function decideRestart(
  isFinal: boolean,
  attempt: number,
  readyMs: number,
  random: number,
): RestartDecision {
  if (isFinal) return { action: 'fail' };
  const counted = readyMs >= RESTART_POLICY.stableMs ? 1 : attempt;
  if (counted > RESTART_POLICY.maxRestarts) return { action: 'give-up', ends: counted };
  const full = Math.min(RESTART_POLICY.firstDelayMs * 2 ** (counted - 1), RESTART_POLICY.maxDelayMs);
  return { action: 'restart', attempt: counted + 1, delayMs: Math.round(full * (0.5 + random / 2)) };
}
