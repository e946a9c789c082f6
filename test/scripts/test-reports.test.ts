import { describe, expect, it } from 'vitest';
import {
  countSpecs,
  failedLines,
  skippedLines,
  specsOutcome,
  vitestOutcome,
} from '../../scripts/test-reports.mjs';

const vitest = (...assertionResults: object[]) => ({
  numPassedTests: 3,
  numFailedTests: 1,
  testResults: [{ name: '/project/test/lab/mounts.test.ts', assertionResults }],
});

const spec = (title: string, status: string, annotations: object[] = [], message?: string) => ({
  title,
  file: 'desktop/start.spec.ts',
  line: 7,
  tests: [
    {
      projectName: 'desktop',
      status,
      annotations,
      results: [{ errors: message === undefined ? [] : [{ message }] }],
    },
  ],
});

describe('what Vitest reports', () => {
  it('is counted, with the reason of each test that was skipped', () => {
    const report = vitest(
      { status: 'passed', fullName: 'a mount is seen', meta: {} },
      { status: 'skipped', fullName: 'a mount is away', meta: { skipped: 'there is no /dev/fuse' } },
      { status: 'pending', fullName: 'a mount is silent', meta: {} },
    );
    expect(vitestOutcome('/project', false, report, true)).toEqual({
      passed: 3,
      failed: 1,
      failures: [],
      skipped: [
        { name: 'test/lab/mounts.test.ts: a mount is away', reason: 'there is no /dev/fuse' },
        { name: 'test/lab/mounts.test.ts: a mount is silent', reason: 'no reason given' },
      ],
      left: 0,
    });
  });

  it('counts what was left to CI, which nobody skipped', () => {
    const report = vitest(
      { status: 'skipped', fullName: 'a mount is away', meta: {}, tags: ['ci'] },
      { status: 'skipped', fullName: 'a mount is silent', meta: {}, tags: [] },
    );
    const { skipped, left } = vitestOutcome('/project', true, report, false);
    expect([skipped.map(({ name }) => name), left]).toEqual([
      ['test/lab/mounts.test.ts: a mount is silent'],
      1,
    ]);
  });

  it('counts it among what was skipped where nothing was left to CI', () => {
    const why = { skipped: 'there is no /dev/fuse' };
    const report = vitest({ status: 'skipped', fullName: 'a mount is away', meta: why, tags: ['ci'] });
    const { skipped, left } = vitestOutcome('/project', true, report, true);
    expect([skipped.map(({ reason }) => reason), left]).toEqual([['there is no /dev/fuse'], 0]);
  });

  it('names what failed, also a file that could not be loaded', () => {
    const failed = { status: 'failed', fullName: 'a mount is seen', failureMessages: ['Error: not there'] };
    const report = vitest(failed);
    const unloaded = { name: '/project/test/a.test.ts', status: 'failed', message: 'no such module' };
    const testResults = [...report.testResults, { ...unloaded, assertionResults: [] }];
    expect(vitestOutcome('/project', false, { ...report, testResults }).failures).toEqual([
      { name: 'test/a.test.ts', message: 'no such module', rerun: 'npx vitest run test/a.test.ts' },
      {
        name: 'test/lab/mounts.test.ts: a mount is seen',
        message: 'Error: not there',
        rerun: "npx vitest run test/lab/mounts.test.ts -t 'a mount is seen'",
      },
    ]);
  });

  it('says what was expected and received, and how to run the test again', () => {
    const fullName = "a mount (isn’t) what it's called";
    const report = vitest({ status: 'failed', fullName, failureMessages: ['Error: not equal\n  at a.ts:1'] });
    const diffs = { [`test/lab/mounts.test.ts: ${fullName}`]: '- Expected\n+ Received\n- 1\n+ 2' };
    expect(failedLines(vitestOutcome('/project', false, report, false, diffs).failures)).toEqual([
      `Failed: test/lab/mounts.test.ts: ${fullName}`,
      '    Error: not equal',
      '    - Expected',
      '    + Received',
      '    - 1',
      '    + 2',
      '      at a.ts:1',
      "    Run it again: npx vitest run test/lab/mounts.test.ts -t 'a mount \\(isn’t\\) what it'\\''s called'",
    ]);
  });

  it('counts a file whose hook failed, beside a test that failed elsewhere', () => {
    const unrun = { status: 'skipped', fullName: 'a mount is seen', meta: {} };
    const hooked = {
      name: '/project/test/b.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [unrun],
    };
    const report = vitest({ status: 'failed', fullName: 'a', failureMessages: ['Error'] });
    const testResults = [...report.testResults, hooked];
    const outcome = vitestOutcome('/project', false, { ...report, testResults });
    expect([outcome.failed, outcome.failures.map(({ name }) => name)]).toEqual([
      2,
      ['test/b.test.ts', 'test/lab/mounts.test.ts: a'],
    ]);
  });

  it('is a failure where it reports nothing, or no test at all', () => {
    expect(vitestOutcome('/project', true, undefined)).toEqual({
      passed: 0,
      failed: 1,
      failures: [{ name: 'the run', message: expect.stringContaining('ended badly') }],
      skipped: [],
      left: 0,
    });
    const empty = { numPassedTests: 0, numFailedTests: 0, testResults: [] };
    expect(vitestOutcome('/project', true, empty).failed).toBe(1);
  });

  it('is a failure where the run failed without a failed test', () => {
    const report = { ...vitest(), numFailedTests: 0 };
    expect(vitestOutcome('/project', false, report).failed).toBe(1);
    expect(vitestOutcome('/project', true, report).failed).toBe(0);
  });
});

describe('what Playwright reports', () => {
  it('is counted, with the reason of each spec that was skipped, however deep it lies', () => {
    const why = { type: 'skip', description: 'only Linux desktops may lack a tray' };
    const report = {
      stats: { expected: 5, unexpected: 1, flaky: 0 },
      suites: [
        { specs: [spec('runs', 'expected')], suites: [{ specs: [spec('waits', 'skipped', [why])] }] },
        { specs: [spec('hides', 'unexpected', [], 'Error: no tray')] },
      ],
    };
    expect(countSpecs(report)).toBe(3);
    expect(specsOutcome(false, report, 7)).toEqual({
      passed: 5,
      failed: 1,
      failures: [
        {
          name: 'desktop: desktop/start.spec.ts: hides',
          message: 'Error: no tray',
          rerun: 'npx playwright test desktop/start.spec.ts:7 --project=desktop',
        },
      ],
      skipped: [
        { name: 'desktop: desktop/start.spec.ts: waits', reason: 'only Linux desktops may lack a tray' },
      ],
      left: 7,
    });
  });

  it('takes a spec that passed at a second try alone for failed', () => {
    const stats = { expected: 5, unexpected: 0, flaky: 1 };
    expect(specsOutcome(true, { stats, suites: [] }).failed).toBe(1);
  });
});

it('each reason is said once, before what it kept from running', () => {
  expect(
    skippedLines([
      { name: 'a', reason: 'no compiler' },
      { name: 'b', reason: 'root' },
      { name: 'c', reason: 'no compiler' },
    ]),
  ).toEqual(['Skipped (2): no compiler', '  - a', '  - c', 'Skipped (1): root', '  - b']);
});

it('each failure is said with the beginning of its message, without colours and empty lines', () => {
  const message = [
    '\u001b[31mError: two',
    '',
    '1 is not 2',
    ...Array.from({ length: 90 }, (_, n) => `at ${n}`),
  ];
  const lines = failedLines([{ name: 'a', message: message.join('\n') }]);
  expect(lines.slice(0, 3)).toEqual(['Failed: a', '    Error: two', '    1 is not 2']);
  expect(lines).toHaveLength(25);
});
