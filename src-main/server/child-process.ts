/** A child process from its fork to its end, for the service and for jobs alike. It always has an end. */

import type { MainToServerMessage, ServerToMainMessage } from '../../src-server/contract/messages.ts';
import type { Logger } from '../../src-server/contract/service.ts';
import type { Clock } from '../clock.ts';
import type { ForkProcess } from './fork-utility-process.ts';

/** Limits of a child process: times in milliseconds, and how many pings in a row may stay unanswered. */
export const PROCESS_TIMES = {
  /** The time from the fork to the spawn: the system may check a program before it runs it. */
  launchMs: 30_000,
  /** The time between two pings. The process ends itself after three that it missed. */
  pingPeriodMs: 10_000,
  /** The number of pings in a row that a hung process misses. A sleeping computer sends none. */
  missedPings: 3,
  /**
   * From the shutdown message to the kill. The service gives running requests 2 s, and the thread that reads the
   * registry 3 s to end.
   */
  shutdownMs: 6_000,
  /** The time between asking the process to end and ending it by force. */
  terminateMs: 2_000,
  /** The time from `forceKill`, or the system's word that the process is gone, to the end without an `exit`. */
  lastMs: 2_000,
} as const;

/** What every child process needs; tests give their own fork and clock. */
export interface ProcessDependencies {
  readonly fork: ForkProcess;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface ProcessListeners {
  /** Gets each message of the process, except its answers to pings. */
  onMessage(message: ServerToMainMessage): void;
  onOutput(line: string, stream: 'stdout' | 'stderr'): void;
  /** The process is over. Called once, last, with a sentence for the user. */
  onEnd(why: string): void;
}

/** A running process, as those that use it see it. However it ends, `onEnd` of its listeners is called once. */
export interface ChildProcess {
  readonly hasEnded: boolean;
  send(message: MainToServerMessage): void;
  /** Asks for a shutdown, then ends the process step by step. Resolves at the end, after at most 10 s. */
  stop(): Promise<void>;
  /** Ends the process step by step, without asking. The sentence becomes the reason of the end. */
  end(why: string): void;
  /** Ends the process at once, for an exit without time to wait. */
  forceKill(): void;
}

const NEVER_STARTED = 'The system did not start its process.';

/**
 * Forks a process and follows it to its end.
 *
 * Electron emits nothing for a launch that fails: its app implements the observer's calls for crashed and for killed
 * processes alone (shell/browser/api/electron_api_app.h; `launch-failed` is documented for `child-process-gone`, and is
 * heeded in case it comes). Without a pid, `kill` does nothing (shell/browser/api/electron_api_utility_process.cc).
 * So each step has a last timeout, and a process that spawns after its end is ended then.
 */
export function startChildProcess(
  { fork, clock, logger }: ProcessDependencies,
  listeners: ProcessListeners,
): ChildProcess {
  let hasEnded = false;
  let isEnding = false;
  let isForced = false;
  let unanswered = 0;
  /** The reason of the end as a sentence for the user, where it is known before the process ends. */
  let why: string | undefined;
  const timers: Array<() => void> = [];
  let cancelForceKill = () => {};
  let resolveEnded = () => {};
  const ended = new Promise<void>((resolve) => {
    resolveEnded = resolve;
  });

  const child = fork({
    onSpawn() {
      cancelLaunch();
      if (isForced) child.forceKill();
      else if (isEnding || hasEnded) terminate();
    },
    onMessage(data) {
      const message = data as ServerToMainMessage;
      // Whoever speaks was launched, whatever the order of the events.
      cancelLaunch();
      if (hasEnded) return;
      if (message.type === 'pong') unanswered = 0;
      else listeners.onMessage(message);
    },
    onOutput: (line, stream) => listeners.onOutput(line, stream),
    onFatalError(location) {
      why ??= `Its runtime failed, as it does when memory runs out (${location}).`;
    },
    onGone(reason, exitCode) {
      if (reason === 'launch-failed') over(NEVER_STARTED);
      else after(PROCESS_TIMES.lastMs, () => over(describeExit(exitCode)));
    },
    onExit(exitCode) {
      cancelForceKill();
      over(describeExit(exitCode));
    },
  });
  const cancelLaunch = after(PROCESS_TIMES.launchMs, () => over(NEVER_STARTED));
  timers.push(clock.every(PROCESS_TIMES.pingPeriodMs, ping));

  function after(ms: number, callback: () => void): () => void {
    if (hasEnded) return () => {};
    const cancel = clock.after(ms, callback);
    timers.push(cancel);
    return cancel;
  }

  function over(reason: string): void {
    if (hasEnded) return;
    hasEnded = true;
    for (const cancel of timers) cancel();
    resolveEnded();
    listeners.onEnd(why ?? reason);
  }

  function ping(): void {
    if (unanswered === PROCESS_TIMES.missedPings) end('It no longer answered.');
    if (isEnding) return;
    unanswered += 1;
    child.send({ type: 'ping' });
  }

  function terminate(): void {
    cancelForceKill();
    child.terminate();
    // Outlives the end: the process may have spawned after it.
    cancelForceKill = clock.after(PROCESS_TIMES.terminateMs, () => child.forceKill());
  }

  /** Asks the process to end, and forces it after a while. */
  function endByForce(): void {
    if (hasEnded || isEnding) return;
    isEnding = true;
    terminate();
    after(PROCESS_TIMES.terminateMs + PROCESS_TIMES.lastMs, () => {
      logger.warn('A process did not end.', { pid: child.pid });
      over('It did not end when it was told to.');
    });
  }

  function end(reason: string): void {
    if (hasEnded || isEnding) return;
    why ??= reason;
    logger.warn('A process is ended.', { pid: child.pid, reason });
    endByForce();
  }

  return {
    get hasEnded() {
      return hasEnded;
    },
    send(message) {
      if (!hasEnded) child.send(message);
    },
    async stop() {
      if (!hasEnded) child.send({ type: 'shutdown' });
      after(PROCESS_TIMES.shutdownMs, endByForce);
      await ended;
    },
    end,
    forceKill() {
      isForced = true;
      if (!hasEnded) child.forceKill();
    },
  };
}

/** How signals read. On POSIX Electron reports the signal in the low seven bits, plus 128 after a core dump. */
const SIGNAL_WORDS: Readonly<Record<number, string>> = {
  6: 'It crashed (SIGABRT).',
  9: 'It was ended from outside (SIGKILL): by the system when memory is short, or by hand.',
  11: 'It crashed (SIGSEGV).',
  15: 'It was ended from outside (SIGTERM).',
};

/** Says how a process ended, as a sentence for the user. */
export function describeExit(code: number, platform: NodeJS.Platform = process.platform): string {
  const bySignal = platform === 'win32' || code > 0xff ? undefined : SIGNAL_WORDS[code & 0x7f];
  if (bySignal !== undefined) return bySignal;
  if (code === 0) return 'It ended by itself.';
  return code > 0 && code < 128 ? `It ended with code ${code}.` : 'The system ended it.';
}
