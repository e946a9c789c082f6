import { expect, it } from 'vitest';
import { decideRestart, RESTART_POLICY } from '../../../src-main/server/server-supervisor.ts';

it('doubles the delay with each attempt, then gives up', () => {
  const decisions = [1, 2, 3, 4, 5].map((attempt) => decideRestart(false, attempt, 0));
  expect(decisions).toEqual([
    { action: 'restart', attempt: 2, delayMs: 500 },
    { action: 'restart', attempt: 3, delayMs: 1_000 },
    { action: 'restart', attempt: 4, delayMs: 2_000 },
    { action: 'restart', attempt: 5, delayMs: 4_000 },
    { action: 'give-up', ends: 5 },
  ]);
});

it('counts anew from a run that was ready for the stable time, and not a millisecond less', () => {
  expect(decideRestart(false, 4, RESTART_POLICY.stableMs)).toMatchObject({ attempt: 2 });
  expect(decideRestart(false, 4, RESTART_POLICY.stableMs - 1)).toMatchObject({ attempt: 5 });
});

it('does not restart where that cannot help', () => {
  expect(decideRestart(true, 1, 0)).toEqual({ action: 'fail' });
});
