import type { IndexEntry, SkillKey } from '../contract/api/api.ts';
import type { RegistrySnapshot } from '../registry/model/registry-snapshot.ts';
import type { Skill } from '../registry/model/skill.ts';
import type { SearchDocument } from '../search/search-document.ts';
import { packagesOf } from './skill-packages.ts';
import { symptomsOf } from './skill-symptoms.ts';

/** What search is to know of some skills; those that aren't served are left out. */
export function searchDocuments(
  records: RegistrySnapshot['records'],
  keys: readonly SkillKey[],
): readonly SearchDocument[] {
  return keys.flatMap((key) => {
    const record = records.get(key);
    return record === undefined ? [] : [searchDocument(record.skill, record.entry)];
  });
}

function searchDocument(
  { key, directory, files, fingerprint, manifest }: Skill,
  { name, language, tags = [], summary = '', trust_score: trustScore = 0 }: IndexEntry,
): SearchDocument {
  const packages = packagesOf(manifest);
  const stated = { name, language, tags, summary, trustScore, symptoms: symptomsOf(manifest), packages };
  const revision = `${fingerprint}\n${JSON.stringify(stated)}`;
  return { key, ...stated, directory, files: [...files.values()], revision };
}
