/** Replaceable in tests. */
import type { MainToServerMessage } from '../../src-server/contract/service/messages.ts';

export interface ServerProcess {
  /** Undefined before the spawn and after the end. */
  readonly pid: number | undefined;
  send(message: MainToServerMessage): void;
  terminate(): void;
  forceKill(): void;
}

export interface ServerProcessListeners {
  onSpawn(): void;
  /** Unchecked data. */
  onMessage(data: unknown): void;
  onOutput(line: string, stream: 'stdout' | 'stderr'): void;
  /** Usually out of memory; `onExit` follows. */
  onFatalError(location: string): void;
  /** Once. Only last lines for `onOutput` may follow. */
  onExit(exitCode: number): void;
}

export type ForkServer = (listeners: ServerProcessListeners) => ServerProcess;
