/** @module-tag ci */
import { expect, it } from 'vitest';
import { notOnLinux, unless } from '../support/unless.ts';
import { runSoak } from './run-soak.mjs';

/** A small heap shows growth soon, and hides what is none. */
const SMALL_HEAP = '--max-semi-space-size=1 --max-old-space-size=96';

it(
  'answers 64 clients for a minute without a failure, and keeps memory and handles',
  unless(notOnLinux),
  async () => {
    // Paced: most of the minute is pauses, so that other tests have the processor.
    const report = await runSoak({
      minutes: 1,
      perSecond: 10,
      skills: 30,
      updateEveryMs: 20_000,
      nodeOptions: SMALL_HEAP,
    });
    expect(report.failures).toEqual([]);
    expect(report.slopes.filter(({ isOver }) => isOver)).toEqual([]);
    expect(report.edits).toBeGreaterThan(10);
  },
);
