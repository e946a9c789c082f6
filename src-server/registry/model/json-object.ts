import { isJsonObject, type JsonObject } from '../../contract/api/json-object.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import { messageOf } from '../../contract/words/message-of.ts';
import { toPointer } from '../../validation/json-position.ts';
import { truncate } from '../../validation/truncate.ts';

export type JsonObjectResult =
  | { readonly ok: true; readonly value: JsonObject }
  | {
      readonly ok: false;
      readonly reason: string;
      readonly line?: number;
      readonly column?: number;
    };

/** Accepts a byte order mark. Names line and column if V8 reports an offset. */
export function parseJsonObject(text: string): JsonObjectResult {
  const { tooDeep: _, ...parsed } = parse(text);
  return parsed;
}

function parse(text: string): JsonObjectResult & { readonly tooDeep?: JsonObject } {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (json.trim() === '') return { ok: false, reason: 'the file is empty' };
  const parts = countParts(json);
  if (parts > MAX_PARTS)
    return { ok: false, reason: `it has more than ${groupDigits(MAX_PARTS)} lists, objects and fields` };
  try {
    const value: unknown = JSON.parse(json);
    if (!isJsonObject(value)) return { ok: false, reason: 'it is valid JSON, but not an object' };
    if (parts > MAX_DEPTH && nestsTooDeeply(json))
      return { ok: false, reason: `it is nested more than ${MAX_DEPTH} levels deep`, tooDeep: value };
    return { ok: true, value };
  } catch (error) {
    return { ok: false, ...describeSyntaxError(json, error) };
  }
}

function describeSyntaxError(
  json: string,
  error: unknown,
): { reason: string; line?: number; column?: number } {
  const message = messageOf(error);
  // "Unexpected token } in JSON at position 17", "… at position 17 (line 2 column 3)",
  // "Unexpected end of JSON input"
  const offset =
    /at position (\d+)/.exec(message)?.[1] ?? (/end of JSON/.test(message) ? String(json.length) : undefined);
  const reason = message
    .replace(/ at position.*$/s, '')
    .replace(/, "[\s\S]*$/, '')
    .replace(/ in JSON$/, '');
  if (offset === undefined) return { reason };
  const before = json.slice(0, Number(offset)).split('\n');
  return { reason, line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** Prevents stack overflows. */
const MAX_DEPTH = 100;

/** Memory limit: 3 characters may take 43 bytes. An index.json of 50,000 skills has 1,000,000 parts. */
export const MAX_PARTS = 3_000_000;

function countParts(json: string): number {
  let parts = 0;
  for (const mark of ['{', '[', ':']) {
    // Native search: faster at a start, before V8 compiles a loop.
    for (let at = json.indexOf(mark); at !== -1 && parts <= MAX_PARTS; at = json.indexOf(mark, at + 1))
      parts += 1;
  }
  return parts;
}

/** `isNestedTooDeeply` for valid JSON text; several times faster. */
function nestsTooDeeply(json: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < json.length && depth <= MAX_DEPTH; at += 1) {
    const character = json[at];
    if (isInString && character === '\\') at += 1;
    else if (character === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
  }
  return depth > MAX_DEPTH;
}

export function isNestedTooDeeply(value: unknown): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((item): unknown[] => Object.values(item)).filter(isContainer);
  }
  return false;
}

/** Of skill.json: extensions never make a skill unreadable. */
export function parseManifest(text: string): ManifestResult {
  const { tooDeep, ...parsed } = parse(text);
  const shallow = tooDeep && withoutDeepExtensions(tooDeep);
  return shallow === undefined ? parsed : { ok: true, ...shallow };
}

export type ManifestResult = JsonObjectResult & { readonly leftOut?: readonly string[] };

/** Undefined if more than extensions is nested too deeply. */
export function withoutDeepExtensions(
  manifest: JsonObject,
): { readonly value: JsonObject; readonly leftOut: readonly string[] } | undefined {
  const { extensions, ...others } = manifest;
  if (isNestedTooDeeply(others)) return undefined;
  if (!isJsonObject(extensions))
    return isNestedTooDeeply(manifest) ? undefined : { value: manifest, leftOut: [] };
  const [kept, deep] = partition(Object.entries(extensions), ([, content]) => !isNestedTooDeeply(content));
  return {
    value: { ...manifest, extensions: Object.fromEntries(kept) },
    leftOut: deep.map(([namespace]) => namespace),
  };
}

function partition<Item>(
  items: readonly Item[],
  isFirst: (item: Item) => boolean,
): readonly [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

export function reportDeepExtension(namespace: string, file: string): Diagnostic {
  const message = `The extension ${truncate(namespace)} is nested more than ${MAX_DEPTH} levels deep and is left out.`;
  const pointer = toPointer('extensions', truncate(namespace));
  return diagnose('extension-too-deep', message, { file, pointer });
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
