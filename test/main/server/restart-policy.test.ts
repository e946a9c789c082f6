import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideRestart, RESTART_POLICY } from '../../../src-main/server/restart-policy.ts';

describe('decideRestart', () => {
  it('doubles the delay with each attempt', () => {
    const delays = [1, 2, 3, 4].map((attempt) => {
      const decision = decideRestart(false, attempt, 0, 1);
      return decision.action === 'restart' ? decision.delayMs : decision.action;
    });
    expect(delays).toEqual([500, 1_000, 2_000, 4_000]);
  });

  it('gives up after the last restart', () => {
    expect(decideRestart(false, RESTART_POLICY.maxRestarts, 0, 0).action).toBe('restart');
    expect(decideRestart(false, RESTART_POLICY.maxRestarts + 1, 0, 0)).toEqual({
      action: 'give-up',
      ends: RESTART_POLICY.maxRestarts + 1,
    });
  });

  it('counts anew from a run that was ready for the stable time, and not a millisecond less', () => {
    expect(decideRestart(false, 4, RESTART_POLICY.stableMs, 0)).toMatchObject({ attempt: 2 });
    expect(decideRestart(false, 4, RESTART_POLICY.stableMs - 1, 0)).toMatchObject({ attempt: 5 });
  });

  it('does not restart where that cannot help', () => {
    expect(decideRestart(true, 1, 0, 0)).toEqual({ action: 'fail' });
  });

  it('keeps every delay between half of the full one and the full one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: RESTART_POLICY.maxRestarts }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempt, random) => {
          const decision = decideRestart(false, attempt, 0, random);
          const full = Math.min(500 * 2 ** (attempt - 1), RESTART_POLICY.maxDelayMs);
          const delay = decision.action === 'restart' ? decision.delayMs : Number.NaN;
          expect(delay).toBeGreaterThanOrEqual(full / 2);
          expect(delay).toBeLessThanOrEqual(full);
        },
      ),
    );
  });
});
