import type { IndexEntry, SkillKey } from '../contract/api.ts';
import type { RegistrySnapshot } from '../registry/model/registry-snapshot.ts';
import type { Skill } from '../registry/model/skill.ts';
import type { SearchDocument } from '../search/search-document.ts';
import { symptomsOf } from './skill-symptoms.ts';

/** Documents that were made while more of the registry was still being read, with what they were made of. */
export type DocumentsAhead = Map<
  SkillKey,
  { readonly skill: Skill; readonly entry: IndexEntry; readonly document: SearchDocument }
>;

/**
 * What search is to know of some skills, one in each step; those that aren't served are left out.
 *
 * @param ahead what is used of skills that are as they were then
 */
export function* searchDocuments(
  { skills, entries }: Pick<RegistrySnapshot, 'skills' | 'entries'>,
  keys: readonly SkillKey[],
  ahead: DocumentsAhead = new Map(),
): Generator<void, readonly SearchDocument[]> {
  const documents: SearchDocument[] = [];
  for (const key of keys) {
    const skill = skills.get(key);
    const entry = entries.get(key);
    const made = ahead.get(key);
    if (made !== undefined && made.skill === skill && made.entry === entry) documents.push(made.document);
    else if (skill !== undefined && entry !== undefined) documents.push(searchDocument(skill, entry));
    yield;
  }
  return documents;
}

/** Makes the documents of some skills ahead of time, one in each step. */
export function* documentsAhead(
  { skills, entries }: Pick<RegistrySnapshot, 'skills' | 'entries'>,
  keys: readonly SkillKey[],
  ahead: DocumentsAhead,
): Generator<void, void> {
  for (const key of keys) {
    const skill = skills.get(key);
    const entry = entries.get(key);
    if (skill !== undefined && entry !== undefined)
      ahead.set(key, { skill, entry, document: searchDocument(skill, entry) });
    yield;
  }
}

function searchDocument(
  { key, directory, files, fingerprint, manifest }: Skill,
  { name, language, tags = [], summary = '', trust_score: trustScore = 0 }: IndexEntry,
): SearchDocument {
  const stated = { name, language, tags, summary, trustScore, symptoms: symptomsOf(manifest) };
  const revision = `${fingerprint}\n${JSON.stringify(stated)}`;
  return { key, ...stated, directory, files: [...files.values()], revision };
}
