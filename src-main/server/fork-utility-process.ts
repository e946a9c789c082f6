/** Node without a window, off the main thread. */
import { createInterface } from 'node:readline';
import { utilityProcess } from 'electron';
import type { MainToServerMessage } from '../../src-server/contract/service/messages.ts';

export interface ServerProcess {
  /** Undefined before the spawn and after the end. */
  readonly pid: number | undefined;
  send(message: MainToServerMessage): void;
  terminate(): void;
  forceKill(): void;
}

export interface ServerProcessListeners {
  /** Unchecked data. */
  onMessage(data: unknown): void;
  onOutput(line: string, stream: 'stdout' | 'stderr'): void;
  /** Usually out of memory; `onExit` follows. */
  onFatalError(location: string): void;
  onExit(exitCode: number): void;
}

/** Replaced in tests. */
export type ForkServer = (listeners: ServerProcessListeners) => ServerProcess;

/** @param entry absolute path of utility-process.js */
export function forkUtilityProcess(entry: string, serviceName: string): ForkServer {
  return (listeners) => {
    const child = utilityProcess.fork(entry, [], { serviceName, stdio: 'pipe' });
    for (const stream of ['stdout', 'stderr'] as const) {
      const input = child[stream];
      if (input) createInterface({ input }).on('line', (line) => listeners.onOutput(line, stream));
    }
    child.on('message', (data: unknown) => listeners.onMessage(data));
    // Without a listener, the event would be thrown and end the app.
    child.on('error', (_type, location) => listeners.onFatalError(location));
    child.once('exit', (code) => listeners.onExit(code));
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
