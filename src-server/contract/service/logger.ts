/** Most important first. Requests are logged at `debug`. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Never log secrets or texts of skills. */
export type Logger = Readonly<Record<LogLevel, LogFunction>> & {
  /** Request lines aren't created otherwise. */
  readonly isDebug: boolean;
};

/** @param details JSON-compatible */
export type LogFunction = (message: string, details?: Readonly<Record<string, unknown>>) => void;

export const silentLogger: Logger = { error() {}, warn() {}, info() {}, debug() {}, isDebug: false };
