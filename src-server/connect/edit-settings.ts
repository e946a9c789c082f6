/** Edits one entry of settings in JSON with comments or in TOML, and leaves other bytes as they are. */

import { isDeepStrictEqual } from 'node:util';
import {
  applyEdits,
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { parse } from 'smol-toml';
import { isJsonObject, type JsonObject } from '../contract/api.ts';
import { tomlTable } from '../contract/clients/clients.ts';
import { eolOf } from '../platform/changed-lines.ts';

/** The text after an edit, or why it can’t be edited. */
export type EditResult =
  | { readonly ok: true; readonly text: string }
  /** `reason` is a sentence for people. */
  | { readonly ok: false; readonly reason: string };

const BOM = '\uFEFF';
/** The parser’s stack ends at thousands of levels, the formatter’s at hundreds in a line. */
const TOO_DEEP = { ok: false, reason: 'It is nested too deeply.' } as const;
/** The value of `SyntaxKind.CommaToken`, which is a const enum and so not there at run time. */
const COMMA = 5;

/**
 * Sets or removes a member of JSON with comments. A new member comes first, so that comments stay with the
 * members that they follow.
 *
 * @param value undefined to remove
 */
export function editJson(text: string, path: readonly string[], value: unknown): EditResult {
  const bom = text.startsWith(BOM) ? BOM : '';
  const body = text.slice(bom.length).trim() === '' ? '' : text.slice(bom.length);
  const parsed = parseObject(body);
  if (!parsed.ok) return parsed;
  const { root } = parsed;
  const obstacle = root === undefined ? undefined : pathObstacle(root, path);
  if (obstacle !== undefined) return { ok: false, reason: obstacle };
  const present = root === undefined ? undefined : findNodeAtLocation(root, [...path]);
  if (isDeepStrictEqual(present && getNodeValue(present), value)) return { ok: true, text };
  if (value === undefined) return { ok: true, text: bom + withoutMember(body, present?.parent as Node) };
  const indent = /^([ \t]+)"/m.exec(body)?.[1] ?? '  ';
  const eol = eolOf(body);
  const formattingOptions = { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol };
  try {
    const edits = modify(body, [...path], value, { getInsertionIndex: () => 0, formattingOptions });
    return { ok: true, text: bom + applyEdits(body, edits) + (body === '' ? eol : '') };
  } catch {
    return TOO_DEEP;
  }
}

/**
 * Sets, appends or removes an item of a list in JSON with comments.
 *
 * @param at -1 to append
 * @param value undefined to remove
 */
export function editItem(
  text: string,
  list: readonly (string | number)[],
  at: number,
  value: unknown,
): EditResult {
  const bom = text.startsWith(BOM) ? BOM : '';
  const body = text.slice(bom.length);
  const indent = /^([ \t]+)"/m.exec(body)?.[1] ?? '  ';
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.length,
    eol: eolOf(body),
  };
  try {
    const edits = modify(body, [...list, at], value, { isArrayInsertion: at === -1, formattingOptions });
    return { ok: true, text: bom + applyEdits(body, edits) };
  } catch {
    return TOO_DEEP;
  }
}

/** Removes a member with its comma. `modify` would also remove the comments around it. */
function withoutMember(text: string, property: Node): string {
  const siblings = property.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(property) - 1];
  const comma =
    commaAfter(text, property) ?? (previous === undefined ? undefined : commaAfter(text, previous));
  const blank = /(?:\r\n?|\n|(?<![ \t]))[ \t]*$/.exec(text.slice(0, property.offset))?.[0].length ?? 0;
  return applyEdits(text, [
    { offset: property.offset - blank, length: property.length + blank, content: '' },
    ...(comma === undefined ? [] : [{ offset: comma, length: 1, content: '' }]),
  ]);
}

function commaAfter(text: string, { offset, length }: Node): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset + length);
  return scanner.scan() === COMMA ? scanner.getTokenOffset() : undefined;
}

/** Parses an object with comments and trailing commas. An empty text has no root. */
export function parseObject(
  text: string,
): { readonly ok: true; readonly root: Node | undefined } | { readonly ok: false; readonly reason: string } {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true });
  } catch {
    return TOO_DEEP;
  }
  if (text.trim() === '') return { ok: true, root: undefined };
  const [error] = errors;
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split('\n').length;
    const what = printParseErrorCode(error.error).replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
    return { ok: false, reason: `It is not valid JSON: ${what.toLowerCase()} in line ${line}.` };
  }
  return root?.type === 'object' ? { ok: true, root } : { ok: false, reason: 'It holds no JSON object.' };
}

/** Says why a path can’t be set: of two members with one name, a client may read the other one. */
function pathObstacle(root: Node, path: readonly string[]): string | undefined {
  for (const at of path.keys()) {
    const node = findNodeAtLocation(root, path.slice(0, at));
    if (node === undefined) return undefined;
    const where = at === 0 ? 'The file' : `Its "${path[at - 1]}"`;
    if (node.type !== 'object') return `${where} is not an object.`;
    const keys = (node.children ?? []).map((property) => String(property.children?.[0]?.value));
    const twice = keys.find((key, index) => keys.indexOf(key) !== index);
    if (twice !== undefined) return `${where} has "${twice}" twice.`;
  }
  return undefined;
}

/**
 * A change of one table: the members of `set` are set and those of `drop` removed. Without `set`, the table
 * goes with its subtables.
 */
interface TableChange {
  /** The two names are `mcp_servers` and that of the server. */
  readonly path: readonly [string, string];
  readonly set?: JsonObject;
  readonly drop?: readonly string[];
}

/**
 * Edits one table of a TOML file line by line; other bytes stay. Refuses if the parsed result differs from
 * the expected settings.
 */
export function changeTable(text: string, change: TableChange): EditResult {
  const bom = text.startsWith(BOM) ? BOM : '';
  const body = text.slice(bom.length);
  try {
    const before = parse(body);
    // Line ends may differ.
    const lines = body.split(/(?<=\n)/);
    const after = (
      change.set === undefined
        ? withoutTable(lines, change.path, eolOf(body))
        : withTable(lines, { drop: [], ...change, set: change.set }, before, eolOf(body))
    ).join('');
    if (isDeepStrictEqual(plain(parse(after)), plain(changed(before, change))))
      return { ok: true, text: bom + after };
  } catch {
    // The edited text is no TOML, or its levels exhaust the stack.
  }
  const reason = `Its "${change.path.join('.')}" is written in a way that is not changed from here.`;
  return { ok: false, reason };
}

function changed(before: JsonObject, { path: [outer, name], set, drop = [] }: TableChange): JsonObject {
  const tables = isJsonObject(before[outer]) ? before[outer] : {};
  const { [name]: present, ...others } = tables;
  if (set === undefined) return { ...before, [outer]: others };
  const kept = Object.entries(isJsonObject(present) ? present : {}).filter(([key]) => !drop.includes(key));
  return { ...before, [outer]: { ...others, [name]: { ...Object.fromEntries(kept), ...set } } };
}

/** Makes parsed values comparable: prototypes go, and so do empty tables, which line edits leave. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value) || value instanceof Date) return value;
  const members = Object.entries(value).map(([key, member]) => [key, plain(member)] as const);
  return Object.fromEntries(
    members.filter(([, member]) => !isJsonObject(member) || Object.keys(member).length > 0),
  );
}

function withTable(
  lines: readonly string[],
  { path, set, drop }: Required<TableChange>,
  root: JsonObject,
  eol: string,
): readonly string[] {
  const start = lines.findIndex((line) => isHeader(line, path, false));
  if (start === -1) {
    const filled = lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1);
    const table = tomlTable(path, set).map((line) => line + eol);
    return [...ended(filled, eol), ...(filled.length > 0 ? [eol] : []), ...table];
  }
  const end = sectionEnd(lines, start);
  const present = path.reduce<unknown>((value, step) => (isJsonObject(value) ? value[step] : {}), root);
  const stale = Object.entries(set).filter(
    ([key, value]) => !isJsonObject(present) || !isDeepStrictEqual(present[key], value),
  );
  const section = [...drop, ...stale.map(([key]) => key)].reduce(withoutKey, lines.slice(start, end));
  const [, ...added] = tomlTable(path, Object.fromEntries(stale));
  const header = section.slice(0, 1);
  return [
    ...lines.slice(0, start),
    ...(added.length === 0 ? header : ended(header, eol)),
    ...added.map((line) => line + eol),
    ...section.slice(1),
    ...lines.slice(end),
  ];
}

function ended(lines: readonly string[], eol: string): readonly string[] {
  const last = lines.at(-1);
  return last === undefined || last === '' || last.endsWith('\n') ? lines : lines.with(-1, last + eol);
}

/** Removes a table with its subtables and the empty lines around them. */
function withoutTable(lines: readonly string[], path: readonly string[], eol: string): readonly string[] {
  const kept: string[] = [];
  let isAfterRemoval = false;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    if (isHeader(line, path, true)) {
      at = sectionEnd(lines, at);
      while (kept.at(-1)?.trim() === '') kept.pop();
      isAfterRemoval = true;
      continue;
    }
    at += 1;
    if (isAfterRemoval && line.trim() === '') continue;
    if (isAfterRemoval && kept.length > 0) kept.push(...ended(kept.splice(-1), eol), eol);
    isAfterRemoval = false;
    kept.push(line);
  }
  return isAfterRemoval ? ended(kept, eol) : kept;
}

/** Returns the line behind a section. Comments before a header belong to the section below. */
function sectionEnd(lines: readonly string[], start: number): number {
  const next = lines.findIndex((line, at) => at > start && /^\s*\[/.test(line));
  let end = next === -1 ? lines.length : next;
  while (end > start + 1 && /^(?:#|$)/.test(lines[end - 1]?.trim() ?? '')) end -= 1;
  return end;
}

/** Says whether a line is the header of a table, or with `below` of one of its subtables. */
function isHeader(line: string, path: readonly string[], below: boolean): boolean {
  if (!/^\s*\[[^[]/.test(line)) return false;
  let table: unknown;
  try {
    table = parse(line);
  } catch {
    return false;
  }
  for (const name of path) {
    if (!isJsonObject(table) || !(name in table)) return false;
    table = table[name];
  }
  return below || (isJsonObject(table) && Object.keys(table).length === 0);
}

function withoutKey(section: readonly string[], key: string): readonly string[] {
  const isKey = (line: string) => {
    const [, bare, quoted] = /^\s*(?:([\w-]+)|"([^"\\]*)"|'[^']*')\s*=/.exec(line) ?? [];
    return (bare ?? quoted) === key;
  };
  const at = section.findIndex(isKey);
  if (at === -1) return section;
  const next = section.findIndex(
    (line, index) => index > at && /^\s*(?:#|$|(?:[\w-]+|"[^"]*"|'[^']*')\s*[.=])/.test(line),
  );
  return [...section.slice(0, at), ...section.slice(next === -1 ? section.length : next)];
}
