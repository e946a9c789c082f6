/** Forked by the desktop app. */

import { leaveWorkingFolder } from '../platform/files.ts';
import { startServer } from '../service/start-server.ts';
import { explainStart, inspectFolder, type ParentPort, serveParentPort } from './parent-port-service.ts';

const { parentPort } = process as { parentPort?: ParentPort };
if (parentPort === undefined) {
  console.error('This is the desktop app’s service; on a command line, "skills-registry serve" is the same.');
  process.exit(2);
}
leaveWorkingFolder();
serveParentPort(parentPort, {
  start: startServer,
  inspect: inspectFolder,
  openRegistries: async (onProgress) =>
    (await import('./work-on-registries.ts')).createRegistryWorker(onProgress),
  explain: explainStart,
  exit: (code) => process.exit(code),
});
