import type { IndexEntry, SkillKey } from '../../contract/api/api.ts';
import type { SearchDocument } from '../../search/search-document.ts';
import { PLACEHOLDER_START } from '../../validation/placeholder.ts';
import { isJsonObject } from './json-object.ts';
import type { RegistrySnapshot } from './registry-snapshot.ts';
import type { Skill } from './skill.ts';

/** Symptoms of a skill.json that count; those behind them are left out. */
export const MOST_SYMPTOMS = 100;

/** Characters of a symptom that count. */
export const SYMPTOM_CHARACTERS = 500;

/** Names that a skill.json declares; those behind them are left out. */
const MOST_NAMES = 50;
const MOST_CHARACTERS = 200;
/** What a namespace of `extensions` may call the package by. */
const FIELDS = ['name', 'package', 'module', 'import', 'purl'];

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

/**
 * What a skill.json says of how trouble with the library shows: `extensions.skills_registry.symptoms`, error messages as
 * they are printed and symptoms in users' words. The first `MOST_SYMPTOMS`, each to `SYMPTOM_CHARACTERS`. Anything else in
 * there counts as nothing: what is in an extension fails no skill.
 */
export function symptomsOf(manifest: Readonly<Record<string, unknown>>): readonly string[] {
  const stated = member(member(member(manifest, 'extensions'), 'skills_registry'), 'symptoms');
  if (!Array.isArray(stated)) return [];
  return stated
    .slice(0, MOST_SYMPTOMS)
    .filter((symptom): symptom is string => typeof symptom === 'string' && symptom.trim() !== '')
    .filter((symptom) => !symptom.includes(PLACEHOLDER_START))
    .map((symptom) => symptom.slice(0, SYMPTOM_CHARACTERS));
}

function member(value: unknown, name: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/**
 * What the library of a skill.json is called by package managers and imports: `extensions.<namespace>.name`, and
 * `extensions.skills_registry.aliases`. Anything else in there counts as nothing.
 */
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
