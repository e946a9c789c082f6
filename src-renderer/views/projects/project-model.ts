import type { MatchedPackage, MatchResponse } from '../../../src-server/contract/api/match.ts';
import {
  type ConfirmedMatch,
  compareRows,
  isConfirmed,
  missingNames,
} from '../../../src-server/projects/match/match-findings.ts';

export interface RiskGroup {
  /** `high`, `medium`, `low` or a registry's own word. `null` if not given. */
  readonly risk: string | null;
  /** Direct first, then by drift and name. */
  readonly rows: readonly ConfirmedMatch[];
}

export interface ProjectModel {
  /** Highest risk first. */
  readonly groups: readonly RiskGroup[];
  /** Matched by name only, not counted. */
  readonly guesses: readonly MatchedPackage[];
  /** Libraries, direct first, then by number of naming files. */
  readonly missing: readonly MatchedPackage[];
  /** With major or minor drift. */
  readonly drifting: readonly ConfirmedMatch[];
  /** In row order. */
  readonly keys: readonly string[];
}

const KNOWN_RISKS: readonly (string | null)[] = ['high', 'medium', 'low'];

export function projectModel({ packages }: Pick<MatchResponse, 'packages'>): ProjectModel {
  const sure = packages.filter(isConfirmed).sort(compareRows);
  const risks = [...new Set(sure.map(({ skill }) => skill.risk))].sort((a, b) => rankOf(a) - rankOf(b));
  const groups = risks.map((risk) => ({ risk, rows: sure.filter(({ skill }) => skill.risk === risk) }));
  return {
    groups,
    guesses: packages.filter(({ skill }) => skill?.level === 'guess'),
    missing: missingNames(packages),
    drifting: sure.filter(({ skill: { drift } }) => drift === 'major' || drift === 'minor'),
    keys: [...new Set(groups.flatMap(({ rows }) => rows.map(({ skill }) => skill.key)))],
  };
}

function rankOf(risk: string | null): number {
  if (risk === null) return KNOWN_RISKS.length + 1;
  return KNOWN_RISKS.includes(risk) ? KNOWN_RISKS.indexOf(risk) : KNOWN_RISKS.length;
}
