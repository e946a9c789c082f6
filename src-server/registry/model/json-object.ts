import { groupDigits } from '../../contract/words/group-digits.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export type JsonObjectResult =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly reason: string; readonly line?: number; readonly column?: number };

/** True for what JSON calls an object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses a JSON object; a byte order mark is allowed. The reason names line and column where V8 tells the place. */
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
  const message = error instanceof Error ? error.message : String(error);
  // "Unexpected token } in JSON at position 17", "… at position 17 (line 2 column 3)", "Unexpected end of JSON input"
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

/** Deeper values overflow the stack of whatever walks or writes them; nothing honest comes near. */
const MAX_DEPTH = 100;

/**
 * A list is 43 bytes of memory for three of its text, a field of a new name some 250 for ten; and where parsing takes more than
 * a thread may have, the engine ends the whole process, not the thread. An index.json of 50,000 skills has some 1,000,000.
 */
export const MAX_PARTS = 3_000_000;

/** How many objects, arrays and fields a text has at most (a string may look like more), up to one more than may be. */
function countParts(json: string): number {
  let parts = 0;
  for (const mark of ['{', '[', ':']) {
    // The engine's own search, since this is done for each skill.json at a start, when little is compiled yet.
    for (let at = json.indexOf(mark); at !== -1 && parts <= MAX_PARTS; at = json.indexOf(mark, at + 1))
      parts += 1;
  }
  return parts;
}

/** The same as below, of the text of valid JSON: many small values take several times as long to walk. */
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

/** Whether a value has objects or arrays inside each other beyond any use; itself without recursion. */
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
