import { isJsonObject, type JsonObject } from '../../contract/api.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostic.ts';
import { messageOf } from '../../contract/errors.ts';
import { truncate } from '../../validation/finding.ts';
import { TextLines, toPointer } from '../../validation/json-position.ts';

export type JsonObjectResult =
  | { readonly ok: true; readonly value: JsonObject }
  | {
      readonly ok: false;
      readonly reason: string;
      readonly line?: number;
      readonly column?: number;
    };

/** Prevents stack overflows. */
const MAX_DEPTH = 100;

const TOO_DEEP = { ok: false, reason: `it is nested more than ${MAX_DEPTH} levels deep` } as const;

/** Accepts a byte order mark. Names line and column if V8 reports an offset. */
export function parseJsonObject(text: string): JsonObjectResult {
  const parsed = parse(text);
  return parsed.ok && isNestedTooDeeply(parsed.value) ? TOO_DEEP : parsed;
}

/** Of skill.json: extensions never make a skill unreadable. */
export function parseManifest(text: string): ManifestResult {
  const parsed = parse(text);
  if (!parsed.ok) return parsed;
  const shallow = withoutDeepExtensions(parsed.value);
  return shallow === undefined ? TOO_DEEP : { ok: true, ...shallow };
}

export type ManifestResult = JsonObjectResult & { readonly leftOut?: readonly string[] };

export function withoutDeepExtensions(
  manifest: JsonObject,
): { readonly value: JsonObject; readonly leftOut: readonly string[] } | undefined {
  const { extensions } = manifest;
  const all = Object.entries(isJsonObject(extensions) ? extensions : {});
  const deep = all.filter(([, content]) => isNestedTooDeeply(content)).map(([namespace]) => namespace);
  const kept = Object.fromEntries(all.filter(([namespace]) => !deep.includes(namespace)));
  const value = deep.length === 0 ? manifest : { ...manifest, extensions: kept };
  return isNestedTooDeeply(value) ? undefined : { value, leftOut: deep };
}

export function reportDeepExtension(namespace: string, file: string): Diagnostic {
  const message = `The extension ${truncate(namespace)} is nested more than ${MAX_DEPTH} levels deep and is left out.`;
  const pointer = toPointer('extensions', truncate(namespace));
  return diagnose('extension-too-deep', message, { file, pointer });
}

function parse(text: string): JsonObjectResult {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (json.trim() === '') return { ok: false, reason: 'the file is empty' };
  try {
    const value: unknown = JSON.parse(json);
    if (!isJsonObject(value)) return { ok: false, reason: 'it is valid JSON, but not an object' };
    return { ok: true, value };
  } catch (error) {
    return { ok: false, ...describeSyntaxError(json, error) };
  }
}

function describeSyntaxError(json: string, error: unknown) {
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
  return { reason, ...new TextLines(json).positionOf(Number(offset)) };
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
