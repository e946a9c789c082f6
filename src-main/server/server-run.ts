/** The service in its process, from the start to its last message. */
import type { Status } from '../../src-server/contract/api/api.ts';
import type { Logger, LogLevel } from '../../src-server/contract/service/logger.ts';
import type { ServeRequest, ServerToMainMessage } from '../../src-server/contract/service/messages.ts';
import { type ProcessDependencies, startServiceProcess } from './service-process.ts';

/** The service's last message. */
export type Fatal = Extract<ServerToMainMessage, { type: 'fatal' }>;
export type Listening = Extract<ServerToMainMessage, { type: 'listening' }>;

export interface RunEnd {
  /** Sentence for the user. */
  readonly why: string;
  readonly fatal: Fatal | undefined;
  /** A restart can't help: the service says so, or has another version. */
  readonly isFinal: boolean;
}

export interface RunListeners {
  onStatus(status: Status): void;
  onListening(listening: Listening): void;
  /** Called once, last. */
  onEnd(end: RunEnd): void;
}

export interface RunDependencies extends ProcessDependencies {
  /** For messages and output of the service. */
  readonly serverLogger: Logger;
}

export interface ServerRun {
  setLogLevel(level: LogLevel): void;
  recordActivity(isOn: boolean): void;
  /** Always resolves: see `ServiceProcess.stop`. */
  stop(): Promise<void>;
  /** For an exit without time to wait. */
  forceKill(): void;
}

export function startRun(deps: RunDependencies, request: ServeRequest, listeners: RunListeners): ServerRun {
  const { serverLogger } = deps;
  let fatal: Fatal | undefined;

  const child = startServiceProcess(deps, {
    onMessage: receive,
    onOutput(line, stream) {
      serverLogger[stream === 'stderr' ? 'warn' : 'info'](line);
    },
    onEnd(why) {
      const isFinal = fatal !== undefined && fatal.reason !== 'unexpected';
      listeners.onEnd({ why: fatal?.message ?? why, fatal, isFinal });
    },
  });

  function receive(message: ServerToMainMessage): void {
    switch (message.type) {
      case 'status':
        listeners.onStatus(message.status);
        return;
      case 'listening':
        listeners.onListening(message);
        return;
      case 'log':
        serverLogger[message.level](message.message, message.details);
        return;
      case 'fatal':
        fatal = message;
        return;
    }
  }

  child.send({ type: 'start', request });
  return {
    setLogLevel: (level) => child.send({ type: 'log-level', level }),
    recordActivity: (isOn) => child.send({ type: 'record-activity', isOn }),
    stop: () => child.stop(),
    forceKill: () => child.forceKill(),
  };
}
