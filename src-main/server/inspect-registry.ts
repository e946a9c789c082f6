/** Whether a folder is a registry: asked of a process of the service, which then serves what it found. */
import {
  type InspectResult,
  PROTOCOL_VERSION,
  parseServerToMain,
} from '../../src-server/contract/service/messages.ts';
import type { Clock } from '../clock.ts';
import type { ForkServer, ServerProcess, ServerProcessListeners } from './server-process.ts';

const INSPECT_TIMEOUT_MS = 30_000;
/** For a process that is to go: a thread of it may wait for a disk that doesn't answer. */
const LET_GO_MS = 5_000;

/** What a folder is, and the process that found it out, which can serve it at once. */
export interface Inspection {
  readonly result: InspectResult;
  /** Gives the process that looked, once; a new one where it is gone. */
  readonly fork: ForkServer;
  /** Ends it, unless it was taken: nothing shall be served. */
  letGo(): void;
}

/**
 * Looks into a folder while the present service goes on.
 * @param path absolute path of the folder that was picked
 */
export function inspectRegistry(fork: ForkServer, clock: Clock, path: string): Promise<Inspection> {
  return new Promise((resolve) => {
    let child: ServerProcess | undefined;
    let takenBy: ServerProcessListeners | undefined;
    let cancel = () => {};

    const answer = (result: InspectResult) => {
      cancel();
      resolve({ result, fork: take, letGo });
    };
    const take: ForkServer = (listeners) => {
      if (child === undefined || takenBy !== undefined) return fork(listeners);
      takenBy = listeners;
      // Whoever forks hears of it later, when it knows the process.
      queueMicrotask(() => listeners.onSpawn());
      return child;
    };
    const letGo = () => {
      if (takenBy !== undefined || child === undefined) return;
      child.send({ protocol: PROTOCOL_VERSION, type: 'shutdown' });
      cancel = clock.after(LET_GO_MS, () => child?.forceKill());
    };

    child = fork({
      onSpawn() {},
      onMessage(data) {
        if (takenBy !== undefined) return takenBy.onMessage(data);
        const message = parseServerToMain(data);
        if (message?.type === 'inspected') answer(message.result);
      },
      onOutput: (line, stream) => takenBy?.onOutput(line, stream),
      onFatalError: (location) => takenBy?.onFatalError(location),
      onExit(exitCode) {
        child = undefined;
        cancel();
        if (takenBy === undefined) answer(unanswered(path));
        else takenBy.onExit(exitCode);
      },
    });
    cancel = clock.after(INSPECT_TIMEOUT_MS, () => child?.forceKill());
    child.send({ protocol: PROTOCOL_VERSION, type: 'inspect', path });
  });
}

function unanswered(path: string): InspectResult {
  return {
    outcome: 'refused',
    message: `Looking into ${path} took too long or failed; nothing was changed.`,
    nextStep: 'Choose a smaller folder, or see the log.',
    candidates: [],
  };
}
