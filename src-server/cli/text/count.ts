import type { ServedLayer, Status } from '../../contract/api.ts';
import { othersWords } from '../../contract/service.ts';
import { countWords, groupDigits } from '../../contract/words.ts';

export { countWords as count } from '../../contract/words.ts';

/** `83 skills (17 are withheld, 2 are not served)` */
export function servedSkills(counts: Status['counts']): string {
  const others = othersWords(counts);
  const served = countWords(counts.skills, 'skill');
  return others === '' ? served : `${served} (${others})`;
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
