/** `skills/v1` and its minor versions. */
export function isSupportedSchema(schema: string): boolean {
  return /^skills\/v1(\.\d+)*$/.test(schema);
}

/** An older name of the same format. */
export function isAliasSchema(schema: string): boolean {
  return /^libskills\/v1(\.\d+)*$/.test(schema);
}
