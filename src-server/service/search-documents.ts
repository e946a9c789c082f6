import type { IndexEntry, SkillKey } from '../contract/api.ts';
import type { RegistrySnapshot } from '../registry/model/registry-snapshot.ts';
import type { Skill } from '../registry/model/skill.ts';
import type { SearchDocument } from '../search/search-document.ts';
import { symptomsOf } from './skill-symptoms.ts';

/** What search is to know of some skills, one in each step; those that aren't served are left out. */
export function* searchDocuments(
  { skills, entries }: RegistrySnapshot,
  keys: readonly SkillKey[],
): Generator<void, readonly SearchDocument[]> {
  const documents: SearchDocument[] = [];
  for (const key of keys) {
    const skill = skills.get(key);
    const entry = entries.get(key);
    if (skill !== undefined && entry !== undefined) documents.push(searchDocument(skill, entry));
    yield;
  }
  return documents;
}

function searchDocument(
  { key, directory, files, fingerprint, manifest }: Skill,
  { name, language, tags = [], summary = '', trust_score: trustScore = 0 }: IndexEntry,
): SearchDocument {
  const stated = { name, language, tags, summary, trustScore, symptoms: symptomsOf(manifest) };
  const revision = `${fingerprint}\n${JSON.stringify(stated)}`;
  return { key, ...stated, directory, files: [...files.values()], revision };
}
