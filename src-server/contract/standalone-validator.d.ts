/** Schema checks, compiled by ajv (see scripts/standalone-validators.mjs). */
declare module '*.schema.json?validate' {
  /** From ajv's `ErrorObject`. */
  export interface SchemaError {
    /** JSON pointer. */
    readonly instancePath: string;
    readonly schemaPath: string;
    readonly keyword: string;
    readonly params: Readonly<Record<string, unknown>>;
    readonly message?: string;
  }
  /** If false, `errors` has all reasons until the next call. */
  const validate: ((data: unknown) => boolean) & { errors?: readonly SchemaError[] | null };
  export default validate;
}
