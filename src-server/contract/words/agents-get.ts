import type { Status } from '../api/api.ts';
import { countWords } from '../diagnostics/severity.ts';
import { groupDigits } from './group-digits.ts';

/**
 * `Agents get 66 of 85 skills from ~/registry. 17 are withheld, 2 are not served.`
 * @param from with its preposition, such as `from ~/registry`; empty where the reader knows it
 */
export function agentsGetWords(counts: Status['counts'], from = ''): string {
  const { skills, served = skills, folders = skills } = counts;
  const place = from === '' ? '' : ` ${from}`;
  if (folders === 0) return `Agents get no skills${place}: there are none.`;
  if (served === folders) return `Agents get ${countWords(served, 'skill')}${place}.`;
  const all = `${countWords(folders, 'skill')}${place}`;
  return `Agents get ${served === 0 ? 'none' : groupDigits(served)} of ${all}. ${othersWords(counts)}.`;
}

/** `17 are withheld, 2 are not served`; empty where agents get all. */
export function othersWords({ withheld = 0, notServed = 0, drafts = 0 }: Status['counts']): string {
  const say = (number: number, one: string, many: string) =>
    number === 0 ? [] : [`${groupDigits(number)} ${number === 1 ? one : many}`];
  return [
    ...say(withheld, 'is withheld', 'are withheld'),
    ...say(notServed, 'is not served', 'are not served'),
    ...say(drafts, 'is a draft', 'are drafts'),
  ].join(', ');
}
