import { type IndexEntry, PRIORITIES, type Priority } from '../../contract/api/api.ts';
import { isJsonObject, type JsonObject } from '../../contract/api/json-object.ts';
import { standardPriority } from '../../contract/api/standard-files.ts';
import { listedFiles, relativePath } from '../../validation/knowledge-files.ts';
import type { SkillRecord } from '../skill-record.ts';
import { usableScore } from './usable-score.ts';

export interface ServedFields {
  readonly name: string;
  readonly repo: string;
  readonly language: string;
  readonly tier?: string;
  readonly group?: string;
  readonly version?: string;
  readonly summary?: string;
  readonly skill_type?: string;
  readonly risk_level?: string;
  readonly trust_score?: number;
  readonly verified?: boolean;
  readonly official?: boolean;
  readonly tags: readonly string[];
  readonly read_order?: readonly string[];
  /** Members outside of the specification are of any type. */
  readonly compatibility?: JsonObject;
  readonly dependencies?: JsonObject;
  readonly files: Readonly<Partial<Record<Priority, readonly string[]>>>;
  readonly [unknown: string]: unknown;
}

/**
 * List entry and key fill gaps of skill.json. Wrong types are converted or dropped, with a diagnostic.
 * Unknown fields pass unchanged.
 */
export function servedFields(
  skill: Pick<SkillRecord, 'key' | 'manifest' | 'contents'>,
  entry: IndexEntry | undefined,
): ServedFields {
  const [language = '', author, name = ''] = skill.key.split('/');
  const stated = typed(skill.manifest);
  return {
    repo: `${author}/${name}`,
    tags: [],
    ...typed(pick(entry ?? {}, ['tier', 'group', 'trust_score', 'risk_level', 'tags'])),
    ...stated,
    name: nonBlank(stated['name']) ?? entry?.name ?? name,
    language: nonBlank(stated['language']) ?? language,
    files: servedFiles(skill),
  };
}

function servedFiles({
  manifest,
  contents,
}: Pick<SkillRecord, 'manifest' | 'contents'>): ServedFields['files'] {
  const declared = isJsonObject(manifest['files']) ? manifest['files'] : {};
  if (listedFiles(manifest).length === 0) {
    const others = Object.entries(typedLists(declared)).filter(([, paths]) => paths.length > 0);
    if (others.length === 0) return byPriority(contents);
  }
  return Object.fromEntries(
    Object.entries(typedLists(declared)).map(([priority, paths]) => [priority, paths.map(relativePath)]),
  );
}

function byPriority(paths: readonly string[]): ServedFields['files'] {
  const lists: Record<Priority, string[]> = { P0: [], P1: [], P2: [], P3: [] };
  for (const path of paths) lists[standardPriority(path) ?? 'P3'].push(path);
  return lists;
}

export function standardRank(path: string): number {
  return PRIORITIES.indexOf(standardPriority(path) ?? 'P3');
}

type Typed = (value: unknown) => unknown;

const text: Typed = (value) => (typeof value === 'string' ? value : undefined);
const flag: Typed = (value) => (typeof value === 'boolean' ? value : undefined);
const texts: Typed = (value) => (Array.isArray(value) ? strings(value) : undefined);
const object: Typed = (value) => (isJsonObject(value) ? value : undefined);
/** Named members as lists of strings; others pass unchanged. */
const withLists =
  (...named: readonly string[]): Typed =>
  (value) =>
    isJsonObject(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([name, member]) => {
            const right = named.includes(name) ? texts(member) : member;
            return right === undefined ? [] : [[name, right]];
          }),
        )
      : undefined;

const TYPES: ReadonlyMap<string, Typed> = new Map<string, Typed>([
  ...['name', 'repo', 'language', 'tier', 'group', 'version', 'skill_version', 'schema', 'skill_type'].map(
    (field) => [field, text] as const,
  ),
  ...['updated_at', 'risk_level', 'summary'].map((field) => [field, text] as const),
  ...['repo_skill', 'verified', 'official'].map((field) => [field, flag] as const),
  ...['trust_score', 'completeness'].map((field) => [field, usableScore] as const),
  ['tags', texts],
  ['read_order', (value) => (Array.isArray(value) ? strings(value).map(relativePath) : undefined)],
  ['compatibility', withLists('compilers', 'platforms')],
  ['dependencies', withLists('required', 'optional', 'skills')],
  ...['trust_score_sources', 'extensions', 'community_rating'].map((field) => [field, object] as const),
  ['inherits', (value) => (value === null ? null : text(value))],
]);

/** Computed: the author's values are dropped. */
export const COMPUTED_FIELDS: ReadonlySet<string> = new Set(['_registry', '_shadows', '_trust']);

function typed(fields: JsonObject): JsonObject {
  // `fromEntries`, since assigning a field named `__proto__` to an object would lose the field.
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => {
      if (COMPUTED_FIELDS.has(field)) return [];
      const type = TYPES.get(field);
      const right = type === undefined ? value : type(value);
      return right === undefined ? [] : [[field, right]];
    }),
  );
}

function typedLists(value: JsonObject): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, list]) => (Array.isArray(list) ? [[name, strings(list)]] : [])),
  );
}

function strings(items: readonly unknown[]): readonly string[] {
  return items.filter((item): item is string => typeof item === 'string');
}

function nonBlank(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function pick(fields: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  );
}
