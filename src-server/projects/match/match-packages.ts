import type { MatchCounts, MatchedPackage, MatchResponse } from '../../contract/api/match.ts';
import type { AskedPackage } from './asked-packages.ts';
import { type MatchIndex, matchPackage } from './match-package.ts';
import { type SkillIdentity, type SkillRecord, skillIdentity } from './skill-identity.ts';

const PLACEHOLDER = '1.0.0';

export function buildMatchIndex(skills: Iterable<SkillRecord>): MatchIndex {
  type Skills = Map<string, SkillIdentity[]>;
  const [byPackage, byRepository, byName]: [Skills, Skills, Skills] = [new Map(), new Map(), new Map()];
  const identities = [...skills].map(skillIdentity);
  // Most trusted first, then by key.
  for (const identity of identities.sort((a, b) => b.trust - a.trust || (a.key < b.key ? -1 : 1))) {
    for (const name of identity.packages) add(byPackage, name, identity);
    if (identity.repository !== undefined) add(byRepository, identity.repository, identity);
    for (const name of identity.names) add(byName, `${identity.language}/${name}`, identity);
  }
  const placeholders = identities.filter(({ version }) => version === PLACEHOLDER).length;
  const isShared = placeholders > 1 && placeholders > identities.length / 2;
  return { byPackage, byRepository, byName, placeholderVersion: isShared ? PLACEHOLDER : undefined };
}

function add(map: Map<string, SkillIdentity[]>, name: string, identity: SkillIdentity): void {
  const sharers = map.get(name);
  if (sharers === undefined) map.set(name, [identity]);
  else sharers.push(identity);
}

/** One row per package and version, direct first. */
export function matchPackages(packages: readonly AskedPackage[], index: MatchIndex): MatchResponse {
  const rows = new Map<string, MatchedPackage>();
  for (const asked of packages) {
    const { purl, name, version, ecosystem, direct, dev, from } = asked;
    const before = rows.get(purl);
    const row =
      before === undefined
        ? { purl, name, version, ecosystem, direct, dev, from, skill: matchPackage(asked, index) }
        : mergeRows(before, asked);
    rows.set(purl, row);
  }
  return mergedMatches([...rows.values()]);
}

/** Direct first. */
export function mergedMatches(rows: readonly MatchedPackage[]): MatchResponse {
  const packages = [...rows.filter(({ direct }) => direct), ...rows.filter(({ direct }) => !direct)];
  return { packages, counts: countMatches(packages) };
}

function countMatches(rows: readonly MatchedPackage[]): MatchCounts {
  const counts = { packages: rows.length, direct: 0, exact: 0, repository: 0, guess: 0, none: 0 };
  for (const { direct, skill } of rows) {
    if (direct) counts.direct += 1;
    counts[skill?.level ?? 'none'] += 1;
  }
  return counts;
}

function mergeRows(row: MatchedPackage, { direct, dev, from }: AskedPackage): MatchedPackage {
  return {
    ...row,
    direct: row.direct || direct,
    dev: row.dev && dev,
    from: [...new Set([...row.from, ...from])],
  };
}
