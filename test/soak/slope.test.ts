import { expect, it } from 'vitest';
import { lowerBound, slopeOf } from './slope.mjs';

it('finds a line without an error', () => {
  const { slope, error } = slopeOf([0, 1, 2, 3].map((x) => [x, 5 + 2 * x] as const));
  expect(slope).toBeCloseTo(2);
  expect(error).toBeCloseTo(0);
});

it('gives the error of scattered points', () => {
  // Worked by hand: Sxx = 10, Sxy = 6, residuals 2.4.
  const { slope, error } = slopeOf([
    [1, 2],
    [2, 4],
    [3, 5],
    [4, 4],
    [5, 5],
  ]);
  expect(slope).toBeCloseTo(0.6);
  expect(error).toBeCloseTo(Math.sqrt(2.4 / 3 / 10));
});

it('bounds a slope that may be chance below zero', () => {
  expect(lowerBound({ slope: 1, error: 1 })).toBeLessThan(0);
  expect(lowerBound({ slope: 3, error: 1 })).toBeGreaterThan(0);
});
