import type { Status } from '../contract/api.ts';
import { countWords } from '../contract/severity.ts';

export { countWords as count } from '../contract/severity.ts';

/** What a service serves, and what it doesn't yet: `12 skills`, or `12 skills (1 draft not served)`. */
export function servedSkills({ skills, drafts = 0 }: Pick<Status['counts'], 'skills' | 'drafts'>): string {
  const served = countWords(skills, 'skill');
  return drafts === 0 ? served : `${served} (${countWords(drafts, 'draft')} not served)`;
}
