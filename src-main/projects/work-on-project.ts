import { PROTOCOL_VERSION, parseServerToMain } from '../../src-server/contract/service/messages.ts';
import type { ProjectWork, ProjectWorkResult } from '../../src-server/contract/service/project-work.ts';
import type { Clock } from '../clock.ts';
import { keepAlive } from '../server/keep-alive.ts';
import type { ForkServer, ServerProcess } from '../server/server-process.ts';

const TIMEOUT_MS = 60_000;

/**
 * In a separate process: large lock files and slow disks never block the app. `refused` on early end or
 * timeout.
 */
export function workOnProject(fork: ForkServer, clock: Clock, work: ProjectWork): Promise<ProjectWorkResult> {
  return new Promise((resolve) => {
    let child: ServerProcess | undefined;
    const finish = (result: ProjectWorkResult) => {
      cancel();
      stopPings();
      resolve(result);
    };
    child = fork({
      onSpawn() {},
      onMessage(data) {
        const message = parseServerToMain(data);
        if (message?.type === 'project') finish(message.result);
      },
      onOutput() {},
      onFatalError() {},
      onExit: () => finish(refused(`The process that reads ${work.folder} ended before it was done.`)),
    });
    const cancel = clock.after(TIMEOUT_MS, () => {
      child?.forceKill();
      finish(refused(`${work.folder} took longer than a minute. Choose a smaller folder, or see the log.`));
    });
    const stopPings = keepAlive(child, clock);
    child.send({ protocol: PROTOCOL_VERSION, type: 'project', work });
  });
}

function refused(message: string): ProjectWorkResult {
  return { done: 'refused', message };
}
