import { hash } from 'node:crypto';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { countWords } from '../../contract/diagnostics/severity.ts';
import { isReadableSchema, SCHEMA_NAME } from '../../validation/schema-name.ts';
import { isJsonObject, type JsonObject, parseJsonObject } from './json-object.ts';

/** What index.json says, as far as it can be used. */
export interface RegistryIndexFile {
  /** A whole number of 0 or more. */
  readonly version?: number;
  /** ISO 8601. */
  readonly updatedAt?: string;
  /** When the file was written, in milliseconds since the epoch; absent where nobody looked. */
  readonly mtimeMs?: number;
  /** In the file's order. */
  readonly entries: ReadonlyArray<{
    readonly key: string;
    readonly fields: JsonObject;
    /** Where it stands among the file's `skills`, from 0. */
    readonly position: number;
  }>;
  /** Fields of the file beside those the specification names. */
  readonly unknownFields: JsonObject;
}

export interface ParsedIndexFile {
  /** Tells its texts apart; undefined where there is no file, or it isn't read. */
  readonly digest: string | undefined;
  /** As it was read. Absent in what another thread read, too: only those who write index.json need it. */
  readonly text?: string;
  /** Undefined where there is no usable index.json. */
  readonly index: RegistryIndexFile | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const FILE = 'index.json';
const ISO_DATE_TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Whether `value` is a date, or a date and time, of ISO 8601 that exists. */
export function isIsoTime(value: unknown): value is string {
  return typeof value === 'string' && ISO_DATE_TIME.test(value) && !Number.isNaN(Date.parse(value));
}

/** Whether there is a text that can't be used: it is likely being written, and what it said before stays in use. */
export function isBroken({
  digest,
  index,
}: {
  readonly digest: string | undefined;
  readonly index: object | undefined;
}): boolean {
  return digest !== undefined && index === undefined;
}

/** What an index.json that can't be read comes to. */
export function unusableIndexFile(reason: string): ParsedIndexFile {
  const message = `index.json could not be read: ${reason}.`;
  return {
    digest: undefined,
    index: undefined,
    diagnostics: [diagnose('index-json-invalid', message, { file: FILE })],
  };
}

/** An ISO 8601 time in the form that JSON Schema's `date-time` asks for; as it is where it has it already. */
export function toDateTime(time: string): string {
  const isComplete = time.includes('T') && /(?:Z|[+-]\d{2}:\d{2})$/.test(time);
  return isComplete ? time : new Date(time).toISOString();
}

/**
 * Reads the text of index.json; `undefined` means that there is none, which is fine.
 *
 * @param mtimeMs when the file was written, in milliseconds since the epoch
 * @param digest of its bytes, by whoever has it already; default made of the text
 */
export function parseIndexFile(text: string | undefined, mtimeMs?: number, digest?: string): ParsedIndexFile {
  if (text === undefined) return { digest: undefined, index: undefined, diagnostics: [] };
  const read = { text, digest: digest ?? hash('sha1', text, 'base64url') };
  const parsed = parseJsonObject(text);
  if (!parsed.ok) {
    const { reason, ok: _ok, ...place } = parsed;
    const message = `index.json could not be read: ${reason}.`;
    return {
      ...read,
      index: undefined,
      diagnostics: [diagnose('index-json-invalid', message, { file: FILE, ...place })],
    };
  }
  const { schema, version, updated_at: updatedAt, skills, ...unknownFields } = parsed.value;
  const diagnostics: Diagnostic[] = [];
  if (schema === undefined) {
    diagnostics.push(diagnose('index-schema-missing', 'index.json names no schema.', { file: FILE }));
  } else if (!isReadableSchema(schema)) {
    const message = `The schema of index.json is ${JSON.stringify(schema)}; only skills/v1 is used.`;
    const place = { file: FILE, pointer: '/schema' };
    return { ...read, index: undefined, diagnostics: [diagnose('index-schema-unsupported', message, place)] };
  } else if (schema !== SCHEMA_NAME) {
    const message = `The schema of index.json is called "${schema}".`;
    diagnostics.push(diagnose('index-schema-alias', message, { file: FILE, pointer: '/schema' }));
  }
  const versionIsValid = Number.isSafeInteger(version) && Number(version) >= 0;
  if (!versionIsValid) {
    const message = `The version of index.json ${describeVersion(version)}.`;
    diagnostics.push(diagnose('index-version-invalid', message, { file: FILE, pointer: '/version' }));
  }
  if (!isIsoTime(updatedAt) || toDateTime(updatedAt) !== updatedAt) {
    const message = `updated_at of index.json is ${JSON.stringify(updatedAt) ?? 'missing'}, not an ISO 8601 date-time.`;
    diagnostics.push(diagnose('index-updated-at-invalid', message, { file: FILE, pointer: '/updated_at' }));
  }
  if (!Array.isArray(skills)) {
    diagnostics.push(
      diagnose('index-json-invalid', 'index.json has no "skills" array.', { file: FILE, pointer: '/skills' }),
    );
  }
  const entries = Array.isArray(skills) ? readEntries(skills, diagnostics) : [];
  return {
    ...read,
    index: {
      ...(versionIsValid ? { version: Number(version) } : {}),
      ...(isIsoTime(updatedAt) ? { updatedAt: toDateTime(updatedAt) } : {}),
      ...(mtimeMs === undefined ? {} : { mtimeMs }),
      entries,
      unknownFields,
    },
    diagnostics,
  };
}

/** Why a version can't be counted on from. */
function describeVersion(version: unknown): string {
  if (version === undefined) return 'is missing';
  // JSON's 1e999 is infinite here, and a number that JSON can't say.
  const shown = typeof version === 'number' ? String(version) : JSON.stringify(version);
  if (!Number.isInteger(version)) return `is ${shown}, not a whole number`;
  return Number(version) < 0 ? `is ${shown}, less than 0` : `is ${shown}, too large to count on from`;
}

/** Told one by one; a file may have tens of millions. */
export const MOST_TOLD = 1_000;

function readEntries(skills: readonly unknown[], diagnostics: Diagnostic[]): RegistryIndexFile['entries'] {
  const entries: Array<RegistryIndexFile['entries'][number]> = [];
  let invalid = 0;
  for (const [position, fields] of skills.entries()) {
    if (isJsonObject(fields) && typeof fields['key'] === 'string' && fields['key'] !== '') {
      entries.push({ key: fields['key'], fields, position });
      continue;
    }
    invalid += 1;
    if (invalid <= MOST_TOLD) {
      const place = { file: FILE, pointer: pointerTo({ position }) };
      diagnostics.push(diagnose('index-entry-invalid', `Entry ${position + 1} has no key.`, place));
    }
  }
  const untold = invalid - MOST_TOLD;
  if (untold > 0) {
    const message = `${countWords(untold, 'more entry has', 'more entries have')} no key.`;
    diagnostics.push(diagnose('index-entry-invalid', message, { file: FILE, pointer: '/skills' }));
  }
  return entries;
}

/** JSON pointer of an entry. */
export function pointerTo({ position }: Pick<RegistryIndexFile['entries'][number], 'position'>): string {
  return `/skills/${position}`;
}
