/** The process that the desktop app forks to serve a registry. */

import { leaveWorkingFolder } from '../platform/files.ts';
import { startServer } from '../service/start-server.ts';
import { type ParentPort, serveParentPort } from './parent-port-service.ts';

const { parentPort } = process as { parentPort?: ParentPort };
if (parentPort === undefined) {
  console.error('This is the desktop app’s service; on a command line, "skills-registry serve" is the same.');
  process.exit(2);
}
leaveWorkingFolder();
serveParentPort(parentPort, startServer, (code) => process.exit(code));
