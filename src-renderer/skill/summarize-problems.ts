import { countNoticed, findCauses, plainTitle } from '../../src-server/contract/diagnostics/causes.ts';
import type { Diagnostic } from '../../src-server/contract/diagnostics/diagnostic.ts';
import { type ProblemSummary, SEVERITY_OF_RANK } from './problem-words.ts';

export function summarizeProblems(problems: readonly Diagnostic[]): ProblemSummary {
  const { causes } = findCauses(problems);
  return {
    worst: causes[0] && SEVERITY_OF_RANK[causes[0].rank],
    noticed: countNoticed(causes),
    causes: causes.length,
    gravest: causes[0] && plainTitle(causes[0]),
  };
}
