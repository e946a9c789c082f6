/** Service process, from fork to exit. */
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

/** Milliseconds, except `missedPings`. */
export const RUN_TIMES = {
  /** The service ends itself after three missed pings. */
  pingPeriodMs: 10_000,
  /** A hung service misses as many answers. A sleeping computer sends no pings. */
  missedPings: 3,
  /** Missed answers until `silent`. */
  silentPings: 1,
  /** For running requests; the service waits 5 s. */
  shutdownMs: 6_000,
  /** From `terminate` to `forceKill`. */
  terminateMs: 2_000,
} as const;

/** The service's last message. */
export type Fatal = Extract<ServerToMainMessage, { type: 'fatal' }>;
export type Listening = Extract<ServerToMainMessage, { type: 'listening' }>;

export interface RunEnd {
  readonly exitCode: number;
  readonly fatal?: Fatal;
  /** Usually out of memory. */
  readonly fatalError?: string;
  /** No answers to pings. */
  readonly hung: boolean;
  /**
   * A restart can't help: the service says so, or has another version. Exit codes are ambiguous: a signal may
   * also yield 3 or 4.
   */
  readonly isFinal: boolean;
}

export interface RunListeners {
  onSpawn(pid: number): void;
  onStatus(status: Status): void;
  onListening(listening: Listening): void;
  onActivity(event: ActivityEvent): void;
  /** False: answers resumed. */
  onSilence(isSilent: boolean): void;
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
  readonly pid: number | undefined;
  setLogLevel(level: LogLevel): void;
  stop(): Promise<void>;
  /** For an exit without time to wait. */
  forceKill(): void;
}

type Outgoing = MainToServerMessage extends infer M
  ? M extends unknown
    ? Omit<M, 'protocol'>
    : never
  : never;

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

  const pulse = createPulse((id) => send({ type: 'ping', id }), {
    onSilence: listeners.onSilence,
    onMissed: endHung,
  });
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

function createPulse(
  ping: (id: number) => void,
  { onSilence, onMissed }: { onSilence: (isSilent: boolean) => void; onMissed: () => void },
) {
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
      if (unanswered === RUN_TIMES.silentPings) onSilence(true);
      unanswered += 1;
      lastPing += 1;
      ping(lastPing);
    },
    /** Ignores late answers to earlier pings. */
    answered(id: number): void {
      if (id !== lastPing || isOver) return;
      if (unanswered > RUN_TIMES.silentPings) onSilence(false);
      unanswered = 0;
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
