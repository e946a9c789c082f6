import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitBudget } from '../../../src-renderer/skill/budget.ts';

const file = (tokens: number, path = 'x.md') => ({ path, priority: 'P0', text: '', tokens }) as const;

describe('what fits into a budget', () => {
  it('is every file up to the first that no longer fits; a smaller one after it is not drawn forward', () => {
    const fit = fitBudget([file(10), file(100), file(5)], 50);
    expect(fit.files).toHaveLength(1);
    expect(fit.next?.tokens).toBe(100);
    expect(fit.used).toBe(10);
  });

  it('counts to the token', () => {
    expect(fitBudget([file(10), file(20)], 30).files).toHaveLength(2);
    expect(fitBudget([file(10), file(20)], 29).files).toHaveLength(1);
    expect(fitBudget([file(10)], 9)).toMatchObject({ files: [], used: 0 });
  });

  it('never goes over it, and grows with it', () => {
    const files = fc.array(fc.nat(2000).map((tokens) => file(tokens)));
    fc.assert(
      fc.property(files, fc.nat(10_000), fc.nat(500), fc.nat(100), (given, budget, more, overhead) => {
        const fit = fitBudget(given, budget, overhead);
        expect(fit.used).toBeLessThanOrEqual(budget);
        expect(fit.used).toBe(
          fit.files.length === 0 ? 0 : fit.files.reduce((sum, { tokens = 0 }) => sum + tokens, overhead),
        );
        expect(fitBudget(given, budget + more, overhead).files.length).toBeGreaterThanOrEqual(
          fit.files.length,
        );
        expect(fit.next === undefined).toBe(fit.files.length === given.length);
      }),
    );
  });
});
