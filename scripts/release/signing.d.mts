export interface Signing {
  readonly isSigned: boolean;
  /** In one sentence. */
  readonly said: string;
  /** Variables that must not be there: empty ones, those of other systems, and what went into the file. */
  readonly drop: readonly string[];
  readonly set: Readonly<Record<string, string>>;
  /** The text of the file that `set` names for Apple. */
  readonly key: string | undefined;
}

/** Pure; throws where variables that belong together are set in part. */
export function decideSigning(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  keyFile: string,
): Signing;

/** Makes the environment what the decision says. */
export function applySigning(platform?: NodeJS.Platform, env?: Record<string, string | undefined>): Signing;
