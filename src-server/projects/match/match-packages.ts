import type { MatchedPackage, MatchResponse, ProjectPackage } from '../../contract/api.ts';
import { groupBy } from '../../contract/words.ts';
import type { AskedPackage } from './asked-packages.ts';
import { type MatchIndex, matchPackage } from './match-package.ts';
import { type SkillRecord, skillIdentity } from './skill-identity.ts';

export function buildMatchIndex(skills: Iterable<SkillRecord>): MatchIndex {
  // Most trusted first, then by key.
  const identities = [...skills]
    .map(skillIdentity)
    .sort((a, b) => b.trust - a.trust || (a.key < b.key ? -1 : 1));
  const by = (namesOf: (skill: (typeof identities)[number]) => readonly string[]) => {
    const pairs = identities.flatMap((skill) => namesOf(skill).map((name) => ({ name, skill })));
    return new Map(
      [...groupBy(pairs, ({ name }) => name)].map(([name, all]) => [name, all.map(({ skill }) => skill)]),
    );
  };
  const placeholders = identities.filter(({ version }) => version === '1.0.0').length;
  const isShared = placeholders > 1 && placeholders > identities.length / 2;
  return {
    byPackage: by(({ packages }) => packages),
    byRepository: by(({ repository }) => (repository === undefined ? [] : [repository])),
    byName: by(({ language, names }) => names.map((name) => `${language}/${name}`)),
    placeholderVersion: isShared ? '1.0.0' : undefined,
  };
}

/** One row per package and version, direct first. */
export function matchPackages(packages: readonly AskedPackage[], index: MatchIndex): MatchResponse {
  const rows = [...groupBy(packages, ({ purl }) => purl).values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const { purl, name, version, ecosystem } = first;
    const direct = all.some((asked) => asked.direct);
    const dev = all.every((asked) => asked.dev);
    const from = [...new Set(all.flatMap((asked) => asked.from))];
    return [{ purl, name, version, ecosystem, direct, dev, from, skill: matchPackage(first, index) }];
  });
  return mergedMatches(rows);
}

function mergedMatches(rows: readonly MatchedPackage[]): MatchResponse {
  const packages = [...rows.filter(({ direct }) => direct), ...rows.filter(({ direct }) => !direct)];
  const counts = { packages: rows.length, direct: 0, exact: 0, repository: 0, guess: 0, none: 0 };
  for (const { direct, skill } of rows) {
    if (direct) counts.direct += 1;
    counts[skill?.level ?? 'none'] += 1;
  }
  return { packages, counts };
}

export async function askMatches(
  packages: readonly ProjectPackage[],
  ask: (packages: readonly ProjectPackage[]) => Promise<MatchResponse>,
): Promise<MatchResponse> {
  const rows: MatchedPackage[] = [];
  for (const part of requestParts(packages)) for (const row of (await ask(part)).packages) rows.push(row);
  return mergedMatches(rows);
}

/** Per request. Some characters take several bytes. */
const MAX_ASKED_PACKAGES = 5_000;
const REQUEST_CHARACTERS = 1_000_000;

function* requestParts(packages: readonly ProjectPackage[]): Generator<readonly ProjectPackage[]> {
  let part: ProjectPackage[] = [];
  let length = 0;
  for (const each of packages) {
    const size = JSON.stringify(each).length;
    if (part.length === MAX_ASKED_PACKAGES || (part.length > 0 && length + size > REQUEST_CHARACTERS)) {
      yield part;
      [part, length] = [[], 0];
    }
    part.push(each);
    length += size;
  }
  if (part.length > 0) yield part;
}
