/** `utilityProcess`: a forked Node process whose channel looks like Electron's message port. */
import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import type { StandInContext } from './context.ts';

interface ForkOptions {
  readonly serviceName?: string;
  readonly stdio?: 'inherit' | 'pipe' | 'ignore';
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

/**
 * Returns what stands for `utilityProcess`.
 * @param shim the built utility-shim.ts
 */
export function createUtilityProcess(context: StandInContext, shim: string) {
  const { violation, electronVersion } = context;
  return {
    fork(entry: string, args: string[] = [], options: ForkOptions = {}) {
      if (!context.isReady()) throw violation('Cannot fork a utility process before app is ready');
      if (!existsSync(entry)) throw violation(`there is no ${entry}`);
      const output = options.stdio ?? 'inherit';
      const child = fork(entry, args, {
        ...(options.cwd !== undefined && { cwd: options.cwd }),
        env: { ...(options.env ?? process.env), STAND_IN_ELECTRON_VERSION: electronVersion },
        execArgv: ['--require', shim],
        serialization: 'advanced',
        stdio: ['ignore', output, output, 'ipc'],
      });
      const emitter = new EventEmitter();
      let pid: number | undefined;
      let wasKilled = false;
      child.on('spawn', () => {
        pid = child.pid;
        emitter.emit('spawn');
      });
      child.on('message', (data) => emitter.emit('message', data));
      child.on('exit', (code, signal) => {
        pid = undefined;
        emitter.emit('exit', wasKilled ? 0 : (code ?? waitStatus(signal)));
        // As lib/browser/api/utility-process.ts does, though the last lines may still be on their way.
        for (const stream of [child.stdout, child.stderr]) stream?.removeAllListeners();
      });
      child.on('error', () => {});
      const api = Object.assign(emitter, {
        stdout: child.stdout,
        stderr: child.stderr,
        postMessage(data: unknown) {
          if (child.connected) child.send({ data });
        },
        kill() {
          wasKilled = true;
          return child.kill();
        },
      });
      Object.defineProperty(api, 'pid', { get: () => pid, enumerable: true });
      return api;
    },
  };
}

/** What POSIX's `waitpid` gives for a process that a signal ended; Electron hands it on as it is. */
function waitStatus(signal: NodeJS.Signals | null): number {
  return signal === null ? 0 : constants.signals[signal];
}
