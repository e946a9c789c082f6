/** What the command line's exit codes mean; documented in the README. */
export const EXIT_CODES = {
  ok: 0,
  /** Problems were found (validate, index --check), or something failed that has no code of its own. */
  failed: 1,
  /** The options are wrong. */
  usage: 2,
  /** The port or address can't be had. */
  port: 3,
  /** The folder is no registry. */
  noRegistry: 4,
} as const;

/** A code of `EXIT_CODES`. */
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];
