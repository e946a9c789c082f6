import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Heaviest } from '../../../../src-server/search/rank/heaviest.ts';

interface Item {
  readonly weight: number;
  readonly name: string;
}

const byWeightThenName = (a: Item, b: Item): number => b.weight - a.weight || (a.name < b.name ? -1 : 1);

describe('the heaviest of some items', () => {
  it('are the first of all, in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 9 })), fc.integer({ min: 1, max: 12 }), (weights, limit) => {
        const items = weights.map((weight, i) => ({ weight, name: `${i}` }));
        const heaviest = new Heaviest<Item>(limit, byWeightThenName);
        for (const item of items) heaviest.add(item);
        expect(heaviest.sorted()).toEqual(items.toSorted(byWeightThenName).slice(0, limit));
      }),
    );
  });

  it('have a place for anything until they are as many as there may be, then for what isn’t lighter than all', () => {
    const heaviest = new Heaviest<{ weight: number }>(2);
    const thresholds = [7, 5, 6].map((weight) => {
      heaviest.add({ weight });
      return heaviest.threshold;
    });
    expect(thresholds).toEqual([0, 5, 6]);
  });
});
