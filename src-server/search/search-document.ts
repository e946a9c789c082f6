/** What search gets to know of a skill, from its skill.json. */
import { type IndexEntry, isJsonObject, type JsonObject, ownMember, type SkillKey } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import {
  type AuthorEntry,
  authorEntries,
  PLACEHOLDER_START,
  statedImports,
} from '../contract/skill-format.ts';

/** What search knows of a skill, but for its texts. */
export interface SearchDocument {
  readonly key: SkillKey;
  readonly name: string;
  readonly language: string;
  readonly tags: readonly string[];
  readonly summary: string;
  /** Error messages and visible failures. */
  readonly symptoms: readonly string[];
  readonly packages: readonly string[];
  /** Packages that the library is used with, by which a message may be about it: `werkzeug` of Flask. */
  readonly dependencies?: readonly string[];
  /** 0 to 100; decides between equal keyword scores. */
  readonly trustScore: number;
  /** In the order in which find numbers their passages. */
  readonly files: readonly SearchFile[];
  /** What authors say of entries. */
  readonly authorEntries?: readonly Pick<
    AuthorEntry,
    'file' | 'heading' | 'questions' | 'symptoms' | 'danger'
  >[];
  /** Why agents don't get the skill; undefined if they do. */
  readonly withheld?: string;
}

/**
 * A knowledge file of a skill as search knows it: `{ path: 'pitfalls.md' }`, relative to the skill. Its place in
 * `SearchDocument.files` is its number in `SkillTerms.entries` and `SkillTerms.filePassages`. Texts come by `TextsOf`.
 */
export interface SearchFile {
  readonly path: string;
}

/** Gives the texts of a skill by their paths. */
export type TextsOf = (key: SkillKey) => ReadonlyMap<string, string>;

const GENERATED_SUMMARY = /^\s*\S+ skill for \S+(?:\s+[-–—]\s+|\s*\.?(?<!\s)\s*$)/i;

/** Returns a summary without the generated placeholder, which is equal in all skills. */
export function plainSummary(summary: string): string {
  return summary.replace(GENERATED_SUMMARY, '');
}

const MOST_NAMES = 50;
const MOST_CHARACTERS = 200;
const FIELDS = ['name', 'package', 'module', 'import', 'purl'];

/** What a document is made of: a skill as it is listed, its skill.json, and its files by path. */
interface DescribedSkill {
  readonly key: SkillKey;
  readonly manifest: JsonObject;
  readonly entry: IndexEntry;
  readonly files: ReadonlyMap<string, unknown>;
  readonly withheld?: string | undefined;
}

/** Makes the document from what is listed of the skill, and what skill.json states for search. */
export function searchDocument(skill: DescribedSkill): SearchDocument {
  const { key, files, manifest, entry, withheld } = skill;
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
