import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ readonly name: string, readonly reason: string }} Skipped */
/** @typedef {{ readonly name: string, readonly message: string, readonly rerun?: string }} Failure */
/**
 * @typedef {{
 *   readonly passed: number,
 *   readonly failed: number,
 *   readonly failures: readonly Failure[],
 *   readonly skipped: readonly Skipped[],
 *   readonly left: number,
 * }} Outcome
 */

const NO_REASON = 'no reason given';
const UNEXPLAINED = { name: 'the run', message: 'It ended badly, or without a test. See above.' };

/** Left to CI by `npm test`. */
const CI_TAG = 'ci';
const NOTHING = { passed: 0, failed: 0, failures: [], skipped: [], left: 0 };

/**
 * A run without tests, or that failed without a failed test, counts as a failure.
 *
 * @param {boolean} hasSucceeded exit code 0
 * @param {Outcome} [counted]
 * @returns {Outcome}
 */
function outcomeOf(hasSucceeded, counted = NOTHING) {
  const isUnexplained = counted.failed === 0 && (!hasSucceeded || counted.passed === 0);
  return isUnexplained ? { ...counted, failed: 1, failures: [...counted.failures, UNEXPLAINED] } : counted;
}

/**
 * @param {string} root for relative file names
 * @param report of Vitest's `json` reporter
 * @param {boolean} [isWhole] nothing was left to CI
 * @param {Readonly<Record<string, string>>} [diffs] from failure-diffs.mjs
 */
export function vitestOutcome(root, hasSucceeded, report, isWhole = false, diffs = {}) {
  if (report === undefined) return outcomeOf(hasSucceeded);
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({
      ...test,
      file: relative(root, name),
      name: `${relative(root, name)}: ${test.fullName}`,
    })),
  );
  const ended = (...ways) => tests.filter(({ status }) => ways.includes(status));
  const isLeft = ({ tags = [] }) => !isWhole && tags.includes(CI_TAG);
  const unrun = ended('skipped', 'pending');
  // Files that fail to load, or whose hooks fail, report no failed test.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const failures = [
    ...broken.map(({ name, message }) => ({
      name: relative(root, name),
      message:
        message || 'It failed outside of its tests: a hook, or an error that nobody caught. See above.',
      rerun: `npx vitest run ${relative(root, name)}`,
    })),
    ...ended('failed').map(({ name, file, fullName, failureMessages }) => ({
      name,
      message: withDiff(failureMessages.join('\n'), diffs[name]),
      rerun: `npx vitest run ${file} -t ${quoted(fullName.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))}`,
    })),
  ];
  return outcomeOf(hasSucceeded, {
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, failures.length),
    failures,
    skipped: unrun
      .filter((test) => !isLeft(test))
      .map(({ name, meta }) => ({ name, reason: meta?.skipped ?? NO_REASON })),
    left: unrun.filter(isLeft).length,
  });
}

/**
 * @param report of Playwright's `json` reporter
 * @param {number} [left] number of specs left to CI
 */
export function specsOutcome(hasSucceeded, report, left = 0) {
  if (report === undefined) return outcomeOf(hasSucceeded);
  const tests = report.suites.flatMap(specsOf);
  // Specs have no retries, so `flaky` counts as failed.
  const { expected, unexpected, flaky } = report.stats;
  return outcomeOf(hasSucceeded, {
    passed: expected,
    failed: unexpected + flaky,
    failures: [
      ...(report.errors ?? []).map(({ message, location }) => ({
        name: location?.file ?? 'the run',
        message,
      })),
      ...tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ name, place, projectName, results }) => ({
          name,
          rerun: `npx playwright test ${place} --project=${projectName}`,
          message: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
        })),
    ],
    skipped: tests
      .filter(({ status }) => status === 'skipped')
      .map(({ name, annotations }) => ({
        name,
        reason: annotations.find(({ type }) => type === 'skip')?.description ?? NO_REASON,
      })),
    left,
  });
}

/** @param report of Playwright's `json` reporter with `--list` */
export function countSpecs(report) {
  return report === undefined ? 0 : report.suites.flatMap(specsOf).length;
}

function specsOf(suite) {
  const own = (suite.specs ?? []).flatMap(({ title, file, line, tests }) =>
    tests.map((test) => ({
      ...test,
      place: `${file}:${line}`,
      name: `${test.projectName}: ${file}: ${title}`,
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(specsOf)];
}

const MOST_LINES = 24;

/** After the first line. */
function withDiff(message, diff) {
  if (diff === undefined) return message;
  const [first, ...rest] = message.split('\n');
  return [first, diff, ...rest].join('\n');
}

/** Quotes for a POSIX shell. */
function quoted(word) {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * For readers of a truncated log.
 *
 * @param {readonly Failure[]} failures
 * @returns {readonly string[]} lines
 */
export function failedLines(failures) {
  return failures.flatMap(({ name, message, rerun }) => {
    const lines = stripVTControlCharacters(message)
      .split('\n')
      .filter((line) => line.trim() !== '');
    return [
      `Failed: ${name}`,
      ...lines.slice(0, MOST_LINES).map((line) => `    ${line}`),
      ...(rerun === undefined ? [] : [`    Run it again: ${rerun}`]),
    ];
  });
}

/**
 * Grouped by reason.
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
