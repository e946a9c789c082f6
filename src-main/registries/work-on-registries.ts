import { PROTOCOL_VERSION, parseServerToMain } from '../../src-server/contract/service/messages.ts';
import type { RegistryWork, RegistryWorkResult } from '../../src-server/contract/service/registry-work.ts';
import type { Clock } from '../clock.ts';
import { keepAlive } from '../server/keep-alive.ts';
import type { ForkServer, ServerProcess } from '../server/server-process.ts';

/** Without any message, not even `pong`. The network has shorter limits. */
const SILENT_MS = 300_000;

export interface RegistryProcess {
  /** Sequential. Never rejects. */
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
export function startRegistryProcess(options: RegistryProcessOptions): RegistryProcess {
  const { fork, clock, onProgress } = options;
  let finish: ((result: RegistryWorkResult) => void) | undefined;
  let isOver = false;
  let cancelSilence = () => {};
  const answer = (result: RegistryWorkResult) => {
    cancelSilence();
    finish?.(result);
    finish = undefined;
  };
  const child: ServerProcess = fork({
    onSpawn() {},
    onMessage(data) {
      const message = parseServerToMain(data);
      if (message?.type === 'registries-progress') onProgress(message.bytes);
      if (message?.type === 'registries') answer(message.result);
      else watchSilence();
    },
    onOutput() {},
    onFatalError() {},
    onExit() {
      isOver = true;
      stopPings();
      answer(ENDED);
    },
  });
  const stopPings = keepAlive(child, clock);

  function watchSilence(): void {
    if (finish === undefined) return;
    cancelSilence();
    cancelSilence = clock.after(SILENT_MS, () => child.forceKill());
  }

  async function askNow(work: RegistryWork): Promise<RegistryWorkResult> {
    if (isOver) return ENDED;
    return new Promise((resolve) => {
      finish = resolve;
      watchSilence();
      child.send({ protocol: PROTOCOL_VERSION, type: 'registries', work });
    });
  }

  let last: Promise<unknown> = Promise.resolve();
  return {
    ask(work) {
      const result = last.then(() => askNow(work));
      last = result;
      return result;
    },
    shutDown: () => child.send({ protocol: PROTOCOL_VERSION, type: 'shutdown' }),
    kill: () => child.forceKill(),
  };
}

const ENDED: RegistryWorkResult = {
  done: 'refused',
  message: 'The process that works on registries ended before it was done. Try again.',
};
