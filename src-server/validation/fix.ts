import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';
import {
  isJsonObject,
  isRequiredFile,
  PRIORITIES,
  type Priority,
  STANDARD_FILES,
  standardPriority,
} from '../contract/api.ts';
import { canonicalValue, LISTED_FIELDS } from '../contract/skill-format.ts';
import { type CheckedSkill, MANIFEST_FILE } from './finding.ts';
import { JsonText } from './json-position.ts';
import { completeness, isKnowledgeFile, presentPaths } from './knowledge-files.ts';
import { isMinorSchema, isReadableSchema, SCHEMA_NAME } from './rules/manifest.ts';

/**
 * Replaces a value in the text of a JSON file, or appends a new member. All other characters stay, and so does the style of
 * an array: in one line, or with a line for each item.
 */
function replaceJsonValue(text: string, path: readonly string[], value: unknown): string {
  const root = parseTree(text);
  const node = root && findNodeAtLocation(root, [...path]);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  if (node?.type !== 'array' || !Array.isArray(value)) {
    const insertSpaces = !indent.startsWith('\t');
    const formattingOptions = { insertSpaces, tabSize: insertSpaces ? indent.length : 4, eol };
    return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
  }
  const [start, end] = [node.offset, node.offset + node.length];
  const source = text.slice(start, end);
  const items = value.map((item) => JSON.stringify(item));
  const isOneLine = items.length === 0 || !(source.includes('\n') || /^\[\s*\]$/.test(source));
  const lineStart = eol + indent.repeat(path.length);
  const list = isOneLine
    ? `[${items.join(', ')}]`
    : `[${items.map((item) => lineStart + indent + item).join(',')}${lineStart}]`;
  return text.slice(0, start) + list + text.slice(end);
}

interface ManifestFix {
  readonly text: string;
  readonly changes: readonly string[];
}

interface ValueChange {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly reason: string;
}

/**
 * Repairs schema name, labels, file lists and completeness, never prose. Idempotent. Undefined without repairs,
 * and if a name is repeated: nobody can tell which member the author means.
 */
export function fixManifest(skill: CheckedSkill): ManifestFix | undefined {
  const before = skill.texts.get(MANIFEST_FILE) ?? '';
  const changes = [
    ...fixSchema(skill),
    ...fixLabels(skill),
    ...fixFileLists(skill),
    ...fixCompleteness(skill),
  ];
  const json = new JsonText(before);
  if (changes.length === 0 || json.root === undefined || json.duplicateMembers().length > 0) return undefined;
  return {
    text: changes.reduce((text, { path, value }) => replaceJsonValue(text, path, value), before),
    changes: [...new Set(changes.map(({ reason }) => reason))],
  };
}

function fixSchema({ manifest: { schema } }: CheckedSkill): ValueChange[] {
  if (isMinorSchema(schema) || (schema !== undefined && !isReadableSchema(schema))) return [];
  return [{ path: ['schema'], value: SCHEMA_NAME, reason: 'Set "schema" to "skills/v1".' }];
}

function fixLabels({ manifest }: CheckedSkill): ValueChange[] {
  return LISTED_FIELDS.flatMap((field): ValueChange[] => {
    const value = canonicalValue(field, manifest[field]);
    return value === undefined ? [] : [{ path: [field], value, reason: `Set "${field}" to "${value}".` }];
  });
}

function fixCompleteness({ manifest: { completeness: declared }, files }: CheckedSkill): ValueChange[] {
  if (declared === undefined) return [];
  const { score, range } = completeness(presentPaths(files));
  if (Number.isInteger(declared) && Number(declared) >= range[0] && Number(declared) <= range[1]) return [];
  return [{ path: ['completeness'], value: score, reason: `Set "completeness" to ${score}.` }];
}

type FileLists = Partial<Record<Priority, readonly unknown[]>>;

/**
 * Removes missing and repeated paths, adds standard files and examples, and corrects priorities. Creates `files`
 * and `read_order`.
 */
function fixFileLists({ manifest, files }: CheckedSkill): ValueChange[] {
  const { files: declared = {}, read_order: order } = manifest;
  if (!isJsonObject(declared)) return [];
  const known = new Set(files.map(({ path }) => path).filter(isKnowledgeFile));
  const after = repairedLists(declared, known);
  const changed = PRIORITIES.filter((name) => after[name] && !isSame(after[name], declared[name]));
  const reason = 'Brought "files" in line with the files that are there.';
  return [
    ...(manifest['files'] === undefined
      ? [{ path: ['files'], value: after, reason }]
      : changed.map((name) => ({ path: ['files', name], value: after[name], reason }))),
    ...fixReadOrder(order, known, declared, after),
  ];
}

/** Files of other names stay where they are; where nothing is listed, they become P2. */
function repairedLists(declared: Readonly<Record<string, unknown>>, known: ReadonlySet<string>): FileLists {
  const isNew = Object.keys(declared).length === 0;
  const isOpen = (name: Priority) => declared[name] === undefined || Array.isArray(declared[name]);
  const lists: Partial<Record<Priority, unknown[]>> = {};
  const listed = new Set<unknown>();
  const moved: string[] = [];
  for (const name of PRIORITIES) {
    const list: unknown = declared[name];
    if (!Array.isArray(list)) continue;
    lists[name] = list.filter((path: unknown) => {
      if (typeof path !== 'string') return true;
      if (listed.has(path) || isGone(path, known)) return false;
      const own = standardPriority(path);
      const isMoved = own !== undefined && own !== name && isOpen(own);
      if (isMoved) moved.push(path);
      else listed.add(path);
      return !isMoved;
    });
  }
  const order: readonly string[] = Object.values(STANDARD_FILES).flat();
  const rank = (path: string) => (order.includes(path) ? order.indexOf(path) : order.length);
  for (const path of [...new Set([...known, ...moved])].sort(
    (a, b) => rank(a) - rank(b) || (a < b ? -1 : 1),
  )) {
    const name = standardPriority(path) ?? (isNew ? 'P2' : undefined);
    if (name !== undefined && !listed.has(path) && isOpen(name)) lists[name] = [...(lists[name] ?? []), path];
  }
  return lists;
}

/** Required files stay, for the author to write. */
function isGone(path: string, known: ReadonlySet<string>): boolean {
  return !known.has(path) && !isRequiredFile(path) && isKnowledgeFile(path);
}

function fixReadOrder(
  order: unknown,
  known: ReadonlySet<string>,
  before: FileLists,
  after: FileLists,
): ValueChange[] {
  const path = ['read_order'];
  const p0 = stringsOf(after.P0);
  if (order === undefined && p0.length > 0)
    return [{ path, value: p0, reason: 'Made "read_order" from the P0 files.' }];
  if (!Array.isArray(order)) return [];
  const elsewhere = new Set([after.P1, after.P2, after.P3].flatMap(stringsOf));
  const isKept = (item: unknown) =>
    typeof item !== 'string' ||
    (!isGone(item, known) && (p0.includes(item) || !elsewhere.has(item) || isRequiredFile(item)));
  const added = p0.filter((item) => !stringsOf(before.P0).includes(item));
  const items = [...order.filter(isKept), ...added];
  const value = items.filter((item, at) => typeof item !== 'string' || items.indexOf(item) === at);
  return isSame(value, order) ? [] : [{ path, value, reason: 'Brought "read_order" in line with "files".' }];
}

function stringsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
