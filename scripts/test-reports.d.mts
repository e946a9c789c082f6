/** One test that did not run. */
export interface Skipped {
  readonly name: string;
  readonly reason: string;
}

/** One test that failed, or one file that could not be loaded. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  /** The command that runs it alone. */
  readonly rerun?: string;
}

/** Counts of a run; what went wrong beside its tests counts as one failure. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly Failure[];
  readonly skipped: readonly Skipped[];
  /** How many were left to CI. */
  readonly left: number;
}

/**
 * @param report what Vitest's `json` reporter wrote; undefined where it wrote none
 * @param isWhole whether the run left nothing to CI; default: false
 * @param diffs expected and received by a test's name; default: none
 */
export function vitestOutcome(
  root: string,
  hasSucceeded: boolean,
  report: object | undefined,
  isWhole?: boolean,
  diffs?: Readonly<Record<string, string>>,
): Outcome;
/**
 * @param report what Playwright's `json` reporter wrote; undefined where it wrote none
 * @param left how many specs the run left to CI; default: 0
 */
export function specsOutcome(hasSucceeded: boolean, report: object | undefined, left?: number): Outcome;
/** The number of specs in what Playwright's `json` reporter wrote; 0 where it wrote nothing. */
export function countSpecs(report: object | undefined): number;
/** Each failure with the beginning of its message and the command that runs it again, as lines. */
export function failedLines(failures: readonly Failure[]): readonly string[];
/** Each reason once, with what it kept from running, as lines. */
export function skippedLines(skipped: readonly Skipped[]): readonly string[];
