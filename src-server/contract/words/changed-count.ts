import type { SkillKey } from '../api/api.ts';
import type { RegistryUpdate } from '../service/registry-work.ts';
import { groupDigits } from './group-digits.ts';

/** `1 skill`, `12 skills`; undefined for none. */
export function changedSkills({ added, changed, removed }: RegistryUpdate): string | undefined {
  const all = [...added, ...changed, ...removed];
  return all.length === 0 ? undefined : skillsIn(all);
}

export function skillsIn(keys: readonly SkillKey[]): string {
  return `${groupDigits(keys.length)} ${keys.length === 1 ? 'skill' : 'skills'}`;
}
