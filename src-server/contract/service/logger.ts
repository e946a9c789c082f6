/** Levels from the most to the least important. The request log is at `debug`. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
/** A level of `LOG_LEVELS`. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Where log lines go is decided by whoever starts the server. Never log a secret or the text of a skill. */
export type Logger = Readonly<Record<LogLevel, LogFunction>> & {
  /** Whether `debug` lines go anywhere; the request log isn't even made where they don't. */
  readonly isDebug: boolean;
};

/** @param details what JSON can say */
export type LogFunction = (message: string, details?: Readonly<Record<string, unknown>>) => void;

/** For tests, and for whoever doesn't listen. */
export const silentLogger: Logger = { error() {}, warn() {}, info() {}, debug() {}, isDebug: false };
