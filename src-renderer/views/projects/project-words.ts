import type { MatchCounts } from '../../../src-server/contract/api/match.ts';
import type { ReadProject } from '../../../src-server/contract/api/project.ts';
import { formatCount, listWords, plural } from '../../text/format.ts';
import type { ProjectModel } from './project-model.ts';

/** `lead`: `11 of 46 packages have a skill`. `rest`: how certain. */
export function coverWords({ packages, exact, repository, guess }: MatchCounts): {
  readonly lead: string;
  readonly rest: string;
} {
  const matched = exact + repository;
  if (packages === 0) return { lead: 'No package is used here.', rest: '' };
  const guessed =
    guess === 0
      ? ''
      : ` ${plural(guess, matched === 0 ? 'has' : 'more is a guess', matched === 0 ? 'have' : 'more are guesses')}${
          matched === 0 ? ' the name of a skill, and nothing that proves it.' : ' and not counted.'
        }`;
  if (matched === 0) return { lead: `None of ${plural(packages, 'package')} has a skill.`, rest: guessed };
  return {
    lead: `${formatCount(matched)} of ${plural(packages, 'package')} ${matched === 1 ? 'has' : 'have'} a skill`,
    rest: `: ${formatCount(exact)} exact, ${formatCount(repository)} by ${matched === 1 ? 'its' : 'their'} repository.${guessed}`,
  };
}

/** Accessible name. */
export function coverLabel({ packages, exact, repository, guess, none }: MatchCounts): string {
  return `${plural(packages, 'package')}: ${exact} exact, ${repository} by repository, ${plural(guess, 'guess', 'guesses')}, ${none} without a skill`;
}

export function fileCount({ packages }: Pick<ReadProject, 'packages'>): number {
  return new Set(packages.flatMap(({ from }) => from)).size;
}

export function riskAdvice(risk: string | null): string {
  if (risk === 'high') return 'read before code that uses them changes';
  return risk === 'medium' ? 'read when a task touches them' : 'read on demand';
}

/** Most used first: `Go and npm`. */
export function ecosystemWords({ packages }: Pick<ReadProject, 'packages'>): string {
  const counts = new Map<string, number>();
  for (const { ecosystem } of packages) counts.set(ecosystem, (counts.get(ecosystem) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a).map(([name]) => ECOSYSTEMS.get(name) ?? name);
  return listWords(sorted);
}

const ECOSYSTEMS: ReadonlyMap<string, string> = new Map([
  ['npm', 'npm'],
  ['cargo', 'Cargo'],
  ['pypi', 'PyPI'],
  ['golang', 'Go'],
  ['vcpkg', 'vcpkg'],
  ['conan', 'Conan'],
  ['github', 'CMake'],
  ['generic', 'CMake'],
]);

/** Predicts the result of `match --direct --fail-on risk,drift`. */
export function failWords({ groups, drifting }: ProjectModel): string {
  const risky = (groups.find(({ risk }) => risk === 'high')?.rows ?? []).filter(
    ({ direct }) => direct,
  ).length;
  const apart = drifting.filter(({ direct }) => direct).length;
  if (risky + apart === 0) return 'Here it ends with 0.';
  const found = [
    ...(risky > 0 ? [`${formatCount(risky)} of high risk`] : []),
    ...(apart > 0 ? [`${formatCount(apart)} for another version`] : []),
  ];
  return `Here it ends with 1: ${listWords(found)}.`;
}

export function missingText({ missing }: ProjectModel): string {
  return missing
    .map(({ name, version, ecosystem }) => `${name}${version === null ? '' : ` ${version}`} (${ecosystem})\n`)
    .join('');
}
