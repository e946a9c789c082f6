import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitBudget, sumTokens } from '../../../src-renderer/domain/skill-files.ts';

const file = (tokens: number, path = 'x.md') => ({ path, priority: 'P0', text: '', tokens }) as const;

describe('what fits into a budget', () => {
  it('is every file up to the first that no longer fits; a smaller one after it is not drawn forward', () => {
    const fit = fitBudget([file(10, 'a.md'), file(100, 'b.md'), file(5, 'c.md')], 50);
    expect(fit.map(({ path }) => path)).toEqual(['a.md']);
  });

  it('counts to the token', () => {
    expect(fitBudget([file(10, 'a.md'), file(20, 'b.md')], 30)).toHaveLength(2);
    expect(fitBudget([file(10, 'a.md'), file(20, 'b.md')], 29)).toHaveLength(1);
    expect(fitBudget([file(10)], 9)).toEqual([]);
  });

  it('is what get_skill chooses: pitfalls and safety go before a quickstart that is read before them', () => {
    const files = [
      file(40, 'quickstart.md'),
      file(30, 'overview.md'),
      file(20, 'pitfalls.md'),
      file(20, 'safety.md'),
    ];
    const fit = fitBudget(files, 50);
    expect(fit.map(({ path }) => path)).toEqual(['pitfalls.md', 'safety.md']);
    expect(fitBudget(files, 70).map(({ path }) => path)).toEqual(['overview.md', 'pitfalls.md', 'safety.md']);
  });

  it('has a short form in place of its long one where that is too long, and never both', () => {
    const files = [file(10, 'pitfalls.md'), file(100, 'overview.md'), file(20, 'overview-compact.md')];
    expect(fitBudget(files, 50).map(({ path }) => path)).toEqual(['pitfalls.md', 'overview-compact.md']);
    expect(fitBudget(files, 500).map(({ path }) => path)).toEqual(['pitfalls.md', 'overview.md']);
  });

  it('never goes over it, and grows with it', () => {
    const files = fc
      .array(fc.nat(2000))
      .map((all) =>
        all.map((tokens, place) => file(tokens, ['safety.md', 'pitfalls.md'][place] ?? `${place}.md`)),
      );
    fc.assert(
      fc.property(files, fc.nat(10_000), fc.nat(500), (given, budget, more) => {
        const fit = fitBudget(given, budget);
        expect(sumTokens(fit)).toBeLessThanOrEqual(budget);
        expect(fitBudget(given, budget + more).length).toBeGreaterThanOrEqual(fit.length);
      }),
    );
  });
});
