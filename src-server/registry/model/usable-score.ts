/**
 * A trust score or a completeness as it is served: a whole number from 0 to 100, fractions rounded. Undefined for all else,
 * numbers out of the range included: the nearest one would claim what nobody said.
 */
export function usableScore(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 100 ? Math.round(value) : undefined;
}
