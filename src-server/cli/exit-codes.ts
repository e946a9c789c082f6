/** Documented in the README. */
export const EXIT_CODES = {
  ok: 0,
  /** Problems found, or a failure without a specific code. */
  failed: 1,
  /** Wrong options. */
  usage: 2,
  /** Port or address unavailable. */
  port: 3,
  /** No registry in the folder. */
  noRegistry: 4,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];
