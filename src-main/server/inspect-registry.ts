/** Whether a folder is a registry: asked of a short-lived process, because only the service's code can tell. */
import {
  type InspectResult,
  PROTOCOL_VERSION,
  parseServerToMain,
} from '../../src-server/contract/messages.ts';
import type { Clock } from '../clock.ts';
import type { ForkServer } from './server-process.ts';

const INSPECT_TIMEOUT_MS = 30_000;

/** @param path absolute path of the folder that was picked */
export function inspectRegistry(fork: ForkServer, clock: Clock, path: string): Promise<InspectResult> {
  return new Promise((resolve) => {
    let result: InspectResult | undefined;
    const child = fork({
      onSpawn() {},
      onMessage(data) {
        const message = parseServerToMain(data);
        if (message?.type === 'inspected') result = message.result;
      },
      onOutput() {},
      onFatalError() {},
      onExit() {
        cancel();
        resolve(result ?? unanswered(path));
      },
    });
    const cancel = clock.after(INSPECT_TIMEOUT_MS, () => child.forceKill());
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
