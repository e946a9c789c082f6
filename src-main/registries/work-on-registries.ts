import type { ServerToMainMessage } from '../../src-server/contract/service/messages.ts';
import type { RegistryWork, RegistryWorkResult } from '../../src-server/contract/service/registry-work.ts';
import type { Clock } from '../clock.ts';
import type { ForkServer } from '../server/fork-utility-process.ts';
import { RUN_TIMES } from '../server/server-run.ts';

export interface RegistryProcess {
  /** One at a time. Never rejects. */
  ask(work: RegistryWork): Promise<RegistryWorkResult>;
  /** Lets the process clean up. */
  shutDown(): void;
  /** Leaves half received files until the next `list`. */
  kill(): void;
}

export interface RegistryProcessOptions {
  readonly fork: ForkServer;
  readonly clock: Clock;
  readonly onProgress: (bytes: number) => void;
}

/** Ends after a result, except a preview. */
export function startRegistryProcess({ fork, clock, onProgress }: RegistryProcessOptions): RegistryProcess {
  let finish = (_: RegistryWorkResult) => {};
  let isOver = false;
  const child = fork({
    onMessage(data) {
      const message = data as ServerToMainMessage;
      if (message.type === 'registries-progress') onProgress(message.bytes);
      if (message.type === 'registries') finish(message.result);
    },
    onOutput() {},
    onFatalError() {},
    onExit() {
      isOver = true;
      stopPings();
      finish(ENDED);
    },
  });
  // A process without pings ends itself.
  const stopPings = clock.every(RUN_TIMES.pingPeriodMs, () => child.send({ type: 'ping' }));
  let last: Promise<unknown> = Promise.resolve();

  return {
    ask(work) {
      const result = last.then(() => {
        if (isOver) return ENDED;
        child.send({ type: 'registries', work });
        return new Promise<RegistryWorkResult>((resolve) => {
          finish = resolve;
        });
      });
      last = result;
      return result;
    },
    shutDown: () => child.send({ type: 'shutdown' }),
    kill: () => child.forceKill(),
  };
}

const ENDED: RegistryWorkResult = {
  done: 'refused',
  message: 'The process that works on registries ended before it was done. Try again.',
};
