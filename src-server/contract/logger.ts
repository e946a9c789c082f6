/** Levels from the most to the least important. The request log is at `debug`. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Where log lines go is decided by whoever starts the server. Never log a secret or the text of a skill. */
export type Logger = Readonly<
  Record<LogLevel, (message: string, details?: Readonly<Record<string, unknown>>) => void>
>;

/** For tests, and for whoever doesn't listen. */
export const silentLogger: Logger = { error() {}, warn() {}, info() {}, debug() {} };
