/** One test that did not run. */
export interface Skipped {
  readonly name: string;
  readonly reason: string;
}

/** Counts of a run; what went wrong beside its tests counts as one failure. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly Skipped[];
}

/** @param report what Vitest's `json` reporter wrote; undefined where it wrote none */
export function vitestOutcome(root: string, hasSucceeded: boolean, report: object | undefined): Outcome;
/** @param report what Playwright's `json` reporter wrote; undefined where it wrote none */
export function specsOutcome(hasSucceeded: boolean, report: object | undefined): Outcome;
export function skippedLines(skipped: readonly Skipped[]): readonly string[];
