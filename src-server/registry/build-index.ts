import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type IndexEntry, isJsonObject, type JsonObject, ownMember } from '../contract/api.ts';
import { DIAGNOSTICS } from '../contract/codes.ts';
import { isLeftOut } from '../contract/diagnostic.ts';
import { LIMITS } from '../contract/limits.ts';
import { indexEntrySchema, skillSchema } from '../contract/schemas/files.ts';
import { canonicalValue, isListedField } from '../contract/skill-format.ts';
import { compareText, listSentences } from '../contract/words.ts';
import { FileChanged, markOf, writeInside } from '../platform/files.ts';
import { withWriteLock } from '../platform/folder-lock.ts';
import { SCHEMA_NAME } from '../validation/rules/manifest.ts';
import { withoutManifest } from './assign-keys.ts';
import { INDEX_FILE, type ParsedIndexFile, parseIndexFile, parseJsonObject } from './index-json.ts';
import { UNVOUCHED, usableValue } from './manifest.ts';
import { isOldIndex } from './problems.ts';
import type { RegistryReading } from './read-registry.ts';
import type { SkillRecord } from './skill-record.ts';
import { disk, joinRelative } from './worker/disk.ts';
import type { RegistryLocation } from './worker-messages.ts';

export interface BuiltIndex {
  readonly text: string;
  /** What is different. `time`: `updated_at` alone, which is renewed after a week without changes, as specified. */
  readonly change: 'none' | 'time' | 'content';
  readonly isNew: boolean;
  readonly version: number;
  readonly drafts: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly updated: readonly string[];
}

const ENTRY_FIELDS = Object.keys(indexEntrySchema.properties).filter((field) => field !== 'key');

/**
 * Makes the text of index.json anew. Values of skill.json go first; where they are missing or unusable, those of the
 * old entry stay, as do fields that only the entry has. Synonyms become the specification's values. A change
 * increases `version` and sets `updated_at`.
 */
export function buildIndex({ contents, skills, drafts, location }: RegistryReading, now: Date): BuiltIndex {
  const { indexFile } = contents;
  const present = indexFile.index?.entries ?? [];
  // The first of equal keys wins.
  const old = new Map(present.toReversed().map(({ key, fields }) => [key, fields]));
  const unmatched = new Set(old.keys());
  const above = location.skillsFolder === '' ? 0 : location.skillsFolder.length + 1;
  const [added, updated]: [string[], string[]] = [[], []];
  const entries = Array.from(skills.values(), (skill) => {
    const oldKey = [skill.key, skill.folder.slice(above)].find((key) => old.has(key));
    const before = old.get(oldKey ?? '');
    unmatched.delete(oldKey ?? '');
    const entry = toEntry(skill, before);
    if (before === undefined) added.push(skill.key);
    else if (!isDeepStrictEqual({ ...before }, { ...entry })) updated.push(skill.key);
    return entry;
  });
  const removed = [...unmatched].sort(compareText);
  const isNew = indexFile.text === undefined;
  return { ...writeOut(indexFile, entries, now), isNew, drafts: drafts.length, added, removed, updated };
}

/** Puts the entry of a skill in place of the first one with its key, or at the end. */
export function withEntry(entries: readonly unknown[], skill: IndexedSkill): readonly unknown[] {
  const place = entries.findIndex((entry) => ownMember(entry, 'key') === skill.key);
  const before = entries[place];
  const entry = toEntry(skill, isJsonObject(before) ? before : undefined);
  return place < 0 ? [...entries, entry] : entries.with(place, entry);
}

/** Unreadable paths that are named; others are counted. */
const NAMED_PATHS = 5;

/** Says why a rebuild of index.json would lose something, with paths on disk; undefined if it wouldn't. */
export function indexObstacles({ contents: { indexFile, unreadable } }: RegistryReading): string | undefined {
  const ofFile = indexObstacle(indexFile);
  const places = unreadable
    .filter(({ path }) => ofFile === undefined || path !== 'index.json')
    .map(({ path, code }) => {
      const what = path === '' ? 'The registry’s folder' : path;
      return `${what} can't be read (${code}), so what it holds would be missing.`;
    });
  const all = [...(ofFile === undefined ? [] : [ofFile]), listSentences(places, NAMED_PATHS)]
    .join(' ')
    .trim();
  return all === '' ? undefined : `${all} index.json is left as it is.`;
}

/** Says why a change of index.json would lose what it has; undefined if it wouldn't. */
export function indexObstacle({ diagnostics }: ParsedIndexFile): string | undefined {
  const found = diagnostics.find(
    ({ code }) => code === 'index-json-invalid' || code === 'index-schema-unsupported',
  );
  return found && `${found.message} ${DIAGNOSTICS[found.code].fix}`;
}

/** Says in a sentence for each folder why index.json leaves it out. */
export function rejectedSkills({ claims, contents }: RegistryReading): readonly string[] {
  const rejected = [...claims]
    .filter(([, { kind }]) => kind === 'unserved')
    .map(([folder, { findings }]) => `${folder}: ${findings.find(isLeftOut)?.message ?? ''}`);
  const missing = withoutManifest(contents.walkDiagnostics);
  return [...rejected, ...Array.from(missing, ([folder, { message }]) => `${folder}: ${message}`)];
}

type IndexedSkill = Pick<SkillRecord, 'key' | 'manifest' | 'overviewSummary'>;

function toEntry({ key, manifest, overviewSummary }: IndexedSkill, before: JsonObject = {}): IndexEntry {
  const [language = '', , name = ''] = key.split('/');
  const derived: JsonObject = { name, language, ...UNVOUCHED, summary: overviewSummary };
  // A Map, since assigning a field named `__proto__` to an object would lose the field.
  const fields = new Map<string, unknown>();
  for (const field of ENTRY_FIELDS) {
    const [stated, listed, instead] = [manifest[field], before[field], derived[field]].map((candidate) =>
      usableValue(field, candidate),
    );
    const isEmptySummary = field === 'summary' && before[field] === '';
    const value = stated ?? (isEmptySummary ? '' : (listed ?? instead));
    if (value !== undefined)
      fields.set(field, (isListedField(field) && canonicalValue(field, value)) || value);
  }
  for (const [field, value] of Object.entries(before)) {
    if (field === 'key' || ENTRY_FIELDS.includes(field)) continue;
    const stated = usableValue(field, ownMember(manifest, field));
    // What repeats a skill.json that no longer says it is dropped.
    if (stated !== undefined || !Object.hasOwn(skillSchema.properties, field))
      fields.set(field, stated ?? value);
  }
  return { key, name, language, ...Object.fromEntries(fields) } as IndexEntry;
}

function writeOut(
  { text, index }: ParsedIndexFile,
  skills: readonly unknown[],
  now: Date,
): Pick<BuiltIndex, 'text' | 'change' | 'version'> {
  const { schema = SCHEMA_NAME, version, updatedAt, unknownFields } = index ?? {};
  const valueWith = (newVersion: number, time: string) => {
    return { schema, version: newVersion, updated_at: time, ...unknownFields, skills };
  };
  const parsed = parseJsonObject(text ?? '');
  const isSame =
    parsed.ok &&
    version !== undefined &&
    updatedAt !== undefined &&
    isDeepStrictEqual(valueWith(version, updatedAt), parsed.value);
  if (isSame && text !== undefined && !isOldIndex(updatedAt, now)) return { text, change: 'none', version };
  const next = text === undefined ? 1 : (version ?? 1) + 1;
  const indent = /^([ \t]+)"/m.exec(text ?? '')?.[1] ?? '  ';
  const written = `${JSON.stringify(valueWith(next, now.toISOString()), undefined, indent)}\n`;
  return { text: written, change: isSame ? 'time' : 'content', version: next };
}

const ATTEMPTS = 5;

/** The hidden folder of skills on their way into the registry, and of the lock. */
export const WAITING_FOLDER = '.submissions';

/** Does the work while no other process writes into the registry. */
export function whileLocked<T>({ root, skillsFolder }: RegistryLocation, work: () => Promise<T>): Promise<T> {
  return withWriteLock(root, joinRelative(skillsFolder, WAITING_FOLDER), work);
}

/**
 * Changes the entries of an existing index.json, and starts over if somebody else changed the file meanwhile. Rejects
 * with `WriteRefused` if it is irregular, a link, or edited too often.
 */
export async function rewriteIndex(
  { root }: RegistryLocation,
  change: (entries: readonly unknown[]) => readonly unknown[],
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const expected = await markOf(root, INDEX_FILE);
    const read = disk.read({ path: join(root, INDEX_FILE), inside: root, maxSize: LIMITS.indexBytes });
    const text = read.ok ? changeEntries(parseIndexFile(read.bytes.toString('utf8')), change) : undefined;
    if (text === undefined) return;
    try {
      return await writeInside(root, INDEX_FILE, text, { expected });
    } catch (error) {
      if (!(error instanceof FileChanged) || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * Makes the text with changed entries, invalid ones included, and a greater `version`. Undefined if nothing is
 * different or the file can't be used.
 */
function changeEntries(
  indexFile: ParsedIndexFile,
  change: (entries: readonly unknown[]) => readonly unknown[],
): string | undefined {
  const parsed = parseJsonObject(indexFile.text ?? '');
  const present: unknown = parsed.ok && indexFile.index ? parsed.value['skills'] : undefined;
  if (!Array.isArray(present)) return undefined;
  const entries = change(present);
  const isSame = entries.length === present.length && entries.every((entry, at) => entry === present[at]);
  return isSame ? undefined : writeOut(indexFile, entries, new Date()).text;
}
