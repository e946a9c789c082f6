export const RESTART_POLICY = {
  /** Without a stable run in between. */
  maxRestarts: 4,
  firstDelayMs: 500,
  maxDelayMs: 30_000,
  /** A longer ready time resets the count. */
  stableMs: 60_000,
} as const;

export type RestartDecision =
  | { readonly action: 'restart'; readonly attempt: number; readonly delayMs: number }
  | { readonly action: 'fail' }
  | { readonly action: 'give-up'; readonly ends: number };

/**
 * @param isFinal a restart can't help
 * @param attempt from 1
 * @param readyMs 0 if never ready
 * @param random 0 to 1: services of several users restart at different times
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
