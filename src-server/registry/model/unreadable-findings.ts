import type { SkillKey } from '../../contract/api/api.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import type { FolderRecord } from './assign-keys.ts';
import type { UnreadablePath } from './folder-delta.ts';
import type { RegistryContents } from './registry-snapshot.ts';
import { isAtOrBelow } from './relative-path.ts';
import type { Skill } from './skill.ts';

export function unreadableFindings(
  { unreadable, indexFile }: RegistryContents,
  claims: ReadonlyMap<string, FolderRecord>,
  skills: ReadonlyMap<SkillKey, Skill>,
): readonly Diagnostic[] {
  return unreadable.map((place) => {
    const skillKey = hiddenSkill(place.path, claims, skills);
    const isIndexKept = place.path === 'index.json' && indexFile.index !== undefined;
    return reportUnreadable(place, skillKey !== undefined || isIndexKept, skillKey);
  });
}

export function reportUnreadable(
  { path, code, since }: UnreadablePath,
  isKept: boolean,
  skillKey?: SkillKey,
): Diagnostic {
  const what = path === '' ? 'The registry’s folder' : path;
  const then = isKept ? 'The last state read is still served.' : 'Nothing of it is served.';
  return diagnose(
    isKept ? 'unreadable-kept' : 'file-unreadable',
    `${what} can't be read since ${since} (${code}). ${then}`,
    { ...(skillKey === undefined ? {} : { skillKey }), ...(path === '' ? {} : { file: path }) },
  );
}

/** At or above the path, otherwise the first below. */
function hiddenSkill(
  path: string,
  claims: ReadonlyMap<string, FolderRecord>,
  skills: ReadonlyMap<SkillKey, Skill>,
): SkillKey | undefined {
  const servedFrom = (folder: string): SkillKey | undefined => {
    const skill = claims.get(folder)?.skill;
    return skill !== undefined && skills.get(skill.key) === skill ? skill.key : undefined;
  };
  for (const folder of selfAndAbove(path)) {
    const key = servedFrom(folder);
    if (key !== undefined) return key;
  }
  for (const folder of claims.keys()) {
    const key = isAtOrBelow(path, folder) ? servedFrom(folder) : undefined;
    if (key !== undefined) return key;
  }
  return undefined;
}

function* selfAndAbove(path: string): Generator<string, undefined> {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end);
  yield '';
}
