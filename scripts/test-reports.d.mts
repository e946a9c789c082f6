/** One test that did not run. */
export interface Skipped {
  readonly name: string;
  readonly reason: string;
}

/** One test that failed, or one file that could not be loaded. */
export interface Failure {
  readonly name: string;
  readonly message: string;
}

/** Counts of a run; what went wrong beside its tests counts as one failure. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly Failure[];
  readonly skipped: readonly Skipped[];
}

/** @param report what Vitest's `json` reporter wrote; undefined where it wrote none */
export function vitestOutcome(root: string, hasSucceeded: boolean, report: object | undefined): Outcome;
/** @param report what Playwright's `json` reporter wrote; undefined where it wrote none */
export function specsOutcome(hasSucceeded: boolean, report: object | undefined): Outcome;
/** Each failure with the beginning of its message, as lines. */
export function failedLines(failures: readonly Failure[]): readonly string[];
/** Each reason once, with what it kept from running, as lines. */
export function skippedLines(skipped: readonly Skipped[]): readonly string[];
