import type { Diagnostic, Severity } from '../../src-server/contract/diagnostics/diagnostic.ts';
import { worstSeverity } from '../../src-server/contract/diagnostics/severity.ts';

export interface ProblemCount {
  readonly count: number;
  readonly worst: Severity;
}

/** Errors and warnings; ignores infos. */
export function problemsBySkill(problems: readonly Diagnostic[]): ReadonlyMap<string, ProblemCount> {
  const counts = new Map<string, ProblemCount>();
  for (const { skillKey, severity } of problems) {
    if (skillKey === undefined || severity === 'info') continue;
    const before = counts.get(skillKey);
    const worst = worstSeverity(before === undefined ? [severity] : [before.worst, severity]) ?? severity;
    counts.set(skillKey, { count: (before?.count ?? 0) + 1, worst });
  }
  return counts;
}
