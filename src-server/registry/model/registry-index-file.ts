import { hash } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../contract/api/json-object.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { countWords } from '../../contract/diagnostics/severity.ts';
import { isoTime, isRfc3339 } from '../../contract/words/iso-time.ts';
import { timeForm } from '../../validation/rules/field-forms.ts';
import { isMinorSchema, isReadableSchema, reportMinor, SCHEMA_NAME } from '../../validation/schema-name.ts';
import { parseJsonObject } from './json-object.ts';

export interface RegistryIndexFile {
  /** Of a later minor version. */
  readonly schema?: string;
  readonly version?: number;
  readonly updatedAt?: string;
  readonly mtimeMs?: number;
  readonly entries: ReadonlyArray<{
    readonly key: string;
    readonly fields: JsonObject;
    readonly position: number;
  }>;
  readonly unknownFields: JsonObject;
}

export interface ParsedIndexFile {
  readonly digest: string | undefined;
  readonly text?: string;
  readonly index: RegistryIndexFile | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const FILE = 'index.json';

/** Leaves room for increments and sums of registries. */
const MAX_VERSION = 2 ** 51;

/** ISO 8601 date, optionally with time. */
export function isIsoTime(value: unknown): value is string {
  return isoTime(value) !== undefined;
}

/** Likely being written; previous contents stay. */
export function isBroken({
  digest,
  index,
}: {
  readonly digest: string | undefined;
  readonly index: object | undefined;
}): boolean {
  return digest !== undefined && index === undefined;
}

export function unusableIndexFile(reason: string): ParsedIndexFile {
  const message = `index.json could not be read: ${reason}.`;
  return {
    digest: undefined,
    index: undefined,
    diagnostics: [diagnose('index-json-invalid', message, { file: FILE })],
  };
}

export function toDateTime(time: string): string {
  const isPlain = isRfc3339(time) && !Number.isNaN(Date.parse(time));
  return isPlain ? time : new Date(isoTime(time) ?? 0).toISOString();
}

/**
 * `undefined`: no file, valid.
 *
 * @param mtimeMs since 1970
 * @param digest of the bytes; default of the text
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
  } else if (isMinorSchema(schema)) {
    if (schema !== SCHEMA_NAME) diagnostics.push(reportMinor(schema, FILE));
  } else {
    const message = `The schema of index.json is called "${schema}".`;
    diagnostics.push(diagnose('index-schema-alias', message, { file: FILE, pointer: '/schema' }));
  }
  const versionIsValid = Number.isInteger(version) && Number(version) >= 0 && Number(version) <= MAX_VERSION;
  if (!versionIsValid) {
    const message = `The version of index.json ${describeVersion(version)}.`;
    diagnostics.push(diagnose('index-version-invalid', message, { file: FILE, pointer: '/version' }));
  }
  if (isIsoTime(updatedAt)) {
    for (const { code, message, ...place } of timeForm('updated_at', updatedAt))
      diagnostics.push(diagnose(code, message, { file: FILE, ...place }));
  } else {
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
      ...(isMinorSchema(schema) && schema !== SCHEMA_NAME ? { schema } : {}),
      ...(versionIsValid ? { version: Number(version) } : {}),
      ...(isIsoTime(updatedAt) ? { updatedAt: toDateTime(updatedAt) } : {}),
      ...(mtimeMs === undefined ? {} : { mtimeMs }),
      entries,
      unknownFields,
    },
    diagnostics,
  };
}

function describeVersion(version: unknown): string {
  if (version === undefined) return 'is missing';
  // JSON.parse reads 1e999 as Infinity, which JSON can't represent.
  const shown = typeof version === 'number' ? String(version) : JSON.stringify(version);
  if (!Number.isInteger(version)) return `is ${shown}, not a whole number`;
  return Number(version) < 0 ? `is ${shown}, less than 0` : `is ${shown}, too large to count on from`;
}

/** A file may contain tens of millions. */
export const MOST_REPORTED = 1_000;

function readEntries(skills: readonly unknown[], diagnostics: Diagnostic[]): RegistryIndexFile['entries'] {
  const entries: Array<RegistryIndexFile['entries'][number]> = [];
  let invalid = 0;
  for (const [position, fields] of skills.entries()) {
    if (isJsonObject(fields) && typeof fields['key'] === 'string' && fields['key'] !== '') {
      entries.push({ key: fields['key'], fields, position });
      continue;
    }
    invalid += 1;
    if (invalid <= MOST_REPORTED) {
      const place = { file: FILE, pointer: pointerTo({ position }) };
      diagnostics.push(diagnose('index-entry-invalid', `Entry ${position + 1} has no key.`, place));
    }
  }
  const unreported = invalid - MOST_REPORTED;
  if (unreported > 0) {
    const message = `${countWords(unreported, 'more entry has', 'more entries have')} no key.`;
    diagnostics.push(diagnose('index-entry-invalid', message, { file: FILE, pointer: '/skills' }));
  }
  return entries;
}

export function pointerTo({ position }: Pick<RegistryIndexFile['entries'][number], 'position'>): string {
  return `/skills/${position}`;
}
