/** Most important first. `debug`: requests. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Never log secrets or skill texts. */
export type Logger = Readonly<Record<LogLevel, LogFunction>> & {
  /** Avoids creating request lines. */
  readonly isDebug: boolean;
};

/** @param details JSON-compatible */
export type LogFunction = (message: string, details?: Readonly<Record<string, unknown>>) => void;

export const silentLogger: Logger = { error() {}, warn() {}, info() {}, debug() {}, isDebug: false };
