export interface ValueChange {
  readonly field: string;
  readonly value: unknown;
  /** Removed members. */
  readonly without?: readonly string[];
  readonly reason: string;
}
