import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundedParts, sumRows, whereWords } from '../../../../src-renderer/views/search/sum-rows.ts';
import type { FindResult, MatchedTerm } from '../../../../src-server/contract/api/api.ts';

function result(weights: readonly number[], more: Partial<MatchedTerm> = {}): FindResult {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const terms = weights.map(
    (weight, i): MatchedTerm => ({
      word: 'conection',
      term: `term${i}`,
      weight,
      share: weight / total,
      occurrences: 1,
      skills: i + 1,
      places: ['text'],
      files: ['a.md'],
      ...more,
    }),
  );
  return { key: 'a', score: 100, raw_score: total, terms };
}

describe('the sum behind a score', () => {
  it('is the score as it is shown, for any weights', () => {
    const weight = fc.double({ min: 1e-6, max: 60, noNaN: true });
    fc.assert(
      fc.property(fc.array(weight, { minLength: 1, maxLength: 40 }), (weights) => {
        const { rows, sum } = sumRows(result(weights));
        const shown = rows.reduce((all, { adds }) => all + Math.round(100 * Number(adds)), 0);
        expect(shown).toBe(Math.round(100 * Number(sum)));
        expect(Number(sum)).toBeCloseTo(result(weights).raw_score, 1);
        for (const [i, { adds }] of rows.entries())
          expect(Math.abs(Number(adds) - (weights[i] ?? 0))).toBeLessThan(0.011);
      }),
    );
  });

  it('has a row of its own for each term, though one word was corrected to several', () => {
    const keys = sumRows(result([3, 2, 1])).rows.map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
  });

  it('rounds parts up where most was cut off', () => {
    expect(roundedParts([1.6, 1.6, 1.8], 5)).toEqual([2, 1, 2]);
  });

  it('says where a word stands that no text has', () => {
    expect(whereWords({ occurrences: 0, places: ['tags'] })).toBe('in its tags');
    expect(whereWords({ occurrences: 2, places: ['name', 'summary', 'heading', 'text'] })).toBe(
      '2 times, and in its name and its summary',
    );
  });
});
