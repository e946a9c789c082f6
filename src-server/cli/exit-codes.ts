/** Documented in the README. */
export const EXIT_CODES = {
  ok: 0,
  /** Problems found, or unspecific failure. */
  failed: 1,
  /** Wrong options. */
  usage: 2,
  /** Or address unavailable. */
  port: 3,
  noRegistry: 4,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];
