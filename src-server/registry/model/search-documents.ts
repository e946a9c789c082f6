import type { IndexEntry, SkillKey } from '../../contract/api/api.ts';
import { isJsonObject, ownMember } from '../../contract/api/json-object.ts';
import type { SearchDocument } from '../../search/search-document.ts';
import { PLACEHOLDER_START } from '../../validation/placeholder.ts';
import { summaryToRead } from './index-entry.ts';
import type { RegistrySnapshot } from './registry-snapshot.ts';
import type { Skill } from './skill.ts';

export const MOST_SYMPTOMS = 100;

export const SYMPTOM_CHARACTERS = 500;

const MOST_NAMES = 50;
const MOST_CHARACTERS = 200;
/** Names in an `extensions` namespace. */
const FIELDS = ['name', 'package', 'module', 'import', 'purl'];

export function searchDocuments(
  records: RegistrySnapshot['records'],
  keys: readonly SkillKey[],
): readonly SearchDocument[] {
  return keys.flatMap((key) => {
    const record = records.get(key);
    return record === undefined ? [] : [searchDocument(record.skill, record.entry)];
  });
}

function searchDocument(skill: Skill, entry: IndexEntry): SearchDocument {
  const { key, directory, files, fingerprint, manifest } = skill;
  const { name, language, tags = [], trust_score: trustScore = 0 } = entry;
  const summary = summaryToRead(skill, entry);
  const packages = packagesOf(manifest);
  const stated = { name, language, tags, summary, trustScore, symptoms: symptomsOf(manifest), packages };
  const revision = `${fingerprint}\n${JSON.stringify(stated)}`;
  return { key, ...stated, directory, files: [...files.values()], revision };
}

/** `extensions.skills_registry.symptoms`: error messages and users' descriptions. Ignores invalid values. */
export function symptomsOf(manifest: Readonly<Record<string, unknown>>): readonly string[] {
  const stated = ownMember(ownMember(ownMember(manifest, 'extensions'), 'skills_registry'), 'symptoms');
  if (!Array.isArray(stated)) return [];
  return stated
    .slice(0, MOST_SYMPTOMS)
    .filter((symptom): symptom is string => typeof symptom === 'string' && symptom.trim() !== '')
    .filter((symptom) => !symptom.includes(PLACEHOLDER_START))
    .map((symptom) => symptom.slice(0, SYMPTOM_CHARACTERS));
}

/** From `extensions.<namespace>` and `extensions.skills_registry.aliases`. Ignores invalid values. */
function packagesOf(manifest: Readonly<Record<string, unknown>>): readonly string[] {
  const extensions = manifest['extensions'];
  if (!isJsonObject(extensions)) return [];
  const named = Object.entries(extensions).flatMap(([namespace, facts]) => {
    if (!isJsonObject(facts)) return [];
    return namespace === 'skills_registry' ? [facts['aliases']].flat() : FIELDS.map((field) => facts[field]);
  });
  const names = named.filter((name): name is string => typeof name === 'string' && name.trim() !== '');
  return [...new Set(names.map((name) => name.trim()))]
    .filter((name) => name.length <= MOST_CHARACTERS)
    .slice(0, MOST_NAMES);
}
