import { groupDigits } from './group-digits.ts';

/**
 * `a, b and 1,234 more`
 *
 * @param most at least 1
 */
export function listWords(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return `${names.slice(0, most).join(', ')}${rest > 0 ? ` and ${groupDigits(rest)} more` : ''}`;
}

/** `One. Two. And 1,234 more.` */
export function listSentences(sentences: readonly string[], most: number): string {
  const rest = sentences.length - most;
  return [...sentences.slice(0, most), ...(rest > 0 ? [`And ${groupDigits(rest)} more.`] : [])].join(' ');
}
