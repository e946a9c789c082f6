/**
 * Edits one table of a TOML file line by line; other bytes stay. Refuses if the parsed result differs from
 * the expected settings.
 */
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'smol-toml';
import { isJsonObject, type JsonObject } from '../contract/api/json-object.ts';
import { tomlTable } from '../contract/clients/mcp-clients.ts';
import { eolOf } from '../platform/marked-block.ts';
import type { EditResult } from './edit-jsonc.ts';

/** Settings have some five levels. Thousands exhaust the stack. */
const MAX_DEPTH = 100;
const BOM = '\uFEFF';

/** Without `set`, removes table and subtables. */
export interface TableChange {
  /** `mcp_servers` and the server's name. */
  readonly path: readonly [string, string];
  readonly set?: JsonObject;
  readonly drop?: readonly string[];
}

export function changeTable(text: string, { path, set, drop = [] }: TableChange): EditResult {
  const bom = text.startsWith(BOM) ? BOM : '';
  const body = text.slice(bom.length);
  const eol = eolOf(body);
  const before = parseToml(body);
  if (before === undefined) return { ok: false, reason: 'It is not valid TOML.' };
  if (isDeeper(before, MAX_DEPTH)) return { ok: false, reason: 'It is nested too deeply.' };
  const wanted = changed(before, { path, ...(set && { set }), drop });
  // Line ends may differ.
  const lines = body.split(/(?<=\n)/);
  const after = (
    set === undefined
      ? withoutTable(lines, path, eol)
      : withTable(lines, { path, set, drop }, valueAt(before, path), eol)
  ).join('');
  const isRight = isDeepStrictEqual(plain(parseToml(after)), plain(wanted));
  return isRight
    ? { ok: true, text: bom + after }
    : { ok: false, reason: `Its "${path.join('.')}" is written in a way that is not changed from here.` };
}

function parseToml(text: string): JsonObject | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function changed(before: JsonObject, { path: [outer, name], set, drop = [] }: TableChange): JsonObject {
  const tables = isJsonObject(before[outer]) ? before[outer] : {};
  const { [name]: present, ...others } = tables;
  if (set !== undefined) {
    const kept = Object.entries(isJsonObject(present) ? present : {}).filter(([key]) => !drop.includes(key));
    return { ...before, [outer]: { ...others, [name]: { ...Object.fromEntries(kept), ...set } } };
  }
  return { ...before, [outer]: others };
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((member) => isDeeper(member, depth - 1));
}

/** Drops prototypes, and empty tables left by line edits. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value) || value instanceof Date) return value;
  const members = Object.entries(value).map(([key, member]) => [key, plain(member)] as const);
  return Object.fromEntries(
    members.filter(([, member]) => !isJsonObject(member) || Object.keys(member).length > 0),
  );
}

type LineEnd = ReturnType<typeof eolOf>;

function withTable(
  lines: readonly string[],
  { path, set, drop }: Required<TableChange>,
  present: JsonObject,
  eol: LineEnd,
): readonly string[] {
  const start = lines.findIndex((line) => isHeader(line, path, false));
  if (start === -1) return withAdded(lines, tomlTable(path, set), eol);
  const end = sectionEnd(lines, start);
  const stale = Object.keys(set).filter((key) => !isDeepStrictEqual(present[key], set[key]));
  const section = [...drop, ...stale].reduce(withoutKey, lines.slice(start, end));
  const [, ...added] = tomlTable(path, Object.fromEntries(stale.map((key) => [key, set[key]])));
  const header = section.slice(0, 1);
  return [
    ...lines.slice(0, start),
    ...(added.length === 0 ? header : ended(header, eol)),
    ...added.map((line) => line + eol),
    ...section.slice(1),
    ...lines.slice(end),
  ];
}

function ended(lines: readonly string[], eol: LineEnd): readonly string[] {
  const last = lines.at(-1);
  return last === undefined || last === '' || last.endsWith('\n') ? lines : lines.with(-1, last + eol);
}

function valueAt(root: JsonObject, path: readonly string[]): JsonObject {
  return path.reduce<JsonObject>((value, step) => (isJsonObject(value[step]) ? value[step] : {}), root);
}

function withAdded(lines: readonly string[], table: readonly string[], eol: LineEnd): readonly string[] {
  const filled = lines.findLastIndex((line) => line.trim() !== '') + 1;
  const between = filled > 0 ? [eol] : [];
  return [...ended(lines.slice(0, filled), eol), ...between, ...table.map((line) => line + eol)];
}

/** Also drops subtables, and empty lines before headers. */
function withoutTable(
  lines: readonly string[],
  path: readonly [string, string],
  eol: LineEnd,
): readonly string[] {
  const kept: string[] = [];
  let isAfterRemoval = false;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    if (isHeader(line, path, true)) {
      at = sectionEnd(lines, at);
      while (kept.at(-1)?.trim() === '') kept.pop();
      isAfterRemoval = true;
    } else {
      at += 1;
      if (isAfterRemoval && line.trim() === '') continue;
      if (isAfterRemoval && kept.length > 0) kept.push(...ended(kept.splice(-1), eol), eol);
      isAfterRemoval = false;
      kept.push(line);
    }
  }
  return isAfterRemoval ? ended(kept, eol) : kept;
}

/** Comments before a header belong to the section below. */
function sectionEnd(lines: readonly string[], start: number): number {
  const next = lines.findIndex((line, at) => at > start && /^\s*\[/.test(line));
  let end = next === -1 ? lines.length : next;
  while (end > start + 1 && /^(?:#|$)/.test(lines[end - 1]?.trim() ?? '')) end -= 1;
  return end;
}

/** @param below also match subtables */
function isHeader(line: string, path: readonly string[], below: boolean): boolean {
  if (!/^\s*\[[^[]/.test(line)) return false;
  const names = namesOf(parseToml(line));
  return (
    (below ? names.length >= path.length : names.length === path.length) &&
    path.every((name, at) => names[at] === name)
  );
}

/** Outermost first. */
function namesOf(value: unknown): readonly string[] {
  if (!isJsonObject(value)) return [];
  const [entry] = Object.entries(value);
  return entry === undefined ? [] : [entry[0], ...namesOf(entry[1])];
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
