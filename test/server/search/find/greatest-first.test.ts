import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GreatestFirst } from '../../../../src-server/search/find/greatest-first.ts';

/** All that it gives. */
function taken(order: GreatestFirst): number[] {
  const numbers: number[] = [];
  for (let number = order.next(); number >= 0; number = order.next()) numbers.push(number);
  return numbers;
}

describe('numbers by their bounds', () => {
  it('come with the greatest bound first, each once', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 50 })), (bounds) => {
        const numbers = [...bounds.keys()].reverse();
        const order = new GreatestFirst(Uint16Array.from(numbers), numbers.length, Float64Array.from(bounds));
        const found = taken(order);
        expect(found.map((number) => bounds[number])).toEqual(bounds.toSorted((a, b) => b - a));
        expect(new Set(found).size).toBe(bounds.length);
      }),
    );
  });

  it('are the first of the array alone', () => {
    const order = new GreatestFirst(Uint16Array.of(4, 2, 0), 2, Float64Array.of(9, 9, 1, 9, 2));
    expect(taken(order)).toEqual([4, 2]);
    expect(order.next()).toBe(-1);
  });
});
