import { isJsonObject, type JsonObject } from '../contract/api.ts';
import type { DiagnosticCode } from '../contract/codes.ts';
import { type Diagnostic, diagnose, SPECIFICATION } from '../contract/diagnostic.ts';
import { messageOf } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { isoTime, isRfc3339 } from '../contract/words.ts';
import { truncate } from '../validation/finding.ts';
import { TextLines, toPointer } from '../validation/json-position.ts';
import {
  type ReadRules,
  RULES_FILE,
  readRules as readRulesOf,
  rulesDiagnostic,
} from '../validation/registry-rules.ts';
import {
  isMinorSchema,
  isReadableSchema,
  reportMinor,
  SCHEMA_NAME,
  timeForm,
} from '../validation/rules/manifest.ts';
import { type Disk, errorCodeOf, findFile, disk as ownDisk, REFUSALS, readText } from './worker/disk.ts';

type JsonObjectResult =
  | { readonly ok: true; readonly value: JsonObject }
  | {
      readonly ok: false;
      readonly reason: string;
      readonly line?: number;
      readonly column?: number;
    };

const TOO_DEEP = { ok: false, reason: `it is nested more than ${LIMITS.jsonDepth} levels deep` } as const;

/**
 * Parses a JSON object, with or without a byte order mark. Says why another text is none, with line and column if V8
 * reports an offset.
 */
export function parseJsonObject(text: string): JsonObjectResult {
  const parsed = parse(text);
  return parsed.ok && isNestedTooDeeply(parsed.value) ? TOO_DEEP : parsed;
}

/** Parses skill.json. Extensions that are nested too deeply are left out: they never make a skill unreadable. */
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
  if (!isNestedTooDeeply(manifest)) return { value: manifest, leftOut: [] };
  const { extensions } = manifest;
  const all = Object.entries(isJsonObject(extensions) ? extensions : {});
  const deep = all.filter(([, content]) => isNestedTooDeeply(content)).map(([namespace]) => namespace);
  const kept = Object.fromEntries(all.filter(([namespace]) => !deep.includes(namespace)));
  const value = deep.length === 0 ? manifest : { ...manifest, extensions: kept };
  return isNestedTooDeeply(value) ? undefined : { value, leftOut: deep };
}

export function reportDeepExtension(namespace: string, file: string): Diagnostic {
  const message = `The extension ${truncate(namespace)} is nested more than ${LIMITS.jsonDepth} levels deep and is left out.`;
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
  return isDeeperThan(LIMITS.jsonDepth, value);
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}

export interface RegistryIndexFile {
  readonly schema?: string;
  readonly version?: number;
  readonly updatedAt?: string;
  readonly mtimeMs?: number;
  readonly entries: readonly DeclaredEntry[];
  readonly unknownFields: JsonObject;
}

export interface DeclaredEntry {
  readonly key: string;
  readonly fields: JsonObject;
  readonly position: number;
}

export interface ParsedIndexFile {
  readonly text?: string;
  readonly index: RegistryIndexFile | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const FILE = 'index.json';
/** The greatest version. It leaves room for increments, and for sums of several registries. */
const MAX_VERSION = 2 ** 51;

/**
 * Whether the format is one that is served. Reports a missing name, an earlier one and a later minor version; another
 * major version is refused.
 */
export function acceptSchema(schema: unknown, file: string, diagnostics: Diagnostic[]): boolean {
  const [kind, what] = file === FILE ? (['index-', ' of index.json'] as const) : (['', ''] as const);
  const place = { file, pointer: '/schema' };
  if (schema === undefined) {
    const message = `${file === FILE ? FILE : 'skill.json'} names no schema.`;
    diagnostics.push(diagnose(`${kind}schema-missing`, message, { file }));
  } else if (!isReadableSchema(schema)) {
    const message = `The schema${what} is ${JSON.stringify(schema)}; only skills/v1 is served.`;
    diagnostics.push(diagnose(`${kind}schema-unsupported`, message, place));
    return false;
  } else if (!isMinorSchema(schema)) {
    diagnostics.push(diagnose(`${kind}schema-alias`, `The schema${what} is called "${schema}".`, place));
  } else if (schema !== SCHEMA_NAME) diagnostics.push(reportMinor(schema, file));
  return true;
}

function report(code: DiagnosticCode, message: string, place: Partial<Diagnostic> = {}): Diagnostic {
  return diagnose(code, message, { file: FILE, ...place });
}

export function unusableIndexFile(reason: string): ParsedIndexFile {
  const diagnostics = [report('index-json-invalid', `index.json could not be read: ${reason}.`)];
  return { index: undefined, diagnostics };
}

export function toDateTime(time: string): string {
  const isPlain = isRfc3339(time) && !Number.isNaN(Date.parse(time));
  return isPlain ? time : new Date(isoTime(time) ?? 0).toISOString();
}

/**
 * Reads index.json. Whatever is wrong becomes a diagnostic; only another major version or a text that is no JSON
 * leaves `index` undefined.
 *
 * @param text undefined where there is no file, which is no fault
 * @param mtimeMs time of the last change in milliseconds since 1970
 */
export function parseIndexFile(text: string | undefined, mtimeMs?: number): ParsedIndexFile {
  if (text === undefined) return { index: undefined, diagnostics: [] };
  const parsed = parseJsonObject(text);
  if (!parsed.ok) {
    const { reason, ok: _ok, ...place } = parsed;
    const message = `index.json could not be read: ${reason}.`;
    return { text, index: undefined, diagnostics: [report('index-json-invalid', message, place)] };
  }
  const { schema, version, updated_at: updatedAt, skills, ...unknownFields } = parsed.value;
  const diagnostics: Diagnostic[] = [];
  if (!acceptSchema(schema, FILE, diagnostics)) return { text, index: undefined, diagnostics };
  const versionIsValid = Number.isInteger(version) && Number(version) >= 0 && Number(version) <= MAX_VERSION;
  if (!versionIsValid) {
    const message = `The version of index.json is ${shown(version)}, not a whole number from 0 to ${MAX_VERSION}.`;
    diagnostics.push(report('index-version-invalid', message, { pointer: '/version' }));
  }
  const isTime = typeof updatedAt === 'string' && isoTime(updatedAt) !== undefined;
  const forms = isTime ? timeForm('updated_at', updatedAt) : [];
  const isDateTime = isTime && forms.every(({ code }) => code === 'field-form');
  if (isDateTime)
    for (const { code, message, ...place } of forms) diagnostics.push(report(code, message, place));
  else {
    const message = `updated_at of index.json is ${shown(updatedAt)}, not an ISO 8601 date-time.`;
    diagnostics.push(report('index-updated-at-invalid', message, { pointer: '/updated_at' }));
  }
  if (!Array.isArray(skills))
    diagnostics.push(
      report('index-json-invalid', 'index.json has no "skills" array.', { pointer: '/skills' }),
    );
  return {
    text,
    index: {
      ...(isMinorSchema(schema) && schema !== SCHEMA_NAME ? { schema } : {}),
      ...(versionIsValid ? { version: Number(version) } : {}),
      ...(isTime ? { updatedAt: toDateTime(updatedAt) } : {}),
      ...(mtimeMs === undefined ? {} : { mtimeMs }),
      entries: Array.isArray(skills) ? readEntries(skills, diagnostics) : [],
      unknownFields,
    },
    diagnostics,
  };
}

function shown(value: unknown): string {
  // JSON.parse reads 1e999 as Infinity, which JSON can't represent.
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'missing');
}

function readEntries(skills: readonly unknown[], diagnostics: Diagnostic[]): readonly DeclaredEntry[] {
  if (skills.length > LIMITS.indexEntries) {
    const message = `index.json has more than ${LIMITS.indexEntries} entries; the others are left out.`;
    diagnostics.push(report('index-entry-invalid', message, { pointer: '/skills' }));
  }
  return skills.slice(0, LIMITS.indexEntries).flatMap((fields, position): DeclaredEntry[] => {
    if (isJsonObject(fields) && typeof fields['key'] === 'string' && fields['key'] !== '')
      return [{ key: fields['key'], fields, position }];
    const pointer = pointerTo({ position });
    diagnostics.push(report('index-entry-invalid', `Entry ${position + 1} has no key.`, { pointer }));
    return [];
  });
}

export function pointerTo({ position }: Pick<DeclaredEntry, 'position'>): string {
  return `/skills/${position}`;
}

export const INDEX_FILE = 'index.json';

interface RootContent {
  readonly text?: string;
  readonly mtimeMs?: number;
  readonly refused?: string;
}

/**
 * Reads a file in the root of a registry. Undefined while it is changing. Throws the system's error if it can't be
 * read.
 */
function readRootFile(disk: Disk, root: string, name: string, maxSize: number): RootContent | undefined {
  const place = findFile(disk, root, name, false);
  if (place === undefined || ('refusal' in place && place.refusal === 'nowhere')) return {};
  if ('refusal' in place) return { refused: REFUSALS[place.refusal] };
  const reading = readText(disk, place, root, { maxSize, isHashed: false });
  if (reading === undefined) return undefined;
  if ('unread' in reading) return { refused: `it ${reading.unread}` };
  return { text: reading.text, mtimeMs: reading.item.mtimeMs };
}

/** A file beside the skills with what it says. Its value is the same object while its text is the same. */
export class RootFile<Value> {
  readonly #read: () => RootContent | undefined;
  readonly #parse: (content: RootContent) => Value;
  #known: RootContent = {};
  value: Value;

  constructor(read: () => RootContent | undefined, parse: (content: RootContent) => Value) {
    this.#read = read;
    this.#parse = parse;
    this.value = parse({});
  }

  /** Takes over what is known of the file in a copy of the registry: the value stays while the text is the same. */
  continueFrom(before: RootFile<Value>): void {
    this.value = before.value;
    this.#known = before.#known;
  }

  /**
   * Reads the file again, and returns whether it is to be read again soon, since it is changing. Throws the system's
   * error if it can't be read; the value stays.
   */
  update(): boolean {
    const content = this.#read();
    if (content === undefined) return true;
    const { text, refused } = this.#known;
    // An equal text is let go: the value has the one that was read first, and index.json may be large.
    if (content.text === text && content.refused === refused) return false;
    this.value = this.#parse(content);
    this.#known = content;
    return false;
  }
}

export function indexFileOf(disk: Disk, root: string): RootFile<ParsedIndexFile> {
  const read = () => readRootFile(disk, root, INDEX_FILE, LIMITS.indexBytes);
  return new RootFile(read, ({ text, mtimeMs, refused }) =>
    refused === undefined ? parseIndexFile(text, mtimeMs) : unusableIndexFile(refused),
  );
}

export function rulesFileOf(disk: Disk, root: string): RootFile<ReadRules> {
  const read = () => readRootFile(disk, root, RULES_FILE, LIMITS.rulesBytes);
  return new RootFile(read, ({ text, refused }) =>
    refused === undefined ? parseRulesFile(text) : unusableRules(refused),
  );
}

export function parseRulesFile(text: string | undefined): ReadRules {
  if (text === undefined) return { rules: SPECIFICATION, diagnostics: [] };
  const parsed = parseJsonObject(text);
  if (parsed.ok) return readRulesOf(parsed.value);
  const { reason, ok: _ok, ...place } = parsed;
  return unusableRules(reason, place);
}

function unusableRules(reason: string, place: Parameters<typeof rulesDiagnostic>[1] = {}): ReadRules {
  const message = `rules.json could not be read: ${reason}.`;
  return { rules: SPECIFICATION, diagnostics: [rulesDiagnostic(message, place)] };
}

export function readRules(root: string): ReadRules {
  const file = rulesFileOf(ownDisk, root);
  try {
    file.update();
    return file.value;
  } catch (error) {
    return unusableRules(errorCodeOf(error));
  }
}

export function readRegistryText(root: string, path: string): string | undefined {
  try {
    return readRootFile(ownDisk, root, path, LIMITS.indexBytes)?.text;
  } catch {
    return undefined;
  }
}
