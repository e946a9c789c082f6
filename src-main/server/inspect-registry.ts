import type { InspectResult, ServerToMainMessage } from '../../src-server/contract/service/messages.ts';
import type { Clock } from '../clock.ts';
import type { ForkServer } from './fork-utility-process.ts';

const INSPECT_TIMEOUT_MS = 30_000;

/**
 * In a process of its own: a hung disk must not block the app. The current service keeps running.
 * @param path absolute
 */
export function inspectRegistry(fork: ForkServer, clock: Clock, path: string): Promise<InspectResult> {
  return new Promise((resolve) => {
    const child = fork({
      onMessage(data) {
        const message = data as ServerToMainMessage;
        if (message.type === 'inspected') resolve(message.result);
      },
      onOutput() {},
      onFatalError() {},
      onExit() {
        cancel();
        resolve(unanswered(path));
      },
    });
    const cancel = clock.after(INSPECT_TIMEOUT_MS, () => child.forceKill());
    child.send({ type: 'inspect', path });
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
