import type { SkillKey } from '../contract/api/api.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import type { RegistrySnapshot, ServedSkill } from './snapshot.ts';

export interface SkillContents {
  readonly skill: ServedSkill;
  /** Of all knowledge files that could be read. */
  readonly texts: ReadonlyMap<string, string>;
}

interface Live {
  snapshot(): RegistrySnapshot;
}

/** Throws `skill_not_found`. */
export function skillContents(live: Live, key: SkillKey): SkillContents {
  const skill = live.snapshot().skills.get(key);
  if (skill === undefined) throw new ApiError('skill_not_found', `Skill '${key}' not found`);
  return { skill, texts: skill.texts };
}

/** Without a full stop; mentions a draft. */
export function describeMissing({ drafts }: RegistrySnapshot, key: SkillKey): string {
  const draft = drafts.find((one) => one.key === key);
  const texts = draft?.toWrite === 1 ? '1 text' : `${draft?.toWrite} texts`;
  const why = draft === undefined ? '' : `: it is a draft, with ${texts} still to write`;
  return `Skill '${key}' not found${why}`;
}
