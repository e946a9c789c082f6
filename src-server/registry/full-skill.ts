import { type FullSkill, isJsonObject, ownMember, STANDARD_FILES } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import { authorEntries, PLACEHOLDER_START, statedImports } from '../contract/skill-format.ts';
import { keepEntries, keepHarmless } from '../search/entries.ts';
import type { SearchDocument } from '../search/search-document.ts';
import { computeFacts, isKnowledgeFile } from '../validation/files.ts';
import { listedPaths, servedFields } from './manifest.ts';
import type { SkillRecord } from './skill-record.ts';

/**
 * Makes the answer about a skill. Nothing of it depends on whether the skill was checked or counted: a state has one
 * answer.
 */
export function fullSkill(record: SkillRecord): FullSkill {
  const { manifest, files, entry, contentPaths, texts, withheld } = record;
  const {
    _omitted: _theirs,
    _tokens_estimated: _theirsToo,
    _contents: _texts,
    _withheld: _verdict,
    _tokens: _counts,
    ...fields
  } = servedFields(record, entry);
  const { _registry, _shadows } = entry;
  const omitted = leftOutFiles(record);
  const _contents = readingTexts(texts, contentPaths);
  if (record.textEntries !== undefined) keepEntries(_contents, record.textEntries);
  if (record.harmless !== undefined) keepHarmless(_contents, record.harmless);
  return {
    ...fields,
    ...(_registry !== undefined && { _registry }),
    ...(_shadows !== undefined && { _shadows }),
    ...(withheld !== undefined && { _withheld: withheld }),
    _computed: computeFacts({ manifest, files: [...files.values()] }, fields),
    ...(omitted.size > 0 && { _omitted: Object.fromEntries(omitted) }),
    _contents,
  };
}

/** An object that reads a text when somebody asks for it: an answer that is kept doesn't keep its texts. */
function readingTexts(
  texts: ReadonlyMap<string, string>,
  paths: readonly string[],
): Readonly<Record<string, string>> {
  const contents: Record<string, string> = {};
  for (const path of paths) {
    const get = () => texts.get(path) ?? '';
    Object.defineProperty(contents, path, { get, enumerable: true, configurable: true });
  }
  return contents;
}

/** Adds the tokens of each text to an answer; undefined until they are counted. */
export function countedSkill(
  { tokens, contentPaths }: SkillRecord,
  answer: FullSkill,
): FullSkill | undefined {
  if (tokens === undefined) return undefined;
  const estimated = contentPaths.filter((path) => tokens.get(path)?.isEstimate);
  const { _contents, ...facts } = answer;
  const counted = {
    ...facts,
    _tokens: Object.fromEntries(contentPaths.map((path) => [path, tokens.get(path)?.tokens ?? 0])),
    ...(estimated.length > 0 && { _tokens_estimated: estimated }),
    _contents,
  };
  return counted;
}

function leftOutFiles({ key, manifest, files, contentPaths }: SkillRecord): ReadonlyMap<string, string> {
  const sent = new Set(contentPaths);
  const listed = new Set(listedPaths(manifest).map(({ path }) => path));
  const known = new Set([...STANDARD_FILES.P0, ...files.keys(), ...listed]);
  const left = [...known].filter((path) => !sent.has(path));
  return new Map(left.map((path) => [path, whyLeftOut(path)]));

  function whyLeftOut(path: string): string {
    const file = files.get(path);
    const section = `read /v1/skills/${key}/${path}`;
    if (file === undefined) {
      if (!listed.has(path)) return `${path} is required, and there is no such file.`;
      return isKnowledgeFile(path)
        ? `${path} is listed, and there is no such file.`
        : `${path} is listed, and files of this kind are not served.`;
    }
    if (file.unread !== undefined) return `${path} ${file.unread}.`;
    return `${path} is left out, since "files" does not list it: ${section}.`;
  }
}

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
