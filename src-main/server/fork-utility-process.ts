/** Electron's utility process: Node without a window, off the main thread. */
import { StringDecoder } from 'node:string_decoder';
import type { App, utilityProcess } from 'electron';
import type { MainToServerMessage } from '../../src-server/contract/messages.ts';

export interface ForkedProcess {
  /** The process's number. Undefined before the spawn and after the end. */
  readonly pid: number | undefined;
  /** Sends a message. Messages before the spawn are queued. */
  send(message: MainToServerMessage): void;
  /** Asks the process to end. Before the spawn this and `forceKill` have no effect. */
  terminate(): void;
  forceKill(): void;
}

/**
 * What a process is heard to do. Electron promises none of these events: a process that the system never launches has
 * none at all.
 */
export interface ForkedProcessListeners {
  onSpawn(): void;
  /** Gets data that nobody has checked. */
  onMessage(data: unknown): void;
  onOutput(line: string, stream: 'stdout' | 'stderr'): void;
  /** The runtime failed, usually out of memory; `onExit` follows. */
  onFatalError(location: string): void;
  /** The system says that the process is gone; `onExit` may follow. */
  onGone(reason: string, exitCode: number): void;
  /** The process has ended. Called last, after all of its output has arrived. */
  onExit(exitCode: number): void;
}

/** Starts a process for the service or a job. Tests give a process of their own. */
export type ForkProcess = (listeners: ForkedProcessListeners) => ForkedProcess;

export interface ElectronForFork {
  readonly app: Pick<App, 'on'>;
  readonly utilityProcess: Pick<typeof utilityProcess, 'fork'>;
}

/** How long after the end the last output may arrive. A program that the process started may hold the pipe open. */
const LAST_OUTPUT_MS = 500;

/**
 * Returns what starts a utility process.
 * @param entry absolute path of utility-process.js
 * @param name the name of the process for the system; each fork adds its number, because `child-process-gone` tells
 *   processes apart by their `name` alone (docs/api/app.md, docs/api/utility-process.md of Electron: `serviceName`)
 */
export function forkUtilityProcess(
  { app, utilityProcess }: ElectronForFork,
  entry: string,
  name: string,
): ForkProcess {
  const running = new Map<string, ForkedProcessListeners>();
  let forks = 0;
  app.on('child-process-gone', (_event, { name: gone = '', reason, exitCode }) => {
    running.get(gone)?.onGone(reason, exitCode);
  });
  return (listeners) => {
    forks += 1;
    const serviceName = `${name} ${forks}`;
    running.set(serviceName, listeners);
    const child = utilityProcess.fork(entry, [], { serviceName, stdio: 'pipe' });
    const outputs = (['stdout', 'stderr'] as const).flatMap((stream) => {
      const input = child[stream];
      return input === null ? [] : [readLines(input, (line) => listeners.onOutput(line, stream))];
    });
    child.once('spawn', () => listeners.onSpawn());
    child.on('message', (data: unknown) => listeners.onMessage(data));
    // Without a listener, the event would be thrown and end the app.
    child.on('error', (_type, location) => listeners.onFatalError(location));
    child.once('exit', (code) => {
      running.delete(serviceName);
      void Promise.all(outputs.map((output) => output.readRest(LAST_OUTPUT_MS))).then(() =>
        listeners.onExit(code),
      );
    });
    return {
      get pid() {
        return child.pid;
      },
      send: (message) => child.postMessage(message),
      terminate: () => void child.kill(),
      forceKill: () => {
        if (child.pid !== undefined) killQuietly(child.pid);
      },
    };
  };
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Ended meanwhile, as wanted.
  }
}

/** Characters of a line without its end, at most: a longer one is cut into several, so that it doesn't fill the memory. */
const MAX_LINE = 64 * 1024;

interface LineReader {
  /**
   * Reads what is left. Call it in the listener of `exit`; it resolves when the stream has ended, at the latest after
   * the given time.
   */
  readRest(maxMs: number): Promise<void>;
}

/**
 * Reads a process's output by lines, also what is still in the pipe when the process has ended.
 *
 * Electron removes all listeners of `stdout` and `stderr` right after it has emitted `exit`
 * (lib/browser/api/utility-process.ts), whether or not everything was read: the last words of a service that dies would
 * be lost, so `readRest` listens anew.
 */
function readLines(input: NodeJS.ReadableStream, onLine: (line: string) => void): LineReader {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let hasEnded = false;

  function read(chunk: Buffer | string): void {
    const lines = `${rest}${typeof chunk === 'string' ? chunk : decoder.write(chunk)}`.split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
    while (rest.length > MAX_LINE) {
      onLine(rest.slice(0, MAX_LINE));
      rest = rest.slice(MAX_LINE);
    }
  }

  function finish(): void {
    if (hasEnded) return;
    hasEnded = true;
    const last = `${rest}${decoder.end()}`;
    rest = '';
    if (last !== '') onLine(last);
  }

  function listen(onEnd: () => void): void {
    input.on('data', read);
    input.once('end', onEnd);
    // The pipe of a process that was killed may break; without a listener the error would end the app.
    input.on('error', onEnd);
  }

  listen(finish);
  return {
    readRest: (maxMs) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          finish();
          resolve();
        };
        const timer = setTimeout(done, maxMs);
        // Electron removes the listeners in this turn, and a stream without any would drop what arrives.
        queueMicrotask(() => {
          if (hasEnded) {
            done();
            return;
          }
          input.removeListener('data', read);
          listen(done);
        });
      }),
  };
}
