/** What the reports of Vitest and Playwright say: counts, what failed and why, and what was skipped with its reason. */
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

/** On no test but those that `npm test` leaves to CI. */
const CI_TAG = 'ci';
const NOTHING = { passed: 0, failed: 0, failures: [], skipped: [], left: 0 };

/**
 * The outcome of a run that wrote `report`; a run that failed without a failed test counts as one, and so does one
 * without a test.
 *
 * @param {boolean} hasSucceeded whether the process ended with 0
 * @param {Outcome} [counted] left out without a report
 * @returns {Outcome}
 */
function outcomeOf(hasSucceeded, counted = NOTHING) {
  const isUnexplained = counted.failed === 0 && (!hasSucceeded || counted.passed === 0);
  return isUnexplained ? { ...counted, failed: 1, failures: [...counted.failures, UNEXPLAINED] } : counted;
}

/**
 * @param {string} root the project, from which files are named
 * @param report what Vitest's `json` reporter wrote
 * @param {boolean} [isWhole] whether the run left nothing to CI
 * @param {Readonly<Record<string, string>>} [diffs] expected and received by a test's name, as failure-diffs.mjs wrote them
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
  // A file that can't be loaded, or whose hooks fail, has no failed test.
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
 * @param report what Playwright's `json` reporter wrote
 * @param {number} [left] how many specs the run left to CI
 */
export function specsOutcome(hasSucceeded, report, left = 0) {
  if (report === undefined) return outcomeOf(hasSucceeded);
  const tests = report.suites.flatMap(specsOf);
  // No spec is tried twice, so none passes at the second try alone.
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

/** @param report what Playwright's `json` reporter wrote of specs that were listed alone */
export function countSpecs(report) {
  return report === undefined ? 0 : report.suites.flatMap(specsOf).length;
}

/** The tests of a suite and of those in it, with names. */
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

/** Lines of a failure's message that are shown: what was expected, and where. */
const MOST_LINES = 24;

/** The first line of a message, the difference between expected and received, then where it was. */
function withDiff(message, diff) {
  if (diff === undefined) return message;
  const [first, ...rest] = message.split('\n');
  return [first, diff, ...rest].join('\n');
}

/** As one word of a POSIX shell. */
function quoted(word) {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * Each failure with the beginning of its message and the command that runs it again: who has only the end of a long log
 * learns what to mend.
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
