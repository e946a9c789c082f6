import type { IndexEntry } from '../../contract/api/api.ts';
import { isJsonObject, type JsonObject } from '../../contract/api/json-object.ts';
import { DIAGNOSTICS, isLeftOut } from '../../contract/diagnostics/diagnostic.ts';
import { isListedField, meantValue } from '../../contract/diagnostics/meant-values.ts';
import { listSentences } from '../../contract/words/list-words.ts';
import { replaceJsonValue } from '../../validation/edit-json.ts';
import { SCHEMA_NAME } from '../../validation/schema-name.ts';
import { isOldIndex } from '../model/index-age.ts';
import { UNVOUCHED, usableValue } from '../model/index-entry.ts';
import { parseJsonObject } from '../model/json-object.ts';
import { withoutManifest } from '../model/match-entries.ts';
import type { ParsedIndexFile } from '../model/registry-index-file.ts';
import { compareBytes } from '../model/skill-key.ts';
import type { RegistryReading } from '../read-registry.ts';
import type { SkillRecord } from '../skill-record.ts';

export interface BuiltIndex {
  readonly text: string;
  /** `time`: renewed after a week without changes, as specified. */
  readonly change: 'none' | 'time' | 'content';
  readonly isNew: boolean;
  readonly version: number;
  readonly drafts: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly updated: readonly string[];
}

const ENTRY_FIELDS = [
  'name',
  'language',
  'tier',
  'group',
  'version',
  'trust_score',
  'tags',
  'summary',
  'repo_source_url',
  'repo_skill',
  'source_type',
  'risk_level',
] as const;

/** Specified for skill.json: dropped from the entry if missing there. */
const MANIFEST_ONLY_FIELDS: ReadonlySet<string> = new Set([
  'repo',
  'skill_version',
  'schema',
  'skill_type',
  'updated_at',
  'read_order',
  'files',
  'verified',
  'official',
  'completeness',
  'compatibility',
  'dependencies',
  'trust_score_sources',
  'inherits',
  'extensions',
  'community_rating',
]);

/**
 * Prefers skill.json. Missing or unusable values, and unknown fields, stay as in the old entry, except for
 * `MANIFEST_ONLY_FIELDS`. Synonyms become the specification's values. Changes increase `version` and set
 * `updated_at`.
 */
export function buildIndex(reading: RegistryReading, now: Date): BuiltIndex {
  const { indexFile } = reading.contents;
  const old = oldEntries(indexFile);
  const unmatched = new Map(old);
  const entries: IndexEntry[] = [];
  const [added, updated]: [string[], string[]] = [[], []];
  for (const skill of reading.skills.values()) {
    const oldKey = [skill.key, pathInSkillsFolder(skill, reading)].find((key) => old.has(key));
    const before = oldKey === undefined ? undefined : old.get(oldKey);
    if (oldKey !== undefined) unmatched.delete(oldKey);
    const entry = toEntry(skill, before);
    entries.push(entry);
    if (before === undefined) added.push(skill.key);
    else if (canonical(before) !== canonical(entry)) updated.push(skill.key);
  }
  const removed = [...unmatched.keys()].sort(compareBytes);
  const [isNew, drafts] = [indexFile.text === undefined, reading.drafts.length];
  return { ...writeOut(indexFile, entries, now), isNew, drafts, added, removed, updated };
}

/** Replaces the key's first entry, or appends. Increases `version`. Keeps invalid entries. */
export function addIndexEntry(indexFile: ParsedIndexFile, skill: IndexedSkill, now: Date): string {
  const { skills } = parsedIndex(indexFile);
  const present: readonly unknown[] = Array.isArray(skills) ? skills : [];
  const place = present.findIndex((entry) => isJsonObject(entry) && entry['key'] === skill.key);
  const before = present[place];
  const entry = toEntry(skill, isJsonObject(before) ? before : undefined);
  const entries = place < 0 ? [...present, entry] : present.with(place, entry);
  return writeOut(indexFile, entries, now).text;
}

/**
 * Increases `version`.
 *
 * @returns undefined without a matching entry or usable file
 */
export function removeIndexEntries(
  indexFile: ParsedIndexFile,
  keys: ReadonlySet<string>,
  now: Date,
): string | undefined {
  const { skills } = parsedIndex(indexFile);
  if (indexFile.index === undefined || !Array.isArray(skills)) return undefined;
  const present: readonly unknown[] = skills;
  const entries = present.filter((entry) => !(isJsonObject(entry) && keys.has(String(entry['key']))));
  return entries.length === present.length ? undefined : writeOut(indexFile, entries, now).text;
}

const NAMED = 5;

/** Why a rebuild would lose contents: sentences, with paths on disk. */
export function indexObstacles({ contents }: RegistryReading): readonly string[] {
  const { indexFile, unreadable } = contents;
  const ofFile = indexObstacle(indexFile);
  const places = unreadable
    .filter(({ path }) => ofFile === undefined || path !== 'index.json')
    .map(({ path, code }) => {
      const what = path === '' ? 'The registry’s folder' : path;
      return `${what} can't be read (${code}), so what it holds would be missing.`;
    });
  return [
    ...(ofFile === undefined ? [] : [`${ofFile} ${adviceFor(indexFile)}`]),
    ...(places.length === 0 ? [] : [listSentences(places, NAMED)]),
  ];
}

function adviceFor({ diagnostics }: ParsedIndexFile): string {
  const unsupported = diagnostics.find(({ code }) => code === 'index-schema-unsupported');
  return unsupported === undefined
    ? 'Repair the file, or move the file away for a new index.json.'
    : DIAGNOSTICS[unsupported.code].fix;
}

/** Why changing the text would lose contents. */
export function indexObstacle(indexFile: ParsedIndexFile): string | undefined {
  const [problem] = indexFile.diagnostics;
  if (indexFile.index === undefined) return problem?.message;
  const { skills } = parsedIndex(indexFile);
  return skills === undefined || Array.isArray(skills)
    ? undefined
    : '"skills" of index.json is not an array.';
}

/** Skills that index.json leaves out, as sentences with their folder. */
export function rejectedSkills({ claims, contents }: RegistryReading): readonly string[] {
  const rejected = [...claims]
    .filter(([, { kind }]) => kind === 'unserved')
    .map(([folder, { findings }]) => `${folder}: ${findings.find(isLeftOut)?.message ?? ''}`);
  const missing = Array.from(
    withoutManifest(contents.walkDiagnostics),
    ([folder, { message }]) => `${folder}: ${message}`,
  );
  return [...rejected, ...missing];
}

function parsedIndex({ text }: ParsedIndexFile): JsonObject {
  const parsed = parseJsonObject(text ?? '{}');
  return parsed.ok ? parsed.value : {};
}

function oldEntries(indexFile: ParsedIndexFile): ReadonlyMap<string, JsonObject> {
  const entries = indexFile.index?.entries ?? [];
  const first = new Map<string, JsonObject>();
  for (const { key, fields } of entries) if (!first.has(key)) first.set(key, fields);
  return first;
}

function pathInSkillsFolder({ folder }: SkillRecord, { location }: RegistryReading): string {
  const { skillsFolder } = location;
  return skillsFolder === '' ? folder : folder.slice(skillsFolder.length + 1);
}

type IndexedSkill = Pick<SkillRecord, 'key' | 'manifest' | 'overviewSummary'>;

function toEntry(skill: IndexedSkill, before: JsonObject | undefined): IndexEntry {
  const { manifest, key } = skill;
  const [language = '', , name = ''] = key.split('/');
  const derived: JsonObject = { name, language, ...UNVOUCHED, summary: skill.overviewSummary };
  // A Map, since assigning a field named `__proto__` to an object would lose the field.
  const fields = new Map<string, unknown>();
  for (const field of ENTRY_FIELDS) {
    const [stated, listed, instead] = [manifest[field], before?.[field], derived[field]].map((candidate) =>
      usableValue(field, candidate),
    );
    const isEmptySummary = field === 'summary' && before?.[field] === '';
    const value = stated ?? (isEmptySummary ? '' : (listed ?? instead));
    if (value !== undefined) fields.set(field, (isListedField(field) && meantValue(field, value)) || value);
  }
  for (const [field, value] of Object.entries(before ?? {}))
    if (field !== 'key' && !ENTRY_FIELDS.some((known) => known === field)) {
      const stated = usableValue(field, own(manifest, field));
      if (stated !== undefined) fields.set(field, stated);
      else if (!MANIFEST_ONLY_FIELDS.has(field)) fields.set(field, value);
    }
  return { key, name, language, ...Object.fromEntries(fields) } as IndexEntry;
}

function own(object: JsonObject, field: string): unknown {
  return Object.hasOwn(object, field) ? object[field] : undefined;
}

function writeOut(
  { text, index }: ParsedIndexFile,
  skills: readonly unknown[],
  now: Date,
): Pick<BuiltIndex, 'text' | 'change' | 'version'> {
  const schema = index?.schema ?? SCHEMA_NAME;
  const rest = { ...index?.unknownFields, skills };
  if (text !== undefined && index?.version !== undefined && index.updatedAt !== undefined) {
    const { version, updatedAt } = index;
    const declared = { schema, version, updated_at: updatedAt, ...rest };
    if (isSameJson(declared, text)) {
      if (!isOldIndex(updatedAt, now)) return { text, change: 'none', version };
      const renewed = replaceJsonValue(text, 'updated_at', now.toISOString());
      return {
        text: replaceJsonValue(renewed, 'version', version + 1),
        change: 'time',
        version: version + 1,
      };
    }
  }
  const version = text === undefined ? 1 : (index?.version ?? 1) + 1;
  const indent = /^([ \t]+)"/m.exec(text ?? '')?.[1] ?? '  ';
  const value = { schema, version, updated_at: now.toISOString(), ...rest };
  return { text: `${JSON.stringify(value, undefined, indent)}\n`, change: 'content', version };
}

function isSameJson(value: unknown, text: string): boolean {
  try {
    return canonical(value) === canonical(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch {
    return false;
  }
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    isJsonObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => compareBytes(a, b)))
      : member,
  );
}
