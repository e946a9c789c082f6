/** Integer from 0 to 100. Undefined if out of range: clamping would claim an unstated score. */
export function usableScore(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 100 ? Math.round(value) : undefined;
}
