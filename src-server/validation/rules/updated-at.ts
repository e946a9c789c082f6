import { isoTime } from '../../contract/words/iso-time.ts';
import type { FullRule } from '../finding.ts';

/** Milliseconds between clocks. */
const CLOCK_TOLERANCE = 86_400_000;

export const updatedAt: FullRule = {
  codes: ['updated-at-future'],
  check({ manifest }, { now }) {
    const value = manifest['updated_at'];
    return (isoTime(value) ?? 0) > now.getTime() + CLOCK_TOLERANCE
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
