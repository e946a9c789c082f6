/** Integer from 0 to 100; otherwise undefined, without clamping. */
export function usableScore(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 100 ? Math.round(value) : undefined;
}
