/** The name that the specification asks for. */
export const SCHEMA_NAME = 'skills/v1';

/** Whether a skill or an index of this schema is read: `skills/v1`, its minor versions, and their older name. */
export function isReadableSchema(schema: unknown): schema is string {
  return typeof schema === 'string' && /^(?:lib)?skills\/v1(?:\.\d+)*$/.test(schema);
}
