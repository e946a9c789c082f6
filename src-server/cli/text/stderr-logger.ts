import { LOG_LEVELS, type LogFunction, type Logger, type LogLevel } from '../../contract/service/logger.ts';
import { printable, printableJson } from '../../contract/words/printable.ts';

export interface StderrLoggerOptions {
  /** Drops lines below. */
  readonly level: LogLevel;
  /** An object per line. */
  readonly json: boolean;
  readonly write: (line: string) => void;
}

/** Text: `warn: …`. */
export function createStderrLogger({ level, json, write }: StderrLoggerOptions): Logger {
  const isOn = (lineLevel: LogLevel) => LOG_LEVELS.indexOf(lineLevel) <= LOG_LEVELS.indexOf(level);
  const at = (lineLevel: LogLevel): LogFunction => {
    if (!isOn(lineLevel)) return () => {};
    return (message, details) =>
      write(json ? toJson(lineLevel, message, details) : toText(lineLevel, message, details));
  };
  return {
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: at('debug'),
    isDebug: isOn('debug'),
  };
}

function toJson(
  level: LogLevel,
  message: string,
  details: Readonly<Record<string, unknown>> | undefined,
): string {
  return printableJson({ time: new Date().toISOString(), level, message, ...details });
}

function toText(
  level: LogLevel,
  message: string,
  details: Readonly<Record<string, unknown>> | undefined,
): string {
  const time = new Date().toTimeString().slice(0, 8);
  const more = details === undefined ? '' : ` ${printableJson(details)}`;
  return `${time} ${level === 'info' ? '' : `${level}: `}${printable(message)}${more}`;
}
