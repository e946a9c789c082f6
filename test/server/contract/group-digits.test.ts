import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupDigits } from '../../../src-server/contract/group-digits.ts';

it('writes every whole number as English does', () => {
  expect([0, 85, 999, 1_000, 10_000, 1_234_567].map(groupDigits)).toEqual([
    '0',
    '85',
    '999',
    '1,000',
    '10,000',
    '1,234,567',
  ]);
  fc.assert(
    fc.property(fc.integer(), (number) => {
      expect(groupDigits(number)).toBe(number.toLocaleString('en'));
    }),
  );
});
