import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortSteps } from '../../../../src-server/registry/model/sort-steps.ts';

/** The result of all steps, and how many there were. */
function run<T>(steps: Generator<void, T>): { result: T; count: number } {
  for (let count = 0; ; count += 1) {
    const step = steps.next();
    if (step.done === true) return { result: step.value, count };
  }
}

describe('sorting in steps', () => {
  it('comes to what sorting at once does, equal ones in their order', () => {
    const items = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer()), {
      maxLength: 3_000,
      size: 'max',
    });
    fc.assert(
      fc.property(items, (all) => {
        const compare = (a: readonly number[], b: readonly number[]) => (a[0] ?? 0) - (b[0] ?? 0);
        expect(run(sortSteps(all, compare)).result).toEqual([...all].sort(compare));
      }),
      { numRuns: 30 },
    );
  });

  it('compares a bounded number of items in each step', () => {
    const all = Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 20_011);
    let [compared, most] = [0, 0];
    const steps = sortSteps(all, (a, b) => {
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
