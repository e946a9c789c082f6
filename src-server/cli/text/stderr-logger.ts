import { printable, printableJson } from '../../contract/outside-text.ts';
import { LOG_LEVELS, type LogFunction, type Logger, type LogLevel } from '../../contract/service.ts';

export interface StderrLoggerOptions {
  /** Drops lines below. */
  readonly level: LogLevel;
  /** An object per line; else text: `warn: …`. */
  readonly json: boolean;
  readonly write: (line: string) => void;
}

export function createStderrLogger({ level: least, json, write }: StderrLoggerOptions): Logger {
  const isOn = (level: LogLevel) => LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(least);
  const at =
    (level: LogLevel): LogFunction =>
    (message, details) => {
      if (!isOn(level)) return;
      const now = new Date();
      const prefix = level === 'info' ? '' : `${level}: `;
      const more = details === undefined ? '' : ` ${printableJson(details)}`;
      write(
        json
          ? printableJson({ time: now.toISOString(), level, message, ...details })
          : `${now.toTimeString().slice(0, 8)} ${prefix}${printable(message)}${more}`,
      );
    };
  const isDebug = isOn('debug');
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug'), isDebug };
}
