/**
 * Facts about a document that ranking needs for each match, in one number. Reading thousands of document objects instead
 * took longer than the rest of ranking.
 */
import type { SearchDocument } from '../search-document.ts';
import { languageNumber } from '../words/language-terms.ts';
import { nameInOne } from '../words/name-in-one.ts';
import { HASH_START, hashStep } from '../words/run-table.ts';

/** Traits of a removed document. */
export const GONE = 0;
/** Bits of the name's hash. Different names may share a hash. */
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

/** Bits of the languages; other languages than find knows have none. */
export function languageBits(languages: Iterable<string>): number {
  let bits = 0;
  for (const language of languages) bits |= languageBit(language);
  return bits;
}

function languageBit(language: string): number {
  const number = languageNumber(language);
  return number < 0 ? 0 : 1 << (FIRST_LANGUAGE + number);
}
