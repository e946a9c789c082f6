/**
 * The logs of the app. This is the Node build of electron-log: its Electron build opens an IPC channel for any page.
 */
import { join } from 'node:path';
import log from 'electron-log/node';
import { printable, printableJson } from '../src-server/contract/outside-text.ts';
import type { Logger, LogLevel } from '../src-server/contract/service.ts';

/** The size at which a log becomes `*.old.log`, in place of the one before. */
const MAX_LOG_BYTES = 2 * 1024 * 1024;

/** The two logs of the app, main.log and server.log. Both are of one level. */
export interface Loggers {
  readonly main: Logger;
  /** Takes the messages and the output of the service. */
  readonly server: Logger;
  setLevel(level: LogLevel): void;
}

/**
 * Opens the logs in a folder.
 * @param toConsole whether the terminal that started the app gets them, too
 */
export function createLoggers(folder: string, level: LogLevel, toConsole: boolean): Loggers {
  const open = (name: string) => {
    const instance = log.create({ logId: name });
    instance.transports.file.resolvePathFn = () => join(folder, `${name}.log`);
    instance.transports.file.maxSize = MAX_LOG_BYTES;
    instance.transports.file.format = '[{y}-{m}-{d} {h}:{i}:{s}.{ms}] [{level}] {text}';
    return instance;
  };
  const logs = [open('main'), open('server')] as const;
  function setLevel(next: LogLevel): void {
    for (const { transports } of logs) {
      transports.file.level = next;
      transports.console.level = toConsole ? next : false;
    }
  }
  setLevel(level);
  const [main, server] = logs;
  return { main: toLogger(main), server: toLogger(server), setLevel };
}

function toLogger(instance: Pick<typeof log, LogLevel | 'transports'>): Logger {
  const write =
    (level: LogLevel): Logger[LogLevel] =>
    (message, details) =>
      instance[level](printable(message), ...(details === undefined ? [] : [printableJson(details)]));
  return {
    get isDebug() {
      return instance.transports.file.level === 'debug';
    },
    error: write('error'),
    warn: write('warn'),
    info: write('info'),
    debug: write('debug'),
  };
}
