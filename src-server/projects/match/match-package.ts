import type { MatchLevel, SkillMatch } from '../../contract/api/match.ts';
import { repositoryInName, repositoryOf } from '../repository-address.ts';
import { ecosystemLanguage, goPath, guessName, packageIdentity } from './library-names.ts';
import type { SkillIdentity } from './skill-identity.ts';
import { versionDrift } from './version-drift.ts';

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
  /** Any address form. */
  readonly repository?: string | undefined;
  /** Source is a repository, perhaps a fork. */
  readonly isGit?: boolean | undefined;
}

/** Surest match, then most trusted skill. */
export function matchPackage(facts: PackageFacts, index: MatchIndex): SkillMatch | null {
  const { ecosystem, name } = facts;
  const repository =
    (facts.repository === undefined ? undefined : repositoryOf(facts.repository)) ??
    repositoryInName(ecosystem, name);
  const exact = index.byPackage
    .get(packageIdentity(ecosystem, name))
    ?.find((skill) => facts.isGit !== true || (repository !== undefined && skill.repository === repository));
  if (exact !== undefined) return describe(exact, 'exact', facts.version, index);
  const language = ecosystemLanguage(ecosystem);
  const guessed = guessName(ecosystem, name);
  const neighbours = (repository === undefined ? undefined : index.byRepository.get(repository)) ?? [];
  const ofLanguage = neighbours.filter((skill) => isOfLanguage(skill, ecosystem, language));
  const nearest = ofLanguage.find(({ names }) => names.includes(guessed)) ?? ofLanguage[0];
  if (nearest !== undefined) {
    const isSame = isSameLibrary(nearest, ecosystem, name);
    return describe(nearest, 'repository', isSame ? facts.version : null, index);
  }
  const guess = index.byName.get(`${language}/${guessed}`)?.[0];
  return guess === undefined ? null : describe(guess, 'guess', facts.version, index);
}

/** `pkg:github/…` may have any language. */
function isOfLanguage({ language }: SkillIdentity, ecosystem: string, spoken: string | undefined): boolean {
  return language === spoken || ecosystem === 'github' || ecosystem === 'gitlab' || ecosystem === 'bitbucket';
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
