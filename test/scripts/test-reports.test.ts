import { describe, expect, it } from 'vitest';
import { skippedLines, specsOutcome, vitestOutcome } from '../../scripts/test-reports.mjs';

const vitest = (...assertionResults: object[]) => ({
  numPassedTests: 3,
  numFailedTests: 1,
  testResults: [{ name: '/project/test/lab/mounts.test.ts', assertionResults }],
});

const spec = (title: string, status: string, annotations: object[] = []) => ({
  title,
  file: 'desktop/start.spec.ts',
  tests: [{ projectName: 'desktop', status, annotations }],
});

describe('what Vitest reports', () => {
  it('is counted, with the reason of each test that was skipped', () => {
    const report = vitest(
      { status: 'passed', fullName: 'a mount is seen', meta: {} },
      { status: 'skipped', fullName: 'a mount is away', meta: { skipped: 'there is no /dev/fuse' } },
      { status: 'pending', fullName: 'a mount is silent', meta: {} },
    );
    expect(vitestOutcome('/project', false, report)).toEqual({
      passed: 3,
      failed: 1,
      skipped: [
        { name: 'test/lab/mounts.test.ts: a mount is away', reason: 'there is no /dev/fuse' },
        { name: 'test/lab/mounts.test.ts: a mount is silent', reason: 'no reason given' },
      ],
    });
  });

  it('is a failure where it reports nothing, or no test at all', () => {
    expect(vitestOutcome('/project', true, undefined)).toEqual({ passed: 0, failed: 1, skipped: [] });
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
      suites: [{ specs: [spec('runs', 'expected')], suites: [{ specs: [spec('waits', 'skipped', [why])] }] }],
    };
    expect(specsOutcome(false, report)).toEqual({
      passed: 5,
      failed: 1,
      skipped: [
        { name: 'desktop: desktop/start.spec.ts: waits', reason: 'only Linux desktops may lack a tray' },
      ],
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
