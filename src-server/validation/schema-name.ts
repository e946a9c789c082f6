export const SCHEMA_NAME = 'skills/v1';

/** Accepts minor versions, and the older name. */
export function isReadableSchema(schema: unknown): schema is string {
  return typeof schema === 'string' && /^(?:lib)?skills\/v1(?:\.\d+)*$/.test(schema);
}
