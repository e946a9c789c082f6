/** The checking process can also serve the folder. */
import {
  type InspectResult,
  PROTOCOL_VERSION,
  parseServerToMain,
} from '../../src-server/contract/service/messages.ts';
import type { Clock } from '../clock.ts';
import type { ForkServer, ServerProcess, ServerProcessListeners } from './server-process.ts';

const INSPECT_TIMEOUT_MS = 30_000;
/** A hung disk may delay the process. */
const RELEASE_MS = 5_000;

export interface Inspection {
  readonly result: InspectResult;
  /** First the inspecting process, then new processes. */
  readonly fork: ForkServer;
  release(): void;
}

/**
 * The current service keeps running.
 * @param path absolute
 */
export function inspectRegistry(fork: ForkServer, clock: Clock, path: string): Promise<Inspection> {
  return new Promise((resolve) => {
    let child: ServerProcess | undefined;
    let takenBy: ServerProcessListeners | undefined;
    let cancel = () => {};

    const answer = (result: InspectResult) => {
      cancel();
      resolve({ result, fork: take, release });
    };
    const take: ForkServer = (listeners) => {
      if (child === undefined || takenBy !== undefined) return fork(listeners);
      takenBy = listeners;
      // Later, when the caller has the process.
      queueMicrotask(() => listeners.onSpawn());
      return child;
    };
    const release = () => {
      if (takenBy !== undefined || child === undefined) return;
      child.send({ protocol: PROTOCOL_VERSION, type: 'shutdown' });
      cancel = clock.after(RELEASE_MS, () => child?.forceKill());
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
