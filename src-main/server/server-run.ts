/** The service in a child process, from its start to its last message. */

import type { Status } from '../../src-server/contract/api.ts';
import type { ServeRequest, ServerToMainMessage } from '../../src-server/contract/messages.ts';
import type { ActivityRecording, Logger, LogLevel } from '../../src-server/contract/service.ts';
import { type ProcessDependencies, startChildProcess } from './child-process.ts';

/** The service's last message, if it could say why it ends. */
type Fatal = Extract<ServerToMainMessage, { type: 'fatal' }>;
export type Listening = Extract<ServerToMainMessage, { type: 'listening' }>;

/** How a run of the service ended. */
export interface RunEnd {
  /** How the run ended, as a sentence for the user. */
  readonly why: string;
  readonly fatal: Fatal | undefined;
  /** Whether a restart can't help: the service says so, or has another version. */
  readonly isFinal: boolean;
}

interface RunListeners {
  onStatus(status: Status): void;
  /** The number of skills that were read so far, before the service listens. */
  onReading(skills: number): void;
  onListening(listening: Listening): void;
  /** The run is over. Called once, last. */
  onEnd(end: RunEnd): void;
}

export interface RunDependencies extends ProcessDependencies {
  /** Takes the messages and the output of the service. */
  readonly serverLogger: Logger;
}

/** The service in its process, from the start to its last message. */
export interface ServerRun {
  setLogLevel(level: LogLevel): void;
  recordActivity(what: ActivityRecording): void;
  /** Always resolves, as `ChildProcess.stop` does. */
  stop(): Promise<void>;
  /** Ends the process at once, for an exit without time to wait. */
  forceKill(): void;
}

/** Starts the service. Its messages reach the listeners, its output the service's log. */
export function startRun(deps: RunDependencies, request: ServeRequest, listeners: RunListeners): ServerRun {
  const { serverLogger } = deps;
  let fatal: Fatal | undefined;

  const child = startChildProcess(deps, {
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
      case 'reading':
        listeners.onReading(message.skills);
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
    recordActivity: (what) => child.send({ type: 'record-activity', what }),
    stop: () => child.stop(),
    forceKill: () => child.forceKill(),
  };
}
