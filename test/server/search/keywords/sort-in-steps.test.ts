import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortInSteps } from '../../../../src-server/search/keywords/sort-in-steps.ts';
import { runToEnd } from '../search-fixture.ts';

it('sorts as sorting at once does, equals in their order', () => {
  const items = fc
    .array(fc.integer({ min: 0, max: 50 }), { maxLength: 2_000, size: 'max' })
    .map((numbers) => numbers.map((number, place) => ({ number, place })));
  fc.assert(
    fc.property(items, (list) => {
      const compare = (a: { number: number }, b: { number: number }): number => a.number - b.number;
      expect(runToEnd(sortInSteps(list, compare))).toEqual([...list].sort(compare));
    }),
    { numRuns: 50 },
  );
});
