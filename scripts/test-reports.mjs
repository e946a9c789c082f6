/** What the reports of Vitest and Playwright say: counts, and what was skipped with its reason. */
import { relative } from 'node:path';

/** @typedef {{ readonly name: string, readonly reason: string }} Skipped */
/** @typedef {{ readonly passed: number, readonly failed: number, readonly skipped: readonly Skipped[] }} Outcome */

const NO_REASON = 'no reason given';

/**
 * The outcome of a run that wrote `report`; a run that failed without a failed test counts as one, and so does one
 * without a test.
 *
 * @param {boolean} hasSucceeded whether the process ended with 0
 * @param {{ passed: number, failed: number, skipped: readonly Skipped[] } | undefined} counted undefined without a report
 * @returns {Outcome}
 */
function outcomeOf(hasSucceeded, counted) {
  const { passed, failed, skipped } = counted ?? { passed: 0, failed: 0, skipped: [] };
  const isUnexplained = failed === 0 && (!hasSucceeded || passed === 0);
  return { passed, failed: failed + (isUnexplained ? 1 : 0), skipped };
}

/**
 * @param {string} root the project, from which files are named
 * @param report what Vitest's `json` reporter wrote
 */
export function vitestOutcome(root, hasSucceeded, report) {
  if (report === undefined) return outcomeOf(hasSucceeded, undefined);
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName, meta }) => ({
      isSkipped: status === 'skipped' || status === 'pending',
      name: `${relative(root, name)}: ${fullName}`,
      reason: meta?.skipped ?? NO_REASON,
    })),
  );
  const skipped = tests.filter(({ isSkipped }) => isSkipped).map(({ name, reason }) => ({ name, reason }));
  return outcomeOf(hasSucceeded, { passed: report.numPassedTests, failed: report.numFailedTests, skipped });
}

/** @param report what Playwright's `json` reporter wrote */
export function specsOutcome(hasSucceeded, report) {
  if (report === undefined) return outcomeOf(hasSucceeded, undefined);
  // No spec is tried twice, so none passes at the second try alone.
  const { expected, unexpected, flaky } = report.stats;
  return outcomeOf(hasSucceeded, {
    passed: expected,
    failed: unexpected + flaky,
    skipped: report.suites.flatMap(skippedSpecs),
  });
}

/** @returns {readonly Skipped[]} */
function skippedSpecs(suite) {
  const own = (suite.specs ?? []).flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ projectName, annotations }) => ({
        name: `${projectName}: ${file}: ${title}`,
        reason: annotations.find(({ type }) => type === 'skip')?.description ?? NO_REASON,
      })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(skippedSpecs)];
}

/**
 * Each reason once, with what it kept from running.
 *
 * @param {readonly Skipped[]} skipped
 * @returns {readonly string[]} lines
 */
export function skippedLines(skipped) {
  return [...new Set(skipped.map(({ reason }) => reason))].flatMap((reason) => {
    const kept = skipped.filter((one) => one.reason === reason);
    return [`Skipped (${kept.length}): ${reason}`, ...kept.map(({ name }) => `  - ${name}`)];
  });
}
