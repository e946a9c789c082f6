/** The first of many, and how many there are beside: in the same words wherever a list is too long to be told. Pure. */

import { groupDigits } from './group-digits.ts';

/**
 * `a, b and 1,234 more`; all of them where there are no more than `most`.
 *
 * @param most how many are named, 1 or more
 */
export function listWords(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return `${names.slice(0, most).join(', ')}${rest > 0 ? ` and ${groupDigits(rest)} more` : ''}`;
}

/**
 * Of whole sentences: `One. Two. And 1,234 more.`
 *
 * @param most as of `listWords`
 */
export function listSentences(sentences: readonly string[], most: number): string {
  const rest = sentences.length - most;
  return [...sentences.slice(0, most), ...(rest > 0 ? [`And ${groupDigits(rest)} more.`] : [])].join(' ');
}
