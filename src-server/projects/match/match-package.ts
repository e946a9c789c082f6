import type { Drift, MatchLevel, SkillMatch } from '../../contract/api.ts';
import { COMPARATOR, comparators, isVersionRange } from '../../contract/skill-extensions.ts';
import { pypiName } from '../package-url.ts';
import { repositoryInName, repositoryOf } from '../repository-address.ts';
import { goPath, packageIdentity, type SkillIdentity } from './skill-identity.ts';

const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['npm', 'js'],
  ['pypi', 'python'],
  ['cargo', 'rust'],
  ['golang', 'go'],
  // C and C++ have no ecosystem of their own in bills of materials.
  ...['conan', 'vcpkg', 'github', 'gitlab', 'bitbucket', 'generic', 'cmake'].map(
    (ecosystem) => [ecosystem, 'cpp'] as const,
  ),
]);

/** Best skills first. */
export interface MatchIndex {
  readonly byPackage: ReadonlyMap<string, readonly SkillIdentity[]>;
  readonly byRepository: ReadonlyMap<string, readonly SkillIdentity[]>;
  /** `language/name` */
  readonly byName: ReadonlyMap<string, readonly SkillIdentity[]>;
  /** Of most skills, so meaningless. */
  readonly placeholderVersion: string | undefined;
}

export interface PackageFacts {
  readonly ecosystem: string;
  readonly name: string;
  readonly version: string | null;
  readonly repository?: string | undefined;
  /** Source is a repository, perhaps a fork. */
  readonly isGit?: boolean | undefined;
}

export function matchPackage(facts: PackageFacts, index: MatchIndex): SkillMatch | null {
  const { ecosystem, name } = facts;
  const repository =
    (facts.repository === undefined ? undefined : repositoryOf(facts.repository)) ??
    repositoryInName(ecosystem, name);
  const exact = index.byPackage
    .get(packageIdentity(ecosystem, name))
    ?.find((skill) => facts.isGit !== true || (repository !== undefined && skill.repository === repository));
  if (exact !== undefined) return describe(exact, 'exact', facts.version, index);
  const language = LANGUAGES.get(ecosystem);
  const guessed = guessName(ecosystem, name);
  const neighbours = (repository === undefined ? undefined : index.byRepository.get(repository)) ?? [];
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

/** Excludes other packages of the repository. */
function isSameLibrary(skill: SkillIdentity, ecosystem: string, name: string): boolean {
  if (skill.names.includes(guessName(ecosystem, name))) return true;
  const path = ecosystem === 'golang' ? goPath(name) : repositoryInName(ecosystem, name);
  return path !== undefined && path === skill.repository;
}

function describe(
  { key, version, versions, risk }: SkillIdentity,
  level: MatchLevel,
  used: string | null,
  { placeholderVersion }: MatchIndex,
): SkillMatch {
  const meant = version === placeholderVersion ? null : version;
  return { key, level, version, risk, drift: versionDrift(used, meant, versions) };
}

function guessName(ecosystem: string, name: string): string {
  const isScoped = ecosystem === 'npm' && name.startsWith('@');
  const path = ecosystem === 'golang' ? goPath(name) : name;
  return pypiName(isScoped ? path : (path.split('/').at(-1) ?? path));
}

/** `v1.2.3-beta+build` is 1.2.3. */
const NUMBERS = /^[v=]?(\d{1,9}(?:\.\d{1,9})*)(?![\d.])/i;

/** None within the skill's range, such as `>=1.4 <3`. */
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
  const numbers = version === null ? undefined : NUMBERS.exec(version.trim())?.[1];
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
