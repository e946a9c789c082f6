interface DeprecatedFields {
  /** Field to the sentence that says what to do instead. */
  readonly skill: Readonly<Record<string, string>>;
  readonly entry: Readonly<Record<string, string>>;
}

/** Documented for one major version more; `schema` is never one of them. The specification has none yet. */
export const DEPRECATED_FIELDS: DeprecatedFields = { skill: {}, entry: {} };
