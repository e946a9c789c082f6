/**
 * A schema file imported with `?validate` is its ajv check, compiled when we build
 * (see scripts/standalone-validators.mjs).
 */
declare module '*.schema.json?validate' {
  /** One thing that doesn't fit; ajv's `ErrorObject`, as far as we use it. */
  export interface SchemaError {
    /** JSON pointer into the data. */
    readonly instancePath: string;
    readonly schemaPath: string;
    readonly keyword: string;
    readonly params: Readonly<Record<string, unknown>>;
    readonly message?: string;
  }
  /** True if `data` fits; else `errors` holds all reasons until the next call. */
  const validate: ((data: unknown) => boolean) & { errors?: readonly SchemaError[] | null };
  export default validate;
}
