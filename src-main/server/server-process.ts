/** One run of the service's process, behind an interface that tests can stand in for. */
import type { MainToServerMessage } from '../../src-server/contract/service/messages.ts';

/** A process in which the service runs. */
export interface ServerProcess {
  /** Undefined before it was spawned and after it ended. */
  readonly pid: number | undefined;
  send(message: MainToServerMessage): void;
  /** Asks the system to end it. */
  terminate(): void;
  /** Ends it without asking. */
  forceKill(): void;
}

/** Who is told of a process. */
export interface ServerProcessListeners {
  onSpawn(): void;
  /** Anything it sent; nothing of it is checked yet. */
  onMessage(data: unknown): void;
  /** One line that it wrote to stdout or stderr. */
  onOutput(line: string, stream: 'stdout' | 'stderr'): void;
  /** The runtime itself failed, out of memory above all; `onExit` follows. */
  onFatalError(location: string): void;
  /** Called once. Only `onOutput` may be called after it: the last lines may be read when the process is gone. */
  onExit(exitCode: number): void;
}

/** Starts one. */
export type ForkServer = (listeners: ServerProcessListeners) => ServerProcess;
