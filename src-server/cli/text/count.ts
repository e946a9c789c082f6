import type { ServedLayer, Status } from '../../contract/api/api.ts';
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

/** `/skills/own  3 skills, 1 shadowed` */
export function layerWords({ name, path, address, skills, shadowed, state }: ServedLayer): string {
  return [
    `${path ?? `${name} (${address})`}  ${countWords(skills, 'skill')}`,
    ...(shadowed === 0 ? [] : [`${groupDigits(shadowed)} shadowed`]),
    ...(state === 'failed' ? ["can't be read or checked for updates"] : []),
    ...(state === 'update' ? ['update available'] : []),
  ].join(', ');
}
