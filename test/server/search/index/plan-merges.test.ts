import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planMerges } from '../../../../src-server/search/index/plan-merges.ts';

const whole = (alive: number) => ({ alive, total: alive });

describe('planMerges', () => {
  it('merges small neighbours, and leaves a small one behind a large one alone', () => {
    expect(planMerges([whole(2), whole(2), whole(4)], 100)).toEqual([[0, 1, 2]]);
    expect(planMerges([whole(90), whole(1)], 100)).toEqual([]);
  });

  it('writes a segment anew that has mostly gone, and forgets an empty one', () => {
    expect(planMerges([{ alive: 1, total: 3 }], 100)).toEqual([[0]]);
    expect(planMerges([{ alive: 0, total: 3 }], 100)).toEqual([]);
  });

  it('never makes a segment of more documents than one may have', () => {
    const size = fc.tuple(fc.nat(50), fc.nat(10)).map(([alive, gone]) => ({ alive, total: alive + gone }));
    fc.assert(
      fc.property(fc.array(size), (sizes) => {
        for (const group of planMerges(sizes, 50)) {
          expect(group.reduce((sum, number) => sum + (sizes[number]?.alive ?? 0), 0)).toBeLessThanOrEqual(50);
        }
      }),
    );
  });
});
