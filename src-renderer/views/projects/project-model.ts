/** What the page says of a project: rows by risk, guesses, and what has no skill. Pure. */
import type { MatchedPackage, MatchResponse } from '../../../src-server/contract/api/match.ts';
import {
  type ConfirmedMatch,
  compareRows,
  isConfirmed,
  missingNames,
} from '../../../src-server/projects/match/match-findings.ts';

/** Packages whose skills have the same risk. */
export interface RiskGroup {
  /** `high`, `medium`, `low`, or whatever else a registry says; null where it says nothing. */
  readonly risk: string | null;
  /** Direct ones first, then by drift and name. */
  readonly rows: readonly ConfirmedMatch[];
}

export interface ProjectModel {
  /** The highest risk first. */
  readonly groups: readonly RiskGroup[];
  /** By name; counted nowhere. */
  readonly guesses: readonly MatchedPackage[];
  /** Each library once: direct ones first, then those that the most files name. */
  readonly missing: readonly MatchedPackage[];
  /** Packages whose skill may be about another version. */
  readonly drifting: readonly ConfirmedMatch[];
  /** Keys of the skills, in the order of the rows. */
  readonly keys: readonly string[];
}

const KNOWN_RISKS: readonly (string | null)[] = ['high', 'medium', 'low'];

/** Arranges what the service answered. */
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
