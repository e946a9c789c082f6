import type { CheckProgress } from '../../src-server/contract/api/api.ts';
import type { CauseRank } from '../../src-server/contract/diagnostics/causes.ts';
import type { Severity } from '../../src-server/contract/diagnostics/diagnostic.ts';
import { checkingWords } from '../../src-server/contract/diagnostics/severity.ts';
import { formatCount, plural } from '../text/format.ts';

/** By the effect on agents, not the rule's severity. */
export const SEVERITY_OF_RANK: Readonly<Record<CauseRank, Severity>> = {
  unserved: 'error',
  misleading: 'warning',
  cosmetic: 'info',
};

/** Counts causes, not locations. */
export interface ProblemSummary {
  /** Of the gravest cause. */
  readonly worst: Severity | undefined;
  /** Causes that affect agents. */
  readonly noticed: number;
  readonly causes: number;
  readonly gravest: string | undefined;
}

export interface ProblemFacts extends ProblemSummary {
  /** Until the check is complete. */
  readonly checking: CheckProgress | undefined;
}

export const NO_PROBLEMS: ProblemSummary = { worst: undefined, noticed: 0, causes: 0, gravest: undefined };

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
