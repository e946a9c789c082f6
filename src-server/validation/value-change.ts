/** One value of skill.json that a repair changes, and why. */
export interface ValueChange {
  readonly field: string;
  readonly value: unknown;
  /** Members that the value has no more. */
  readonly without?: readonly string[];
  readonly reason: string;
}
