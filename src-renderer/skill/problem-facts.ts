import type { CheckProgress } from '../../src-server/contract/api/api.ts';
import { type CauseRank, countNoticed, plainTitle } from '../../src-server/contract/diagnostics/causes.ts';
import type { Diagnostic, Severity } from '../../src-server/contract/diagnostics/diagnostic.ts';
import { checkingWords } from '../../src-server/contract/diagnostics/severity.ts';
import { formatCount, plural } from '../text/format.ts';
import { causesOf } from './causes-of.ts';
import type { SkillRow } from './skill-row.ts';

/** By the effect on agents, not the rule's severity. */
export const SEVERITY_OF_RANK: Readonly<Record<CauseRank, Severity>> = {
  unserved: 'error',
  misleading: 'warning',
  cosmetic: 'info',
};

/** Counts causes, not locations. */
export interface ProblemFacts {
  /** Of the gravest cause. */
  readonly worst: Severity | undefined;
  /** Causes that affect agents. */
  readonly noticed: number;
  readonly causes: number;
  readonly gravest: string | undefined;
  /** Until the check is complete. */
  readonly checking: CheckProgress | undefined;
}

/**
 * @param checking from the list; undefined if complete
 * @param progress newer, from the status
 */
export function problemFacts(
  {
    problems,
    skills,
    checking,
  }: {
    readonly problems: readonly Diagnostic[];
    readonly skills: readonly SkillRow[];
    readonly checking?: CheckProgress | undefined;
  },
  progress: CheckProgress | undefined,
): ProblemFacts {
  const { causes } = causesOf({ problems, skills });
  return {
    worst: causes[0] && SEVERITY_OF_RANK[causes[0].rank],
    noticed: countNoticed(causes),
    causes: causes.length,
    gravest: causes[0] && plainTitle(causes[0]),
    checking: progress ?? checking,
  };
}

/** `11 problems affect agents, 6 are cosmetic`. */
export function problemsWords({ noticed, causes }: Pick<ProblemFacts, 'noticed' | 'causes'>): string {
  const cosmetic = causes - noticed;
  if (noticed === 0) return causes === 0 ? 'No problems' : plural(cosmetic, 'cosmetic problem');
  const first = plural(noticed, 'problem affects agents', 'problems affect agents');
  return cosmetic === 0
    ? first
    : `${first}, ${formatCount(cosmetic)} ${cosmetic === 1 ? 'is' : 'are'} cosmetic`;
}

/** With progress while the check runs. */
export function countedWords(facts: Pick<ProblemFacts, 'noticed' | 'causes' | 'checking'>): string {
  const far = facts.checking === undefined ? '' : ` so far (${checkingWords(facts.checking)})`;
  return `${problemsWords(facts)}${far}`;
}
