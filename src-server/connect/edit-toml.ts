/**
 * Edits one table of a TOML file line by line; other bytes stay. Refuses if the parsed result differs from
 * the expected settings.
 */
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'smol-toml';
import { isJsonObject, type JsonObject } from '../contract/api.ts';
import { tomlTable } from '../contract/clients/clients.ts';
import { eolOf } from '../platform/text.ts';
import type { EditResult } from './edit-json.ts';

const BOM = '\uFEFF';

/** Without `set`, removes table and subtables. */
export interface TableChange {
  /** `mcp_servers` and the server's name. */
  readonly path: readonly [string, string];
  readonly set?: JsonObject;
  readonly drop?: readonly string[];
}

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

/** Drops prototypes, and empty tables left by line edits. */
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

/** Also drops subtables, and the empty lines around them. */
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
