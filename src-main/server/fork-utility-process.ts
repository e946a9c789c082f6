/** Node without a window, off the main thread. */
import { utilityProcess } from 'electron';
import { readLines } from './read-lines.ts';
import type { ForkServer } from './server-process.ts';

/** @param entry absolute path of utility-process.js */
export function forkUtilityProcess(entry: string, serviceName: string): ForkServer {
  return (listeners) => {
    const child = utilityProcess.fork(entry, [], { serviceName, stdio: 'pipe' });
    for (const stream of ['stdout', 'stderr'] as const) {
      const readable = child[stream];
      if (readable)
        child.once(
          'exit',
          readLines(readable, (line) => listeners.onOutput(line, stream)),
        );
    }
    child.on('spawn', () => listeners.onSpawn());
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
