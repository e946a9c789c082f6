import type { Status } from '../../contract/api/api.ts';
import { countWords } from '../../contract/diagnostics/severity.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';

export { countWords as count } from '../../contract/diagnostics/severity.ts';

/** `12 skills (1 draft not served; 2 can't be served)` */
export function servedSkills({ skills, drafts = 0, leftOut = 0 }: Omit<Status['counts'], 'files'>): string {
  const beside = [
    ...(drafts === 0 ? [] : [`${countWords(drafts, 'draft')} not served`]),
    ...(leftOut === 0 ? [] : [`${groupDigits(leftOut)} can't be served`]),
  ];
  const served = countWords(skills, 'skill');
  return beside.length === 0 ? served : `${served} (${beside.join('; ')})`;
}
