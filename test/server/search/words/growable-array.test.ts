import { expect, it } from 'vitest';
import {
  growableNumbers,
  growableShorts,
  SPARE_BYTES,
  spareBuffer,
  spareNumbers,
} from '../../../../src-server/search/words/growable-array.ts';
import { notOnLinux, unless } from '../../../support/unless.ts';

it('holds what was pushed and appended, however much it becomes', () => {
  const numbers = growableShorts();
  const many = Uint16Array.from({ length: 300_000 }, (_, i) => i % 65_521);
  for (const number of many) numbers.push(number);
  numbers.append(many);
  expect(numbers.toArray()).toEqual(Uint16Array.from([...many, ...many]));
});

it('makes room for more at once than it had twice over', () => {
  const numbers = growableNumbers();
  const many = Uint32Array.from({ length: 10_000 }, (_, i) => 2 ** 32 - 1 - i);
  numbers.append(many);
  expect(numbers.toArray()).toEqual(many);
});

it(
  'takes the bytes that are asked for where they are few, and where they are many so much that the system gets them back',
  unless(notOnLinux),
  () => {
    expect(spareBuffer(1_000).byteLength).toBe(1_000);
    expect(spareBuffer(1_000_000).byteLength).toBe(SPARE_BYTES);
    expect(spareBuffer(SPARE_BYTES + 1).byteLength).toBe(SPARE_BYTES + 1);
  },
);

it('gives so many numbers, whatever room is behind them', () => {
  expect(spareNumbers(262_145)).toHaveLength(262_145);
  expect(spareNumbers(3)).toEqual(new Uint32Array(3));
});
