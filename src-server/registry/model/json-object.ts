import { isJsonObject, type JsonObject } from '../../contract/api/json-object.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import { messageOf } from '../../contract/words/message-of.ts';

export type JsonObjectResult =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly reason: string; readonly line?: number; readonly column?: number };

/** Accepts a byte order mark. Names line and column if V8 reports an offset. */
export function parseJsonObject(text: string): JsonObjectResult {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (json.trim() === '') return { ok: false, reason: 'the file is empty' };
  const parts = countParts(json);
  if (parts > MAX_PARTS)
    return { ok: false, reason: `it has more than ${groupDigits(MAX_PARTS)} lists, objects and fields` };
  try {
    const value: unknown = JSON.parse(json);
    if (!isJsonObject(value)) return { ok: false, reason: 'it is valid JSON, but not an object' };
    if (parts > MAX_DEPTH && nestsTooDeeply(json))
      return { ok: false, reason: `it is nested more than ${MAX_DEPTH} levels deep` };
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

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
