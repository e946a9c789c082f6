import type {
  MatchedPackage,
  MatchResponse,
  ReadProject,
  SkillMatch,
} from '../../../src-server/contract/api.ts';
import { writtenFor } from '../../../src-server/contract/vocabulary.ts';
import {
  compareRows,
  isConfirmed,
  isDrifting,
  missingNames,
} from '../../../src-server/projects/match/match-findings.ts';
import { formatCount } from '../../text/format.ts';

export type MatchedLibrary = MatchedPackage & { readonly skill: SkillMatch };

export interface ProjectModel {
  /** Direct first, then by risk, drift, name. */
  readonly rows: readonly MatchedLibrary[];
  /** Names of libraries in the project. */
  readonly libraries: number;
  readonly drifting: number;
  /** Libraries, direct first, then by number of naming files. */
  readonly missing: readonly MatchedPackage[];
}

export function projectModel({ packages }: Pick<MatchResponse, 'packages'>): ProjectModel {
  const rows = packages.filter(hasSkill).sort(compareRows);
  return {
    rows,
    libraries: new Set(packages.map(nameOf)).size,
    drifting: rows.filter(isDrifting).length,
    missing: missingNames(packages),
  };
}

function hasSkill(row: MatchedPackage): row is MatchedLibrary {
  return row.skill !== null;
}

function nameOf({ ecosystem, name }: MatchedPackage): string {
  return `${ecosystem}/${name}`;
}

/** `payments: 7 of its 10 libraries have a skill, 1 by its name alone.` */
export function coverWords({ rows, libraries }: ProjectModel): string {
  const covered = new Set(rows.map(nameOf)).size;
  if (libraries === 0) return 'no library is used here.';
  const named = covered - new Set(rows.filter(isConfirmed).map(nameOf)).size;
  const byName = named === 0 ? '' : `, ${named} by ${named === 1 ? 'its name' : 'their names'} alone`;
  if (libraries === 1)
    return `its one library has ${covered === 0 ? 'no skill' : `a skill${named === 0 ? '' : ', by its name alone'}`}.`;
  if (covered === 0) return `none of its ${formatCount(libraries)} libraries has a skill.`;
  return `${formatCount(covered)} of its ${formatCount(libraries)} libraries ${covered === 1 ? 'has' : 'have'} a skill${byName}.`;
}

export function driftWords({ drifting }: ProjectModel): string {
  if (drifting === 0) return '';
  return drifting === 1
    ? '1 of these skills is about another major version than the one in use. '
    : `${drifting} of these skills are about another major version than the one in use. `;
}

/** `you use 1.4.54, the skill is for 2.1.1: check what it says` */
export function versionWords(row: MatchedLibrary): string {
  const { version: used, skill } = row;
  const about = writtenFor(skill.version);
  if (used !== null && used === about) return `${used}, the same as the skill`;
  const yours = used === null ? 'your version is not fixed' : `you use ${used}`;
  const its = about === undefined ? 'the skill names no version' : `the skill is for ${about}`;
  return `${yours}, ${its}${isDrifting(row) ? ': check what it says' : ''}`;
}

export function fileCount({ packages }: Pick<ReadProject, 'packages'>): number {
  return new Set(packages.flatMap(({ from }) => from)).size;
}
