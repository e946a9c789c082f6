export interface DeprecatedField {
  /** First version of the specification that deprecates it, such as `1.2`. */
  readonly since: string;
  /** What to do, one sentence. */
  readonly instead: string;
}

/**
 * Fields of skill.json that the specification deprecates: they stay for at least one major version, and using one is a
 * warning. Version 1 deprecates none. `schema` never is.
 */
export const DEPRECATED_FIELDS: Readonly<Record<string, DeprecatedField>> = {};
