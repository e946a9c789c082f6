/** Longest rest between two checks of the first pass, in milliseconds: an edited skill waits no longer than that. */
const LONGEST_REST_MS = 100;

/**
 * How long the first pass rests after a check, in milliseconds: as long as that took, up to 100 ms, so that checking a
 * large registry after each start takes about half of one core.
 */
export function restAfter(tookMs: number): number {
  return Math.min(tookMs, LONGEST_REST_MS);
}
