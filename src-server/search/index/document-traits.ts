/** Ranking facts packed into a number: reading objects took longer than the rest of ranking. */
import type { SearchDocument } from '../search-document.ts';
import { languageNumber } from '../words/language-terms.ts';

export const GONE = 0;
export const WITH_SYMPTOMS = 1;
const PRESENT = 1 << 1;
const FIRST_LANGUAGE = 2;

export function traitsOf({ language, symptoms }: SearchDocument): number {
  return PRESENT | languageBit(language) | (symptoms.length > 0 ? WITH_SYMPTOMS : 0);
}

/** Unknown languages have no bit. */
export function languageBits(languages: Iterable<string>): number {
  let bits = 0;
  for (const language of languages) bits |= languageBit(language);
  return bits;
}

function languageBit(language: string): number {
  const number = languageNumber(language);
  return number < 0 ? 0 : 1 << (FIRST_LANGUAGE + number);
}
