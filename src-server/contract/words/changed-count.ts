import type { SkillKey } from '../api/api.ts';
import type { RegistryUpdate } from '../service/registry-work.ts';
import { groupDigits } from './group-digits.ts';

/** Per list of an update, parsed by the serving thread. */
export const MAX_UPDATE_KEYS = 10_000;

/** `1 skill`, `12 skills`, `10,000+ skills`; undefined for none. */
export function changedSkills({ added, changed, removed }: RegistryUpdate): string | undefined {
  const lists = [added, changed, removed];
  return lists.every(({ length }) => length === 0) ? undefined : skillsIn(...lists);
}

/** `+` if a list is cut. */
export function skillsIn(...lists: ReadonlyArray<readonly SkillKey[]>): string {
  const total = lists.reduce((sum, { length }) => sum + length, 0);
  const isCut = lists.some(({ length }) => length >= MAX_UPDATE_KEYS);
  return `${groupDigits(total)}${isCut ? '+' : ''} ${total === 1 ? 'skill' : 'skills'}`;
}
