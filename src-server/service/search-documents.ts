import type { SkillKey } from '../contract/api.ts';
import type { RegistrySnapshot } from '../registry/model/registry-snapshot.ts';
import type { SearchDocument } from '../search/search-document.ts';

/** What search is to know of some skills; those that aren't served are left out. */
export function searchDocuments(
  { skills, entries }: RegistrySnapshot,
  keys: readonly SkillKey[],
): readonly SearchDocument[] {
  return keys.flatMap((key): SearchDocument[] => {
    const skill = skills.get(key);
    const entry = entries.get(key);
    if (skill === undefined || entry === undefined) return [];
    const { name, language, tags = [], summary = '', trust_score: trustScore = 0 } = entry;
    const stated = { name, language, tags, summary, trustScore };
    return [
      {
        key,
        ...stated,
        directory: skill.directory,
        files: [...skill.files.values()],
        revision: `${skill.fingerprint}\n${JSON.stringify(stated)}`,
      },
    ];
  });
}
