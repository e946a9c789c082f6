import { isDeepStrictEqual } from 'node:util';
import {
  type FullSkill,
  type IndexEntry,
  isJsonObject,
  type JsonObject,
  PRIORITIES,
  type Priority,
  STANDARD_FILES,
  standardPriority,
} from '../contract/api.ts';
import { type Diagnostic, diagnose } from '../contract/diagnostic.ts';
import { isBlank } from '../contract/outside-text.ts';
import { isCode, MarkdownLines } from '../platform/markdown-lines.ts';
import { MANIFEST_FILE, shortJson } from '../validation/finding.ts';
import {
  isFolderMarkdown,
  isKnowledgeFile,
  listedFiles,
  relativePath,
} from '../validation/knowledge-files.ts';
import { oneLine } from '../validation/rules/manifest.ts';
import { judgeTrust } from '../validation/rules/trust.ts';
import {
  acceptSchema,
  type DeclaredEntry,
  type ManifestResult,
  pointerTo,
  reportDeepExtension,
} from './index-json.ts';
import type { KnowledgeFile, SkillRecord } from './skill-record.ts';
import { joinRelative } from './worker/disk.ts';

export type ServedFields = Readonly<Record<string, unknown>> &
  Pick<FullSkill, 'name' | 'language'> &
  Required<Pick<FullSkill, 'repo' | 'tags' | 'files'>>;

/**
 * Makes the fields of an answer about a skill. Those of a list entry are as in the list, whichever of both files they
 * come from; the key fills gaps. Values of a wrong type are dropped. Unknown fields pass unchanged.
 */
export function servedFields(
  skill: Pick<SkillRecord, 'key' | 'manifest' | 'contentPaths'>,
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
    repo: `${author}/${name}`,
    name,
    language,
    tags,
    ...others,
    files: servedFiles(skill),
  };
}

function servedFiles({
  manifest,
  contentPaths,
}: Pick<SkillRecord, 'manifest' | 'contentPaths'>): ServedFields['files'] {
  const { files } = manifest;
  const lists = Object.entries(isJsonObject(files) ? files : {}).flatMap(([priority, list]) =>
    Array.isArray(list) ? [[priority, strings(list)] as const] : [],
  );
  const isListed = listedFiles(manifest).length > 0 || lists.some(([, paths]) => paths.length > 0);
  if (isListed) return Object.fromEntries(lists.map(([name, paths]) => [name, paths.map(relativePath)]));
  const standard: Record<Priority, string[]> = { P0: [], P1: [], P2: [], P3: [] };
  for (const path of contentPaths) standard[standardPriority(path) ?? 'P3'].push(path);
  return standard;
}

function standardRank(path: string): number {
  return PRIORITIES.indexOf(standardPriority(path) ?? 'P3');
}

type Typed = (value: unknown) => unknown;

const TYPES = {
  text: (value) => (typeof value === 'string' ? value : undefined),
  flag: (value) => (typeof value === 'boolean' ? value : undefined),
  texts: (value) => (Array.isArray(value) ? strings(value).filter((one) => !isBlank(one)) : undefined),
  object: (value) => (isJsonObject(value) ? value : undefined),
  score: (value) => (typeof value === 'number' && value >= 0 && value <= 100 ? Math.round(value) : undefined),
} as const satisfies Record<string, Typed>;

/**
 * Fields of an entry in the list with their types: the first twelve are specified, the rest saves clients a request
 * for each skill.
 */
const ENTRY_FIELDS = {
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

/** Makes lists of strings of the named members of an object; other members pass unchanged. */
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
    'name',
    'repo',
    'language',
    'tier',
    'group',
    'version',
    'skill_version',
    'schema',
    'skill_type',
    'updated_at',
    'risk_level',
    'summary',
    'repo_source_url',
    'source_type',
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

/** Fields that are computed: values of an author are dropped. */
const COMPUTED_FIELDS: ReadonlySet<string> = new Set([
  '_registry',
  '_shadows',
  '_trust',
  '_danger',
  '_derived',
  '_withheld',
]);

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

export function acceptManifest(
  manifest: ManifestResult,
  folder: string,
  diagnostics: Diagnostic[],
): JsonObject | undefined {
  const file = joinRelative(folder, MANIFEST_FILE);
  if (manifest.ok) {
    for (const namespace of manifest.leftOut ?? []) diagnostics.push(reportDeepExtension(namespace, file));
    return acceptSchema(manifest.value['schema'], file, diagnostics) ? manifest.value : undefined;
  }
  const { reason, ok: _ok, ...place } = manifest;
  const message = `skill.json could not be read: ${reason}.`;
  diagnostics.push(diagnose('skill-json-invalid', message, { file, ...place }));
  return undefined;
}

/** Lists the paths of `_contents`: those that skill.json lists and the required ones, or all if it lists none. */
export function listContentPaths(
  manifest: JsonObject,
  folder: string,
  files: ReadonlyMap<string, KnowledgeFile>,
  diagnostics: Diagnostic[],
): readonly string[] {
  const listed = listedPaths(manifest);
  for (const { path, pointer } of listed) {
    if (files.has(path)) continue;
    const place = { file: joinRelative(folder, MANIFEST_FILE), pointer };
    diagnostics.push(
      isKnowledgeFile(path)
        ? diagnose('file-missing', `${path} is listed but missing.`, { ...place, value: shortJson(path) })
        : diagnose('file-not-servable', `${path} is listed but is no knowledge file.`, place),
    );
  }
  const isFirst = ({ priority }: ListedPath) => priority === 'P0';
  const behindP0 = listed.findLastIndex(isFirst) + 1;
  const paths = listed.map(({ path }) => path);
  const contentPaths =
    listed.length > 0
      ? [...paths.slice(0, behindP0), ...STANDARD_FILES.P0.filter((path) => !paths.includes(path)), ...paths]
      : [...files.keys()].sort((a, b) => standardRank(a) - standardRank(b));
  return [...new Set(contentPaths)].filter(
    (path) => files.has(path) && files.get(path)?.unread === undefined,
  );
}

interface ListedPath {
  readonly path: string;
  readonly priority: string;
  readonly pointer: string;
}

export function listedPaths(manifest: JsonObject): readonly ListedPath[] {
  const { files } = manifest;
  if (!isJsonObject(files)) return [];
  const others = Object.keys(files).filter((key) => !(PRIORITIES as readonly string[]).includes(key));
  return [...PRIORITIES, ...others].flatMap((priority) => {
    const paths = files[priority];
    if (!Array.isArray(paths)) return [];
    return paths.flatMap((path: unknown, index) =>
      typeof path === 'string'
        ? [{ path: relativePath(path), priority, pointer: `/files/${priority}/${index}` }]
        : [],
    );
  });
}

export function listedInFolders(manifest: JsonObject): readonly string[] {
  const paths = listedPaths(manifest).map(({ path }) => path);
  return [...new Set(paths)].filter(isFolderMarkdown).sort();
}

type Skill = Pick<SkillRecord, 'key' | 'manifest' | 'overviewSummary' | 'firstDanger'>;

export const UNVOUCHED = { tier: 'tier2', group: 'contrib' } as const;

function isGap(value: unknown): boolean {
  return value == null || (typeof value === 'string' && isBlank(value));
}

export function usableValue(field: string, value: unknown): unknown {
  if (isGap(value)) return undefined;
  if (field === 'summary' && typeof value === 'string') return oneLine(value);
  return Object.hasOwn(ENTRY_FIELDS, field)
    ? TYPES[ENTRY_FIELDS[field as keyof typeof ENTRY_FIELDS]](value)
    : value;
}

/**
 * Makes the entry of a skill in the list. A value comes from index.json, else from skill.json, which goes first if it
 * is newer; else a summary comes from the text, name and language from the key, tier and group from `UNVOUCHED`.
 * Known fields of a wrong type are left out, unknown fields pass unchanged.
 */
export function makeIndexEntry(
  skill: Skill,
  declared: DeclaredEntry | undefined,
  isManifestNewer: boolean,
  diagnostics: Diagnostic[],
): IndexEntry {
  const stated: JsonObject = declared?.fields ?? {};
  const [language, , name] = skill.key.split('/') as [string, string, string];
  const derived: JsonObject = { key: skill.key, name, language, ...UNVOUCHED };
  // Collected in a Map, since assigning members to an object takes V8 twice as long, for every skill.
  const fields = new Map(Object.entries(derived));
  for (const [field, value] of Object.entries(stated))
    if (field !== 'key' && !COMPUTED_FIELDS.has(field)) fields.set(field, value);
  const disagreeing: string[] = [];
  for (const field of Object.keys(ENTRY_FIELDS)) {
    const inEntry = usableValue(field, stated[field]);
    const inManifest = usableValue(field, skill.manifest[field]);
    const isOther =
      inEntry !== undefined && inManifest !== undefined && !isDeepStrictEqual(inEntry, inManifest);
    if (isOther) disagreeing.push(field);
    const value = isOther && isManifestNewer ? inManifest : (inEntry ?? inManifest ?? derived[field]);
    if (value === undefined) fields.delete(field);
    else fields.set(field, value);
  }
  if (declared !== undefined && disagreeing.length > 0) {
    const names = disagreeing.join(', ');
    const place = { skillKey: skill.key, file: 'index.json', pointer: pointerTo(declared) };
    const found = isManifestNewer
      ? diagnose('index-entry-stale', `skill.json is newer, and says another ${names}.`, place)
      : diagnose('index-entry-disagrees', `index.json and skill.json disagree about ${names}.`, place);
    diagnostics.push(found);
  }
  // An index.json that was built by a command has what the command derived.
  const isDerived =
    !fields.has('summary') ||
    (isGap(skill.manifest['summary']) && fields.get('summary') === skill.overviewSummary);
  if (!fields.has('summary')) fields.set('summary', skill.overviewSummary);
  if (isDerived) fields.set('_derived', true);
  const trust = judgeTrust(skill.manifest, {
    trust_score: fields.get('trust_score'),
    tier: fields.get('tier'),
  });
  if (trust !== undefined) fields.set('_trust', trust);
  if (skill.firstDanger !== undefined) fields.set('_danger', skill.firstDanger);
  return Object.fromEntries(fields) as unknown as IndexEntry;
}

const MAX_SUMMARY_LENGTH = 200;
/** Characters of a paragraph that are looked at: the time of some expressions is quadratic. */
const MAX_PARAGRAPH_LENGTH = 2_000;

/**
 * Returns the first sentence of prose without markup, for a skill that states no summary. Skips headings, code,
 * lists, tables, quotes, images and HTML; '' without prose.
 */
export function firstSentence(markdown: string): string {
  const paragraph = firstParagraph(markdown.replace(/^\uFEFF/, ''));
  const text = withoutMarkup(paragraph.slice(0, MAX_PARAGRAPH_LENGTH));
  const sentence = /^.*?[.!?](?=\s+["'“(]?\p{Lu}|\s*$)/su.exec(text)?.[0] ?? text;
  return shorten(sentence.trim().replace(/:$/, ''));
}

function firstParagraph(markdown: string): string {
  const lines: string[] = [];
  const reader = new MarkdownLines();
  let frontMatter = /^---\r?\n/.test(markdown);
  for (const [index, line] of markdown.split(/\r?\n/).entries()) {
    if (frontMatter) {
      if (index > 0 && /^(---|\.\.\.)\s*$/.test(line)) frontMatter = false;
      continue;
    }
    const kind = reader.read(line, 0, line.length);
    if (isCode(kind) || kind === 'comment') {
      if (lines.length > 0) break;
    } else if (/^(=+|-+)\s*$/.test(line) && lines.length === 1) {
      lines.pop(); // the previous line was a heading, underlined
    } else if (isProse(line)) {
      lines.push(line.trim());
    } else if (lines.length > 0) {
      break;
    }
  }
  return lines.join(' ');
}

function isProse(line: string): boolean {
  return /\p{L}/u.test(line) && !/^(\s{4,}|\t|\s*(#|>|\||<|!\[|[-*+]\s|\d+[.)]\s|\/\/))/.test(line);
}

/**
 * Markup with what replaces it, in this order: images, links, code, `**strong**`, `*emphasis*` but not
 * `snake_case_name`.
 */
const MARKUP: ReadonlyArray<readonly [RegExp, string]> = [
  [/!\[[^[\]]*\]\([^()]*(?:\([^()]*\)[^()]*)?\)/g, ''],
  [/\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)?\)/g, '$1'],
  [/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, '$2'],
  [/(\*\*|__)(.+?)\1/g, '$2'],
  [/(?<![\p{L}\p{N}_])[*_](?=\S)(.{1,200}?)(?<=\S)[*_](?![\p{L}\p{N}_])/gu, '$1'],
];

function withoutMarkup(text: string): string {
  const spaced = text.replace(/\s+/g, ' ');
  const plain = MARKUP.reduce((left, [mark, instead]) => left.replace(mark, instead), spaced);
  return plain.replace(/\s+/g, ' ').trim();
}

function shorten(text: string): string {
  if (text.length <= MAX_SUMMARY_LENGTH) return text;
  const cut = text.slice(0, MAX_SUMMARY_LENGTH);
  return `${cut.slice(0, cut.lastIndexOf(' ') > 0 ? cut.lastIndexOf(' ') : undefined).replace(/(?<![\s,;:–-])[\s,;:–-]+$/, '')}…`;
}
