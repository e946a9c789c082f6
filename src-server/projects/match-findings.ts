/** Says what matches mean for a project: risks, drift, and libraries without a skill. It runs in the page, too. */

import type { MatchedPackage, MatchResponse, ProjectPackage, SkillMatch } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import { groupBy } from '../contract/words.ts';

export const FINDING_KINDS = ['risk', 'drift', 'missing'] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export type ConfirmedMatch = MatchedPackage & { readonly skill: SkillMatch };

export function isConfirmed(row: MatchedPackage): row is ConfirmedMatch {
  return row.skill !== null && row.skill.level !== 'guess';
}

export function findingsOf(row: MatchedPackage): readonly FindingKind[] {
  if (row.skill === null) return ['missing'];
  if (!isConfirmed(row)) return [];
  return [
    ...(row.skill.risk === 'high' ? (['risk'] as const) : []),
    ...(isDrifting(row) ? (['drift'] as const) : []),
  ];
}

export function isDrifting({ skill: { drift } }: Pick<ConfirmedMatch, 'skill'>): boolean {
  return drift === 'major' || drift === 'minor';
}

const DRIFTS_DESCENDING = ['major', 'minor', 'unknown', 'none'];

/** Ranks risks: high is first, unknown last. */
export function riskRank({ risk }: Pick<SkillMatch, 'risk'>): number {
  return ['high', 'medium', 'low', risk].indexOf(risk);
}

export function compareRows(a: ConfirmedMatch, b: ConfirmedMatch): number {
  return (
    Number(b.direct) - Number(a.direct) ||
    riskRank(a.skill) - riskRank(b.skill) ||
    DRIFTS_DESCENDING.indexOf(a.skill.drift) - DRIFTS_DESCENDING.indexOf(b.skill.drift) ||
    (a.name < b.name ? -1 : Number(a.name > b.name))
  );
}

/** Returns one row per library without a skill, direct ones first, then those that most files name. */
export function missingNames(rows: readonly MatchedPackage[]): readonly MatchedPackage[] {
  const missing = rows
    .filter(({ skill }) => skill === null)
    .sort(
      (a, b) =>
        Number(b.direct) - Number(a.direct) || b.from.length - a.from.length || (a.name < b.name ? -1 : 1),
    );
  const libraries = groupBy(missing, ({ ecosystem, name }) => `${ecosystem}/${name}`);
  return [...libraries.values()].flatMap(([first]) => first ?? []);
}

export function mergedMatches(rows: readonly MatchedPackage[]): MatchResponse {
  const packages = [...rows.filter(({ direct }) => direct), ...rows.filter(({ direct }) => !direct)];
  const counts = { packages: rows.length, direct: 0, exact: 0, repository: 0, guess: 0, none: 0 };
  for (const { direct, skill } of rows) {
    if (direct) counts.direct += 1;
    counts[skill?.level ?? 'none'] += 1;
  }
  return { packages, counts };
}

/** Asks for the skills of all packages, in as many requests as the limits need, and joins the answers. */
export async function askMatches(
  packages: readonly ProjectPackage[],
  ask: (packages: readonly ProjectPackage[]) => Promise<MatchResponse>,
): Promise<MatchResponse> {
  const rows: MatchedPackage[] = [];
  for (const part of requestParts(packages)) for (const row of (await ask(part)).packages) rows.push(row);
  return mergedMatches(rows);
}

/** Characters of a request. Some take several bytes, so it stays below the limit of a body. */
const REQUEST_CHARACTERS = 1_000_000;

function* requestParts(packages: readonly ProjectPackage[]): Generator<readonly ProjectPackage[]> {
  let part: ProjectPackage[] = [];
  let length = 0;
  for (const each of packages) {
    const size = JSON.stringify(each).length;
    if (part.length === LIMITS.matchedPackages || (part.length > 0 && length + size > REQUEST_CHARACTERS)) {
      yield part;
      [part, length] = [[], 0];
    }
    part.push(each);
    length += size;
  }
  if (part.length > 0) yield part;
}
