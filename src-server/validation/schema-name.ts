import { type Diagnostic, diagnose } from '../contract/diagnostics/diagnostic.ts';
import { truncate } from './truncate.ts';

export const SCHEMA_NAME = 'skills/v1';

/** Accepts minor versions, and the older name. */
export function isReadableSchema(schema: unknown): schema is string {
  return isMinorSchema(schema) || (typeof schema === 'string' && /^libskills\/v1(?:\.\d+)*$/.test(schema));
}

/** `skills/v1`, and `skills/v1.1` of the same major version. */
export function isMinorSchema(schema: unknown): schema is string {
  return typeof schema === 'string' && /^skills\/v1(?:\.\d+)*$/.test(schema);
}

export function reportMinor(schema: string, file: string): Diagnostic {
  return diagnose('schema-minor', `The schema is ${truncate(schema)}.`, { file, pointer: '/schema' });
}
