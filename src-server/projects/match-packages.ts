/** Matches packages with skills. */

import {
  type Drift,
  type IndexEntry,
  type MatchedPackage,
  type MatchLevel,
  type MatchResponse,
  ownMember,
  type SkillMatch,
} from '../contract/api.ts';
import { checkOf } from '../contract/schema.ts';
import { matchRequest } from '../contract/schemas/queries.ts';
import { COMPARATOR, comparators, isVersionRange, PACKAGE_NAMESPACES } from '../contract/skill-format.ts';
import { groupBy } from '../contract/words.ts';
import { mergedMatches } from './match-findings.ts';
import {
  formatPackageUrl,
  makePackageUrl,
  parsePackageUrl,
  pypiName,
  repositoriesHolding,
  repositoryInName,
  repositoryOf,
} from './package-address.ts';

interface SkillRecord {
  readonly key: string;
  /** The manifest, skill.json, as it was read. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** The entry of the list, in which index.json and skill.json are merged. */
  readonly entry: IndexEntry | undefined;
  /** What the skill warns of first. */
  readonly dangers?: SkillMatch['dangers'];
  /** Why agents don't get the skill. */
  readonly withheld?: string | undefined;
}

interface SkillIdentity {
  readonly key: string;
  readonly language: string;
  /** The names of skill.json and of the key, with `-` for `_` and `.`. */
  readonly names: readonly string[];
  readonly packages: readonly string[];
  readonly repository: string | undefined;
  readonly version: string | null;
  /** The range that the skill covers besides `version`, such as `>=1.4 <3`. */
  readonly versions: string | undefined;
  /** Risk and trust are those of the list; other fields come from skill.json first. */
  readonly risk: string | null;
  readonly dangers: NonNullable<SkillMatch['dangers']>;
  readonly withheld: string | undefined;
  readonly trust: number;
}

const MOST_PACKAGE_NAMES = 50;

function skillIdentity({ key, manifest, entry, dangers = [], withheld }: SkillRecord): SkillIdentity {
  const [language = '', , lastPart = ''] = key.split('/');
  const stated = (field: string) => textOf(manifest[field]) ?? textOf(entry?.[field]);
  const repo = stated('repo');
  const own = ownMember(ownMember(manifest, 'extensions'), 'skills_registry');
  const versions = textOf(ownMember(own, 'versions'));
  return {
    key,
    language: stated('language') ?? language,
    names: [...new Set([stated('name') ?? lastPart, lastPart].map(pypiName))],
    packages: packagesOf(manifest),
    repository: repo && repositoryOf(repo),
    version: stated('version') ?? null,
    versions: versions !== undefined && isVersionRange(versions) ? versions : undefined,
    risk: textOf(entry?.risk_level) ?? stated('risk_level') ?? null,
    dangers: withheld === undefined ? dangers : [],
    withheld,
    trust: typeof entry?.trust_score === 'number' ? entry.trust_score : 0,
  };
}

/** Returns the packages of `extensions.<namespace>`: its `name`, and its `names` for further ones. */
function packagesOf(manifest: SkillRecord['manifest']): readonly string[] {
  const extensions = ownMember(manifest, 'extensions');
  return Object.entries(PACKAGE_NAMESPACES).flatMap(([namespace, ecosystem]) => {
    const stated = ownMember(extensions, namespace);
    const names = ownMember(stated, 'names');
    const all: readonly unknown[] = [
      ownMember(stated, 'name'),
      ...(Array.isArray(names) ? names.slice(0, MOST_PACKAGE_NAMES) : []),
    ];
    return all.flatMap((name) => {
      const text = textOf(name);
      return text === undefined ? [] : [packageIdentity(ecosystem, text)];
    });
  });
}

/** Trims a text. It is undefined if it is blank or has over 500 characters. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 500 ? value.trim() : undefined;
}

/**
 * Returns the key of a package, such as `npm/@scope/name`. It is equal for equivalent spellings, and for all
 * major versions of a Go module.
 */
function packageIdentity(ecosystem: string, name: string): string {
  if (ecosystem === 'golang') return `golang/${goPath(name)}`;
  const small = name.toLowerCase();
  if (ecosystem === 'pypi') return `pypi/${pypiName(name)}`;
  return `${ecosystem}/${ecosystem === 'cargo' ? small.replaceAll('_', '-') : small}`;
}

/**
 * Takes the major version off a Go module: `github.com/jackc/pgx/v5` is `github.com/jackc/pgx`,
 * `gopkg.in/yaml.v3` is `gopkg.in/yaml`.
 */
function goPath(path: string): string {
  const small = path.toLowerCase();
  return small.replace(small.startsWith('gopkg.in/') ? /[/.]v\d{1,9}$/ : /\/v\d{1,9}$/, '');
}

const LANGUAGE_OF_ECOSYSTEM: ReadonlyMap<string, string> = new Map([
  ['npm', 'js'],
  ['pypi', 'python'],
  ['cargo', 'rust'],
  ['golang', 'go'],
  // C and C++ have no ecosystem of their own in bills of materials.
  ...['conan', 'vcpkg', 'github', 'gitlab', 'bitbucket', 'generic', 'cmake'].map(
    (ecosystem) => [ecosystem, 'cpp'] as const,
  ),
]);

/** The skills by what a package may name. Under each key, the most trusted skill comes first. */
export interface MatchIndex {
  readonly byPackage: ReadonlyMap<string, readonly SkillIdentity[]>;
  readonly byRepository: ReadonlyMap<string, readonly SkillIdentity[]>;
  /** The skills by `language/name`, such as `js/ws`. */
  readonly byName: ReadonlyMap<string, readonly SkillIdentity[]>;
  /** A version that most skills have, so that it says nothing. */
  readonly placeholderVersion: string | undefined;
}

/** What a package is matched by. The ecosystem is the type of its package URL, such as `npm`. */
export interface PackageFacts {
  readonly ecosystem: string;
  readonly name: string;
  readonly version: string | null;
  readonly repository?: string | undefined;
  /** The package comes from a repository, which may be a fork. */
  readonly isGit?: boolean | undefined;
}

/**
 * Finds the skill of a package: by its name in the ecosystem (`exact`), else by its repository, else by a
 * name alone (`guess`). Null means that there is none.
 */
export function matchPackage(facts: PackageFacts, index: MatchIndex): SkillMatch | null {
  const { ecosystem, name } = facts;
  const repository =
    (facts.repository === undefined ? undefined : repositoryOf(facts.repository)) ??
    repositoryInName(ecosystem, name);
  const repositories =
    repository === undefined ? [] : ecosystem === 'golang' ? repositoriesHolding(repository) : [repository];
  const exact = index.byPackage
    .get(packageIdentity(ecosystem, name))
    ?.find(
      (skill) =>
        facts.isGit !== true || (skill.repository !== undefined && repositories.includes(skill.repository)),
    );
  if (exact !== undefined) return describe(exact, 'exact', facts.version, index);
  const language = LANGUAGE_OF_ECOSYSTEM.get(ecosystem);
  const guessed = guessName(ecosystem, name);
  const neighbours = repositories.map((path) => index.byRepository.get(path)).find(Boolean) ?? [];
  // `pkg:github/…` may have any language.
  const isAnyLanguage = ['github', 'gitlab', 'bitbucket'].includes(ecosystem);
  const ofLanguage = neighbours.filter((skill) => isAnyLanguage || skill.language === language);
  const nearest = ofLanguage.find(({ names }) => names.includes(guessed)) ?? ofLanguage[0];
  if (nearest !== undefined) {
    const isSame = isSameLibrary(nearest, ecosystem, name);
    return describe(nearest, 'repository', isSame ? facts.version : null, index);
  }
  const guess = index.byName.get(`${language}/${guessed}`)?.[0];
  return guess === undefined ? null : describe(guess, 'guess', facts.version, index);
}

/** Says whether a package is the skill’s library itself, and no other package of its repository. */
function isSameLibrary(skill: SkillIdentity, ecosystem: string, name: string): boolean {
  if (skill.names.includes(guessName(ecosystem, name))) return true;
  const path = ecosystem === 'golang' ? goPath(name) : repositoryInName(ecosystem, name);
  return path !== undefined && path === skill.repository;
}

function describe(
  { key, version, versions, risk, dangers, withheld }: SkillIdentity,
  level: MatchLevel,
  used: string | null,
  { placeholderVersion }: MatchIndex,
): SkillMatch {
  const meant = version === placeholderVersion ? null : version;
  const drift = versionDrift(used, meant, versions);
  const warning = withheld === undefined ? dangers.length > 0 && { dangers } : { withheld };
  return { key, level, version, risk, drift, ...warning };
}

function guessName(ecosystem: string, name: string): string {
  const isScoped = ecosystem === 'npm' && name.startsWith('@');
  const path = ecosystem === 'golang' ? goPath(name) : name;
  return pypiName(isScoped ? path : (path.split('/').at(-1) ?? path));
}

/** Finds the numbers of a version: `v1.2.3-beta+build` is 1.2.3. */
const VERSION_NUMBERS = /^[v=]?(\d{1,9}(?:\.\d{1,9})*)(?![\d.])/i;

/**
 * Compares the used version with the skill’s. Within the skill’s range, such as `>=1.4 <3`, nothing drifts.
 */
function versionDrift(used: string | null, skills: string | null, range: string | undefined): Drift {
  const use = numbersOf(used);
  if (use === undefined) return 'unknown';
  if (range !== undefined && isWithin(use, range)) return 'none';
  const skill = numbersOf(skills);
  if (skill === undefined) return 'unknown';
  const [major = 0, minor = 0] = use;
  const [skillsMajor = 0, skillsMinor = 0] = skill;
  if (major !== skillsMajor) return 'major';
  return major === 0 && minor !== skillsMinor ? 'minor' : 'none';
}

function numbersOf(version: string | null): readonly number[] | undefined {
  const numbers = version === null ? undefined : VERSION_NUMBERS.exec(version.trim())?.[1];
  return numbers?.split('.').map(Number);
}

function isWithin(version: readonly number[], range: string): boolean {
  if (!isVersionRange(range)) return false;
  return comparators(range).every((part) => {
    const [, sign = '=', numbers = ''] = COMPARATOR.exec(part) ?? [];
    const bound = numbers.split('.').map(Number);
    const places = bound.length > version.length ? bound : version;
    const order = places.map((_, at) => (version[at] ?? 0) - (bound[at] ?? 0)).find((by) => by !== 0) ?? 0;
    return order === 0 ? sign.endsWith('=') : sign.startsWith(order > 0 ? '>' : '<');
  });
}

type AskedPackage = Omit<MatchedPackage, 'skill'> & PackageFacts;

export class MalformedPackage extends Error {}

const isRequest = checkOf(matchRequest, { firstOnly: true });

export function readAskedPackages(body: unknown): readonly AskedPackage[] {
  if (!isRequest(body)) throw new MalformedPackage(describeFault(isRequest.errors[0]?.instancePath ?? ''));
  return body.packages.map((entry, place) => {
    const { purl, ecosystem = '', name = '', version, repository } = entry;
    const { isGit = false, direct = true, dev = false, from = [] } = entry;
    const url = purl === undefined ? makePackageUrl(ecosystem, name, version || null) : parsePackageUrl(purl);
    if (url === undefined) {
      const isVersionAtFault = version && makePackageUrl(ecosystem, name, null) !== undefined;
      const fault = isVersionAtFault ? 'has a "version" that is none, as 8.18.0 is' : 'names no package';
      throw new MalformedPackage(
        `packages[${place}] ${purl === undefined ? fault : 'has a "purl" that is no package URL, as pkg:npm/ws@8.18.0 is'}.`,
      );
    }
    return {
      purl: formatPackageUrl(url),
      name: url.name,
      version: url.version,
      ecosystem: url.type,
      isGit,
      direct,
      dev,
      from,
      repository,
    };
  });
}

/** Describes a fault of the body at a path, such as `/packages/1/direct`. */
function describeFault(path: string): string {
  const [, , place, field] = path.split('/');
  if (place === undefined)
    return 'The body must be an object whose "packages" is a list of at most 5,000: {"packages":[{"purl":"pkg:npm/ws@8.18.0"}]}.';
  if (field !== undefined) return `packages[${place}] has a wrong "${field}".`;
  return `packages[${place}] must be an object with "purl", or with "ecosystem" and "name".`;
}

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

/** Matches packages, with one row per package and version, direct ones first. */
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
