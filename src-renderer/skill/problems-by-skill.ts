import type { Cause } from '../../src-server/contract/diagnostics/causes.ts';
import type { Severity } from '../../src-server/contract/diagnostics/diagnostic.ts';
import { worstSeverity } from '../../src-server/contract/diagnostics/severity.ts';
import { SEVERITY_OF_RANK } from './problem-words.ts';

export interface ProblemCount {
  readonly count: number;
  readonly worst: Severity;
}

/** Affecting agents, by skill key. */
export function problemsBySkill(causes: readonly Cause[]): ReadonlyMap<string, ProblemCount> {
  const counts = new Map<string, ProblemCount>();
  for (const { rank, skills } of causes) {
    if (rank === 'cosmetic') continue;
    const severity = SEVERITY_OF_RANK[rank];
    for (const key of skills) {
      const before = counts.get(key);
      const worst = worstSeverity(before === undefined ? [severity] : [before.worst, severity]) ?? severity;
      counts.set(key, { count: (before?.count ?? 0) + 1, worst });
    }
  }
  return counts;
}
