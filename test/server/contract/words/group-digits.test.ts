import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packageRoot } from '../../../../src-server/built-files.ts';
import { groupDigits } from '../../../../src-server/contract/words/group-digits.ts';

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

it('is how everything of the service writes numbers', () => {
  const folder = join(packageRoot(), 'src-server');
  const others = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => readFileSync(join(folder, name), 'utf8').includes('.toLocaleString('));
  expect(others).toEqual([]);
});
