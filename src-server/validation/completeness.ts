import { isExample, STANDARD_FILES } from '../contract/api/standard-files.ts';

interface Completeness {
  readonly score: number;
  readonly range: readonly [lowest: number, highest: number];
}

/**
 * Points by the specification's table; in a range, every file adds some:
 *
 * | present | score |
 * |---|---|
 * | not all P0 | 10 per P0 + 3 per P1 + 3 for P2 + 4 for examples (≤ 36) |
 * | all P0, no example | 40 + 4 per P1 + 3 for P2 (≤ 55) |
 * | all P0 and examples | 60 + 5 per P1 + 5 for P2 (≤ 75) |
 * | all P0, P1 and examples | 80 + 5 per example after the first (≤ 95) |
 * | all P0, P1, P2 and examples | 100 |
 */
export function completeness(present: ReadonlySet<string>): Completeness {
  const countOf = (names: readonly string[]): number => names.filter((name) => present.has(name)).length;
  const p0 = countOf(STANDARD_FILES.P0);
  const p1 = countOf(STANDARD_FILES.P1);
  const p2 = countOf(STANDARD_FILES.P2);
  const examples = [...present].filter(isExample).length;
  const hasAllP1 = p1 === STANDARD_FILES.P1.length;

  if (p0 < STANDARD_FILES.P0.length)
    return { score: 10 * p0 + 3 * p1 + 3 * p2 + (examples > 0 ? 4 : 0), range: [0, 39] };
  if (examples === 0) return { score: 40 + 4 * p1 + 3 * p2, range: [40, 55] };
  if (!hasAllP1) return { score: 60 + 5 * p1 + 5 * p2, range: [60, 75] };
  if (p2 === 0) return { score: 80 + 5 * Math.min(examples - 1, 3), range: [80, 95] };
  return { score: 100, range: [100, 100] };
}
