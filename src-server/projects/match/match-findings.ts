import type { MatchedPackage, SkillMatch } from '../../contract/api/match.ts';

/** Values of `--fail-on`. */
export const FINDING_KINDS = ['risk', 'drift', 'missing'] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export type ConfirmedMatch = MatchedPackage & { readonly skill: SkillMatch };

export function isConfirmed(row: MatchedPackage): row is ConfirmedMatch {
  return row.skill !== null && row.skill.level !== 'guess';
}

export function findingsOf(row: MatchedPackage): readonly FindingKind[] {
  if (row.skill === null) return ['missing'];
  if (!isConfirmed(row)) return [];
  const { risk, drift } = row.skill;
  return [
    ...(risk === 'high' ? (['risk'] as const) : []),
    ...(drift === 'major' || drift === 'minor' ? (['drift'] as const) : []),
  ];
}

const RISKS = ['high', 'medium', 'low'];
const DRIFTS = ['major', 'minor', 'unknown', 'none'];

/** Direct first, then by risk, drift, name. */
export function compareRows(a: ConfirmedMatch, b: ConfirmedMatch): number {
  return (
    Number(b.direct) - Number(a.direct) ||
    rank(RISKS, a.skill.risk) - rank(RISKS, b.skill.risk) ||
    rank(DRIFTS, a.skill.drift) - rank(DRIFTS, b.skill.drift) ||
    (a.name < b.name ? -1 : Number(a.name > b.name))
  );
}

function rank(order: readonly string[], value: string | null): number {
  const place = value === null ? -1 : order.indexOf(value);
  return place < 0 ? order.length : place;
}

/** One row per library, direct first, then by file count. */
export function missingNames(rows: readonly MatchedPackage[]): readonly MatchedPackage[] {
  const byName = new Map<string, MatchedPackage>();
  for (const row of rows) {
    const id = `${row.ecosystem}/${row.name}`;
    const before = byName.get(id);
    if (row.skill === null && (before === undefined || isMoreUsed(row, before))) byName.set(id, row);
  }
  return [...byName.values()].sort((a, b) =>
    isMoreUsed(a, b) ? -1 : isMoreUsed(b, a) ? 1 : a.name < b.name ? -1 : 1,
  );
}

function isMoreUsed(a: MatchedPackage, b: MatchedPackage): boolean {
  return a.direct === b.direct ? a.from.length > b.from.length : a.direct;
}
