import {
  type FullSkill,
  type IndexEntry,
  isJsonObject,
  type JsonObject,
  PRIORITIES,
  type Priority,
  standardPriority,
} from '../../contract/api.ts';
import { listedFiles, relativePath } from '../../validation/files.ts';
import type { SkillRecord } from '../skill-record.ts';

export type ServedFields = Readonly<Record<string, unknown>> &
  Pick<FullSkill, 'name' | 'language'> &
  Required<Pick<FullSkill, 'repo' | 'tags' | 'files'>>;

/**
 * Fields of a list entry are as in the list, whichever of both files they come from; the key fills gaps. Wrong types are
 * converted or dropped, with a diagnostic. Unknown fields pass unchanged.
 */
export function servedFields(
  skill: Pick<SkillRecord, 'key' | 'manifest' | 'contents'>,
  entry: IndexEntry | undefined,
): ServedFields {
  const [language = '', author, name = ''] = skill.key.split('/');
  const fields = new Map(Object.entries(typedFields(skill.manifest)));
  if (entry !== undefined)
    for (const field of Object.keys(ENTRY_FIELDS)) {
      const listed = typedFields({ [field]: entry[field] })[field];
      if (listed === undefined) fields.delete(field);
      else fields.set(field, listed);
    }
  const { tags = [], ...others } = Object.fromEntries(fields) as Partial<ServedFields>;
  return {
    ...{ repo: `${author}/${name}`, name, language, tags, ...others },
    files: servedFiles(skill),
  };
}

function servedFiles({
  manifest,
  contents,
}: Pick<SkillRecord, 'manifest' | 'contents'>): ServedFields['files'] {
  const { files } = manifest;
  const lists = Object.entries(isJsonObject(files) ? files : {}).flatMap(([priority, list]) =>
    Array.isArray(list) ? [[priority, strings(list)] as const] : [],
  );
  const isListed = listedFiles(manifest).length > 0 || lists.some(([, paths]) => paths.length > 0);
  if (isListed) return Object.fromEntries(lists.map(([name, paths]) => [name, paths.map(relativePath)]));
  const standard: Record<Priority, string[]> = { P0: [], P1: [], P2: [], P3: [] };
  for (const path of contents) standard[standardPriority(path) ?? 'P3'].push(path);
  return standard;
}

export function standardRank(path: string): number {
  return PRIORITIES.indexOf(standardPriority(path) ?? 'P3');
}

type Typed = (value: unknown) => unknown;

export const TYPES = {
  text: (value) => (typeof value === 'string' ? value : undefined),
  flag: (value) => (typeof value === 'boolean' ? value : undefined),
  texts: (value) => (Array.isArray(value) ? strings(value) : undefined),
  object: (value) => (isJsonObject(value) ? value : undefined),
  score: (value) => (typeof value === 'number' && value >= 0 && value <= 100 ? Math.round(value) : undefined),
} as const satisfies Record<string, Typed>;

/** Of an entry in the list: twelve specified fields; the rest saves clients a request per skill. */
export const ENTRY_FIELDS = {
  name: 'text',
  language: 'text',
  tier: 'text',
  group: 'text',
  version: 'text',
  trust_score: 'score',
  tags: 'texts',
  summary: 'text',
  repo_source_url: 'text',
  repo_skill: 'flag',
  source_type: 'text',
  risk_level: 'text',
  repo: 'text',
  skill_version: 'text',
  skill_type: 'text',
  completeness: 'score',
  verified: 'flag',
  official: 'flag',
  updated_at: 'text',
  trust_score_sources: 'object',
} as const satisfies Readonly<Record<string, keyof typeof TYPES>>;

/** Named members as lists of strings; others pass unchanged. */
const withLists =
  (...named: readonly string[]): Typed =>
  (value) =>
    isJsonObject(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([name, member]) => {
            const right = named.includes(name) ? TYPES.texts(member) : member;
            return right === undefined ? [] : [[name, right]];
          }),
        )
      : undefined;

const FIELDS: Readonly<Record<keyof typeof TYPES, readonly string[]>> = {
  text: [
    ...['name', 'repo', 'language', 'tier', 'group', 'version', 'skill_version', 'schema', 'skill_type'],
    ...['updated_at', 'risk_level', 'summary', 'repo_source_url', 'source_type'],
  ],
  flag: ['repo_skill', 'verified', 'official'],
  texts: ['tags'],
  object: ['trust_score_sources', 'extensions', 'community_rating'],
  score: ['trust_score', 'completeness'],
};

const FIELD_TYPES: ReadonlyMap<string, Typed> = new Map<string, Typed>([
  ...Object.entries(FIELDS).flatMap(([type, fields]) =>
    fields.map((field) => [field, TYPES[type as keyof typeof TYPES]] as const),
  ),
  ['read_order', (value) => (Array.isArray(value) ? strings(value).map(relativePath) : undefined)],
  ['compatibility', withLists('compilers', 'platforms')],
  ['dependencies', withLists('required', 'optional', 'skills')],
  ['inherits', (value) => (value === null ? null : TYPES.text(value))],
]);

/** Computed: the author's values are dropped. */
export const COMPUTED_FIELDS: ReadonlySet<string> = new Set(['_registry', '_shadows', '_trust']);

function typedFields(fields: JsonObject): JsonObject {
  // `fromEntries`, since assigning a field named `__proto__` to an object would lose the field.
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => {
      const right = COMPUTED_FIELDS.has(field) ? undefined : (FIELD_TYPES.get(field) ?? ((it) => it))(value);
      return right === undefined ? [] : [[field, right]];
    }),
  );
}

function strings(items: readonly unknown[]): readonly string[] {
  return items.filter((item): item is string => typeof item === 'string');
}
