import { isJsonObject, ownMember } from '../../contract/api.ts';
import { authorEntries, PLACEHOLDER_START } from '../../contract/skill-extensions.ts';
import type { SearchDocument } from '../../search/search-document.ts';
import type { SkillRecord } from '../skill-record.ts';

export const MOST_SYMPTOMS = 100;

export const SYMPTOM_CHARACTERS = 500;

const MOST_NAMES = 50;
const MOST_CHARACTERS = 200;
const FIELDS = ['name', 'package', 'module', 'import', 'purl'];

export function searchDocument(
  record: Pick<SkillRecord, 'key' | 'manifest' | 'files' | 'entry' | 'withheld'>,
): SearchDocument {
  const { key, files, manifest, entry, withheld } = record;
  const { name, language, tags = [], summary = '', trust_score: trustScore = 0 } = entry;
  const stated = { name, language, tags, summary, trustScore };
  const packages = packagesOf(manifest);
  const told = authorEntries(manifest);
  const symptoms = [...symptomsOf(manifest), ...told.flatMap((entry) => entry.symptoms)].slice(
    0,
    MOST_SYMPTOMS,
  );
  const asked = told.filter(({ questions, symptoms }) => questions.length + symptoms.length > 0);
  return {
    key,
    ...stated,
    symptoms,
    packages,
    files: [...files.keys()].map((path) => ({ path })),
    ...(asked.length > 0 && { authorEntries: asked }),
    ...(withheld !== undefined && { withheld }),
  };
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
