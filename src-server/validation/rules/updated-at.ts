import type { FullRule } from '../finding.ts';

/** Clocks of different machines may differ by this much, in milliseconds. */
const CLOCK_TOLERANCE = 86_400_000;

/** `updated_at` is not in the future. */
export const updatedAt: FullRule = {
  codes: ['updated-at-future'],
  check({ manifest }, { now }) {
    const value = manifest['updated_at'];
    const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
    return time > now.getTime() + CLOCK_TOLERANCE
      ? [
          {
            code: 'updated-at-future',
            message: `"updated_at" is in the future: ${value}.`,
            pointer: '/updated_at',
          },
        ]
      : [];
  },
};
