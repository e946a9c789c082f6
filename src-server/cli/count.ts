import type { Status } from '../contract/api.ts';
import { countWords } from '../contract/severity.ts';

export { countWords as count } from '../contract/severity.ts';

/**
 * What a service serves, and what it doesn't: `12 skills`, or `12 skills (1 draft not served)`.
 *
 * @param more what else is to be said in the brackets
 */
export function servedSkills(
  { skills, drafts = 0 }: Pick<Status['counts'], 'skills' | 'drafts'>,
  more: readonly string[] = [],
): string {
  const beside = [...(drafts === 0 ? [] : [`${countWords(drafts, 'draft')} not served`]), ...more];
  const served = countWords(skills, 'skill');
  return beside.length === 0 ? served : `${served} (${beside.join('; ')})`;
}
