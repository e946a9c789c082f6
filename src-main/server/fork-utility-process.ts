/** Node without a window, off the main thread. */
import type { App, utilityProcess } from 'electron';
import type { MainToServerMessage } from '../../src-server/contract/service/messages.ts';
import { readLines } from './read-lines.ts';

export interface ServerProcess {
  /** Undefined before the spawn and after the end. */
  readonly pid: number | undefined;
  /** Messages before the spawn are queued. */
  send(message: MainToServerMessage): void;
  /** Without effect before the spawn, as is `forceKill`. */
  terminate(): void;
  forceKill(): void;
}

/** Electron promises none of these events: a process that the system never launches has none at all. */
export interface ServerProcessListeners {
  onSpawn(): void;
  /** Unchecked data. */
  onMessage(data: unknown): void;
  onOutput(line: string, stream: 'stdout' | 'stderr'): void;
  /** Usually out of memory; `onExit` follows. */
  onFatalError(location: string): void;
  /** The system says that the process is gone; `onExit` may follow. */
  onGone(reason: string, exitCode: number): void;
  /** Called last, after all output has arrived. */
  onExit(exitCode: number): void;
}

/** Starts the service as a process. Tests give a process of their own. */
export type ForkServer = (listeners: ServerProcessListeners) => ServerProcess;

export interface ElectronForFork {
  readonly app: Pick<App, 'on'>;
  readonly utilityProcess: Pick<typeof utilityProcess, 'fork'>;
}

/** How long after the end the last output may arrive. A program that the service started may hold the pipe open. */
const LAST_OUTPUT_MS = 500;

/**
 * @param entry absolute path of utility-process.js
 * @param name of the process for the system; each fork adds its number, because `child-process-gone` tells processes
 *   apart by their `name` alone (docs/api/app.md, docs/api/utility-process.md of Electron: `serviceName`)
 */
export function forkUtilityProcess(
  { app, utilityProcess }: ElectronForFork,
  entry: string,
  name: string,
): ForkServer {
  const running = new Map<string, ServerProcessListeners>();
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
