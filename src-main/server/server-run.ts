/** Service process, from fork to exit. */
import type { Status } from '../../src-server/contract/api/api.ts';
import type { Logger, LogLevel } from '../../src-server/contract/service/logger.ts';
import type {
  MainToServerMessage,
  ServeRequest,
  ServerToMainMessage,
} from '../../src-server/contract/service/messages.ts';
import type { Clock } from '../clock.ts';
import { describeExit } from './describe-end.ts';
import type { ForkServer, ServerProcess } from './fork-utility-process.ts';

/** Milliseconds, except `missedPings`. */
export const RUN_TIMES = {
  /** The service ends itself after three missed pings. */
  pingPeriodMs: 10_000,
  /** A hung service misses as many answers. A sleeping computer sends no pings. */
  missedPings: 3,
  /** For running requests; the service waits 5 s. */
  shutdownMs: 6_000,
  /** From `terminate` to `forceKill`. */
  terminateMs: 2_000,
} as const;

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

export interface RunDependencies {
  readonly fork: ForkServer;
  readonly clock: Clock;
  readonly serverLogger: Logger;
  readonly logger: Logger;
}

export interface ServerRun {
  setLogLevel(level: LogLevel): void;
  stop(): Promise<void>;
  /** For an exit without time to wait. */
  forceKill(): void;
}

export function startRun(deps: RunDependencies, request: ServeRequest, listeners: RunListeners): ServerRun {
  const { clock, logger, serverLogger } = deps;
  let ended = false;
  let unanswered = 0;
  let fatal: Fatal | undefined;
  /** Known to the app alone. */
  let why: string | undefined;
  const timers: Array<() => void> = [];
  let resolveGone = () => {};
  const gone = new Promise<void>((resolve) => {
    resolveGone = resolve;
  });

  const child: ServerProcess = deps.fork({
    onMessage(data) {
      receive(data as ServerToMainMessage);
    },
    onOutput(line, stream) {
      serverLogger[stream === 'stderr' ? 'warn' : 'info'](line);
    },
    onFatalError(location) {
      why = `Its runtime failed, as it does when memory runs out (${location}).`;
    },
    onExit(exitCode) {
      ended = true;
      for (const cancel of timers) cancel();
      resolveGone();
      listeners.onEnd({
        why: fatal?.message ?? why ?? describeExit(exitCode),
        fatal,
        isFinal: fatal !== undefined && fatal.reason !== 'unexpected',
      });
    },
  });

  function send(message: MainToServerMessage): void {
    if (!ended) child.send(message);
  }

  function receive(message: ServerToMainMessage): void {
    switch (message.type) {
      case 'pong':
        unanswered = 0;
        return;
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

  function ping(): void {
    if (unanswered === RUN_TIMES.missedPings) end('It no longer answered.');
    unanswered += 1;
    send({ type: 'ping' });
  }

  function end(reason: string): void {
    why = reason;
    logger.warn('The service is ended.', { pid: child.pid, reason });
    kill();
  }

  function kill(): void {
    if (ended) return;
    child.terminate();
    timers.push(clock.after(RUN_TIMES.terminateMs, () => child.forceKill()));
  }

  timers.push(clock.every(RUN_TIMES.pingPeriodMs, ping));
  send({ type: 'start', request });

  return {
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
