export const RESTART_POLICY = {
  /** Without a stable run in between. */
  maxRestarts: 4,
  firstDelayMs: 500,
  maxDelayMs: 30_000,
  /** A run that was ready this long resets the count. */
  stableMs: 60_000,
} as const;

export type RestartDecision =
  /** `attempt`: number of the next start. */
  | { readonly action: 'restart'; readonly attempt: number; readonly delayMs: number }
  | { readonly action: 'fail' }
  /** `ends`: in a row. */
  | { readonly action: 'give-up'; readonly ends: number };

/**
 * @param isFinal a restart can't help
 * @param attempt number of the start that ended, from 1
 * @param readyMs 0 if never ready
 */
export function decideRestart(isFinal: boolean, attempt: number, readyMs: number): RestartDecision {
  if (isFinal) return { action: 'fail' };
  const ends = readyMs >= RESTART_POLICY.stableMs ? 1 : attempt;
  if (ends > RESTART_POLICY.maxRestarts) return { action: 'give-up', ends };
  const delayMs = Math.min(RESTART_POLICY.firstDelayMs * 2 ** (ends - 1), RESTART_POLICY.maxDelayMs);
  return { action: 'restart', attempt: ends + 1, delayMs };
}
