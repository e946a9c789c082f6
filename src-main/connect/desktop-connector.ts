import { statSync } from 'node:fs';
import { type Connector, createConnector } from '../../src-server/connect/connector.ts';
import { examine } from '../../src-server/connect/doctor/examine.ts';
import { thisMachine } from '../../src-server/connect/machine.ts';
import { createPointers } from '../../src-server/connect/pointer/pointers.ts';
import { findPortOwner } from '../../src-server/connect/port-owner.ts';
import type { DoctorFinding } from '../../src-server/contract/clients/connect.ts';
import type { ConnectTarget } from '../../src-server/contract/clients/mcp-clients.ts';
import { readCallers } from '../../src-server/discovery/caller-files.ts';
import { chooseService } from '../../src-server/discovery/choose-service.ts';
import { askServers } from '../../src-server/discovery/discovery-files.ts';
import { offlineRegistry, serviceSurroundings } from '../../src-server/discovery/service-surroundings.ts';
import { userFolders } from '../../src-server/platform/user-folders.ts';
import { OWN_CLIENT } from '../contract/app-origin.ts';
import { type ChosenProjects, onlyChosenProjects } from './chosen-projects.ts';

export interface DesktopConnector {
  readonly connector: Connector;
  readonly pointers: ChosenProjects;
  readonly examine: () => Promise<readonly DoctorFinding[]>;
}

export interface DesktopConnectorOptions {
  readonly serviceUrl: () => string | undefined;
  /** Configured port. */
  readonly port: () => number;
}

/** The app contains no program for clients: they use its address. */
const NO_PROGRAM =
  'The app connects clients by its address, and this client starts a program. Use the bundle for Claude Desktop, or install the command line and connect from there.';

export function createDesktopConnector({ serviceUrl, port }: DesktopConnectorOptions): DesktopConnector {
  const machine = thisMachine();
  const { data: dataFolder } = userFolders();
  const target = (): ConnectTarget => ({
    mcpUrl: `${serviceUrl() ?? `http://127.0.0.1:${port()}`}/mcp`,
    stdio: { why: NO_PROGRAM },
  });
  const callers = () => readCallers(dataFolder);
  const asking = { userAgent: OWN_CLIENT };
  const connector = createConnector({ machine, target, callers });
  return {
    connector,
    pointers: onlyChosenProjects(createPointers(machine)),
    async examine() {
      const [heard, clients] = await Promise.all([askServers(dataFolder, asking), connector.list()]);
      // Checks only for a folder. The command line also reads its content, which can take as long as a slow
      // disk.
      const rootAt = async (folder: string) =>
        statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? folder : undefined;
      return examine({
        ...serviceSurroundings(heard, asking),
        ...{ machine, target: target(), clients, findPortOwner },
        cliLine: undefined,
        offline: () => offlineRegistry(dataFolder, chooseService(heard), rootAt),
        inProjects: async () => new Set(),
      });
    },
  };
}
