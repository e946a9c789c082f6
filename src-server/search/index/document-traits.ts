/**
 * What ranking asks of every document that has a word of a query, in one number: to look at thousands of documents
 * themselves, wherever in memory they are, takes longer than all the rest of ranking.
 */
import type { SearchDocument } from '../search-document.ts';
import { languageNumber } from '../words/language-terms.ts';
import { nameInOne } from '../words/name-in-one.ts';
import { HASH_START, hashStep } from '../words/run-table.ts';

/** Of a document that is gone. */
export const GONE = 0;
/** Where a name's hash stands: different names may have the same. */
export const NAME_HASH = 0xffff;
/** Whether the document has symptoms. */
export const WITH_SYMPTOMS = 1 << 16;
const PRESENT = 1 << 17;
const FIRST_LANGUAGE = 18;

/** Never `GONE`. */
export function traitsOf({ name, language, symptoms }: SearchDocument): number {
  return (
    PRESENT | nameHash(nameInOne(name)) | languageBit(language) | (symptoms.length > 0 ? WITH_SYMPTOMS : 0)
  );
}

/** @param name as of `nameInOne` */
export function nameHash(name: string): number {
  let hash = HASH_START;
  for (let i = 0; i < name.length; i += 1) hash = hashStep(hash, name.charCodeAt(i));
  return (hash ^ (hash >>> 16)) & NAME_HASH;
}

/** The bits of some languages that find knows; none of any other. */
export function languageBits(languages: Iterable<string>): number {
  let bits = 0;
  for (const language of languages) bits |= languageBit(language);
  return bits;
}

function languageBit(language: string): number {
  const number = languageNumber(language);
  return number < 0 ? 0 : 1 << (FIRST_LANGUAGE + number);
}
