import type { CheckProgress } from '../../src-server/contract/api/api.ts';
import { countNoticed, plainTitle } from '../../src-server/contract/diagnostics/causes.ts';
import {
  countBySeverity,
  type Diagnostic,
  type Severity,
} from '../../src-server/contract/diagnostics/diagnostic.ts';
import {
  checkingWords,
  problemWords,
  SEVERITIES,
  type SeverityCounts,
} from '../../src-server/contract/diagnostics/severity.ts';
import { plural } from '../text/format.ts';
import { causesOf } from './causes-of.ts';
import type { SkillRow } from './skill-row.ts';

/** What every place of the window that counts problems says of them. */
export interface ProblemFacts {
  readonly counts: SeverityCounts;
  /** The worst there is: it decides colour and mark. Undefined where nothing is wrong. */
  readonly worst: Severity | undefined;
  /** Causes that agents notice. */
  readonly noticed: number;
  readonly causes: number;
  /** The gravest cause in words. */
  readonly gravest: string | undefined;
  /** Present while there may be more. */
  readonly checking: CheckProgress | undefined;
}

/**
 * @param checking of the list, which says whether it is whole
 * @param progress of the service, which may be further than the list by now
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
  const counts = countBySeverity(problems);
  return {
    counts,
    worst: SEVERITIES.find((severity) => counts[severity] > 0),
    noticed: countNoticed(causes),
    causes: causes.length,
    gravest: causes[0] && plainTitle(causes[0]),
    checking: progress ?? checking,
  };
}

/** `3 errors, 1 warning (still checking: 12 of 85 skills done)`: the numbers that the service gives, in its words. */
export function countedWords({ counts, checking }: Pick<ProblemFacts, 'counts' | 'checking'>): string {
  const far = checking === undefined ? '' : ` so far (${checkingWords(checking)})`;
  return `${problemWords(counts)}${far}`;
}

/** What the tab's number is of, for those who only hear it, and for who points at it. */
export function tabWords(facts: ProblemFacts): string {
  return `${plural(facts.noticed, 'cause')} that agents notice: ${countedWords(facts)}`;
}
