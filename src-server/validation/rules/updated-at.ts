import type { FullRule } from '../finding.ts';

/** Milliseconds between clocks. */
const CLOCK_TOLERANCE = 86_400_000;

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
