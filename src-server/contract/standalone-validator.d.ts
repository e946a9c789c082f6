/** `?validate` imports a schema's check, compiled by ajv (see scripts/standalone-validators.mjs). */
declare module '*.schema.json?validate' {
  /** Used part of ajv's `ErrorObject`. */
  export interface SchemaError {
    /** JSON pointer into the data. */
    readonly instancePath: string;
    readonly schemaPath: string;
    readonly keyword: string;
    readonly params: Readonly<Record<string, unknown>>;
    readonly message?: string;
  }
  /** On false, `errors` has all reasons until the next call. */
  const validate: ((data: unknown) => boolean) & { errors?: readonly SchemaError[] | null };
  export default validate;
}
