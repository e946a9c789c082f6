import type { Diagnostic, Severity } from '../../src-server/contract/diagnostic.ts';

export interface ProblemCount {
  readonly count: number;
  readonly worst: Severity;
}

const WEIGHT: Readonly<Record<Severity, number>> = { error: 2, warning: 1, info: 0 };

/** Errors and warnings of each skill; a note is no problem. */
export function problemsBySkill(problems: readonly Diagnostic[]): ReadonlyMap<string, ProblemCount> {
  const counts = new Map<string, ProblemCount>();
  for (const { skillKey, severity } of problems) {
    if (skillKey === undefined || severity === 'info') continue;
    const before = counts.get(skillKey);
    const worst = before !== undefined && WEIGHT[before.worst] > WEIGHT[severity] ? before.worst : severity;
    counts.set(skillKey, { count: (before?.count ?? 0) + 1, worst });
  }
  return counts;
}
