import type { MatchCounts, MatchedPackage, MatchResponse } from '../../contract/api/match.ts';
import type { AskedPackage } from './asked-packages.ts';
import type { MatchIndex } from './match-index.ts';
import { matchPackage } from './match-package.ts';

/** One row per package and version, direct first. Yields between packages. */
export function* matchPackages(
  packages: readonly AskedPackage[],
  index: MatchIndex,
): Generator<void, MatchResponse> {
  const rows = new Map<string, MatchedPackage>();
  for (const asked of packages) {
    const { purl, name, version, ecosystem, direct, dev, from } = asked;
    const before = rows.get(purl);
    const row =
      before === undefined
        ? { purl, name, version, ecosystem, direct, dev, from, skill: matchPackage(asked, index) }
        : mergeRows(before, asked);
    rows.set(purl, row);
    yield;
  }
  const all = [...rows.values()];
  const sorted = [...all.filter(({ direct }) => direct), ...all.filter(({ direct }) => !direct)];
  return { packages: sorted, counts: countMatches(sorted) };
}

export function countMatches(rows: readonly MatchedPackage[]): MatchCounts {
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
