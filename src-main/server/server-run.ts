/** One run of the service: from fork to exit, with its messages checked, its pulse taken, and a clean way to stop. */
import type { ActivityEvent } from '../../src-server/contract/api/activity.ts';
import type { Status } from '../../src-server/contract/api/api.ts';
import type { Logger, LogLevel } from '../../src-server/contract/service/logger.ts';
import {
  type MainToServerMessage,
  PROTOCOL_VERSION,
  parseServerToMain,
  type ServeRequest,
  ServerExitCode,
  type ServerToMainMessage,
} from '../../src-server/contract/service/messages.ts';
import type { Clock } from '../clock.ts';
import type { ForkServer, ServerProcess } from './server-process.ts';

/** Milliseconds, but for `missedPings`. */
export const RUN_TIMES = {
  /** The pulse; the service takes six missed ones as the sign that main is gone. */
  pingPeriodMs: 5_000,
  /** Pings without an answer after which the service counts as hung. A sleeping computer sends none. */
  missedPings: 6,
  /** How long running requests may take to finish: the service itself waits 5 s. */
  shutdownMs: 6_000,
  /** From asking the system to end it to ending it without asking. */
  terminateMs: 2_000,
} as const;

/** The service's last words: why it can't go on. */
export type Fatal = Extract<ServerToMainMessage, { type: 'fatal' }>;
/** Where it listens. */
export type Listening = Extract<ServerToMainMessage, { type: 'listening' }>;

/** How a run ended. */
export interface RunEnd {
  readonly exitCode: number;
  /** What the service said before it ended. */
  readonly fatal?: Fatal;
  /** Where the runtime itself failed, mostly for want of memory. */
  readonly fatalError?: string;
  /** It was ended because it no longer answered. */
  readonly hung: boolean;
  /**
   * Starting again cannot help: the service said so, or is of another version. Not read from the exit code alone: what
   * a signal ended can look like 3 or 4.
   */
  readonly isFinal: boolean;
}

/** Who is told of a run. */
export interface RunListeners {
  onSpawn(pid: number): void;
  onStatus(status: Status): void;
  onListening(listening: Listening): void;
  onActivity(event: ActivityEvent): void;
  /** Called once, last. */
  onEnd(end: RunEnd): void;
}

export interface RunDependencies {
  readonly fork: ForkServer;
  readonly clock: Clock;
  /** Where the service's own lines go. */
  readonly serverLogger: Logger;
  readonly logger: Logger;
}

/** One process of the service, from its start to its end. */
export interface ServerRun {
  readonly pid: number | undefined;
  setLogLevel(level: LogLevel): void;
  /** Resolves when the process is gone, whatever it takes. */
  stop(): Promise<void>;
  /** For the last moment: no time left to wait. */
  forceKill(): void;
}

type Outgoing = MainToServerMessage extends infer M
  ? M extends unknown
    ? Omit<M, 'protocol'>
    : never
  : never;

/** Forks the service and has it serve. How that goes, and how it ends, is told to the listeners. */
export function startRun(deps: RunDependencies, request: ServeRequest, listeners: RunListeners): ServerRun {
  const { clock, logger, serverLogger } = deps;
  let ended = false;
  let hung = false;
  let fatal: Fatal | undefined;
  let fatalError: string | undefined;
  let exitOverride: number | undefined;
  const timers: Array<() => void> = [];
  const { promise: gone, resolve: resolveGone } = withResolvers();

  const child: ServerProcess = deps.fork({
    onSpawn() {
      if (child.pid !== undefined) listeners.onSpawn(child.pid);
    },
    onMessage(data) {
      const message = parseServerToMain(data);
      if (message === undefined) refuse();
      else receive(message);
    },
    onOutput(line, stream) {
      serverLogger[stream === 'stderr' ? 'warn' : 'info'](line);
    },
    onFatalError(location) {
      fatalError = location;
      logger.error('The service’s runtime failed.', { location });
    },
    onExit(exitCode) {
      ended = true;
      for (const cancel of timers) cancel();
      resolveGone();
      const isFinal = exitOverride !== undefined || (fatal !== undefined && fatal.reason !== 'unexpected');
      listeners.onEnd({
        ...{ exitCode: exitOverride ?? exitCode, hung, isFinal },
        ...(fatal && { fatal }),
        ...(fatalError !== undefined && { fatalError }),
      });
    },
  });

  function send(message: Outgoing): void {
    if (!ended) child.send({ protocol: PROTOCOL_VERSION, ...message });
  }

  function refuse(): void {
    logger.error('The service sent a message of another version; it is ended.');
    exitOverride = ServerExitCode.protocol;
    kill();
  }

  function receive(message: ServerToMainMessage): void {
    switch (message.type) {
      case 'pong':
        pulse.answered(message.id);
        return;
      case 'status':
        listeners.onStatus(message.status);
        return;
      case 'listening':
        listeners.onListening(message);
        return;
      case 'activity':
        listeners.onActivity(message.event);
        return;
      case 'log':
        serverLogger[message.level](message.message, message.details);
        return;
      case 'fatal':
        fatal = message;
        return;
      case 'inspected':
        return;
    }
  }

  function endHung(): void {
    hung = true;
    logger.warn('The service no longer answers; it is ended.', { pid: child.pid });
    kill();
  }

  function kill(): void {
    if (ended) return;
    child.terminate();
    timers.push(clock.after(RUN_TIMES.terminateMs, () => child.forceKill()));
  }

  const pulse = createPulse((id) => send({ type: 'ping', id }), endHung);
  timers.push(clock.every(RUN_TIMES.pingPeriodMs, pulse.take));
  send({ type: 'start', request });

  return {
    get pid() {
      return child.pid;
    },
    setLogLevel: (level) => send({ type: 'log-level', level }),
    async stop() {
      send({ type: 'shutdown' });
      if (!ended) timers.push(clock.after(RUN_TIMES.shutdownMs, kill));
      await gone;
    },
    forceKill: () => {
      if (!ended) child.forceKill();
    },
  };
}

/** Whether the service still answers: one ping after the other, and an end once too many were missed in turn. */
function createPulse(ping: (id: number) => void, onMissed: () => void) {
  let unanswered = 0;
  let lastPing = 0;
  let isOver = false;
  return {
    take(): void {
      if (isOver) return;
      if (unanswered >= RUN_TIMES.missedPings) {
        isOver = true;
        onMissed();
        return;
      }
      unanswered += 1;
      lastPing += 1;
      ping(lastPing);
    },
    /** An answer to an earlier ping than the last is none. */
    answered(id: number): void {
      if (id === lastPing) unanswered = 0;
    },
  };
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
