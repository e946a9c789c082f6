import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runToEnd } from '../../src-server/run-in-slices.ts';
import { sortInSteps } from '../../src-server/sort-in-steps.ts';

describe('sorting in steps', () => {
  it('comes to what sorting at once does, equal ones in their order', () => {
    const items = fc
      .array(fc.integer({ min: 0, max: 50 }), { maxLength: 3_000, size: 'max' })
      .map((numbers) => numbers.map((number, place) => ({ number, place })));
    fc.assert(
      fc.property(items, (list) => {
        const compare = (a: { number: number }, b: { number: number }): number => a.number - b.number;
        expect(runToEnd(sortInSteps(list, compare))).toEqual([...list].sort(compare));
      }),
      { numRuns: 50 },
    );
  });

  it('compares a bounded number of items in each step', () => {
    const all = Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 20_011);
    let [compared, most] = [0, 0];
    const steps = sortInSteps(all, (a, b) => {
      compared += 1;
      return a - b;
    });
    for (let step = steps.next(); step.done !== true; step = steps.next()) {
      most = Math.max(most, compared);
      compared = 0;
    }
    expect(most).toBeLessThan(10_000);
  });
});
