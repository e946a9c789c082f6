/** What search gets to know of a skill, from its skill.json. */
import { isJsonObject, ownMember } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import { authorEntries, PLACEHOLDER_START, statedImports } from '../contract/skill-format.ts';
import type { SearchDocument } from '../search/search-document.ts';
import type { SkillRecord } from './skill-record.ts';

const MOST_NAMES = 50;
const MOST_CHARACTERS = 200;
const FIELDS = ['name', 'package', 'module', 'import', 'purl'];

/** Makes the document from what is listed of the skill, and what skill.json states for search. */
export function searchDocument(
  record: Pick<SkillRecord, 'key' | 'manifest' | 'files' | 'entry' | 'withheld'>,
): SearchDocument {
  const { key, files, manifest, entry, withheld } = record;
  const { name, language, tags = [], summary = '', trust_score: trustScore = 0 } = entry;
  const stated = { name, language, tags, summary, trustScore };
  const packages = packagesOf(manifest);
  const dependencies = dependenciesOf(manifest);
  const told = authorEntries(manifest);
  const symptoms = [...symptomsOf(manifest), ...told.flatMap((entry) => entry.symptoms)].slice(
    0,
    LIMITS.symptoms,
  );
  const asked = told.filter(
    ({ questions, symptoms, danger }) => questions.length + symptoms.length > 0 || danger !== undefined,
  );
  return {
    key,
    ...stated,
    symptoms,
    packages,
    files: [...files.keys()].map((path) => ({ path })),
    ...(asked.length > 0 && { authorEntries: asked }),
    ...(dependencies.length > 0 && { dependencies }),
    ...(withheld !== undefined && { withheld }),
  };
}

/** Reads the names of packages in `dependencies`; what else stands there is ignored. */
function dependenciesOf(manifest: Readonly<Record<string, unknown>>): readonly string[] {
  const stated = ownMember(manifest, 'dependencies');
  return ['required', 'optional'].flatMap((kind) => {
    const names = ownMember(stated, kind);
    return Array.isArray(names) ? names.slice(0, MOST_NAMES).filter(isShortText) : [];
  });
}

const isShortText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MOST_CHARACTERS;

/**
 * Reads `extensions.skills_registry.symptoms`: error messages, and symptoms in users' words. Invalid values are
 * ignored.
 */
export function symptomsOf(manifest: Readonly<Record<string, unknown>>): readonly string[] {
  const stated = ownMember(ownMember(ownMember(manifest, 'extensions'), 'skills_registry'), 'symptoms');
  if (!Array.isArray(stated)) return [];
  return stated
    .slice(0, LIMITS.symptoms)
    .filter((symptom): symptom is string => typeof symptom === 'string' && symptom.trim() !== '')
    .filter((symptom) => !symptom.includes(PLACEHOLDER_START))
    .map((symptom) => symptom.slice(0, LIMITS.symptomCharacters));
}

function packagesOf(manifest: Readonly<Record<string, unknown>>): readonly string[] {
  const extensions = manifest['extensions'];
  if (!isJsonObject(extensions)) return [];
  const named = Object.entries(extensions).flatMap(([namespace, facts]) => {
    if (!isJsonObject(facts)) return [];
    if (namespace === 'skills_registry') return [facts['aliases']].flat();
    return [...FIELDS.map((field) => facts[field]), ...[facts['names']].flat()];
  });
  const names = named.filter((name): name is string => typeof name === 'string' && name.trim() !== '');
  return [...new Set([...names.map((name) => name.trim()), ...statedImports(manifest)])]
    .filter((name) => name.length <= MOST_CHARACTERS)
    .slice(0, MOST_NAMES);
}
