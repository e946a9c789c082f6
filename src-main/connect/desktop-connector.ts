import {
  type CommandInstaller,
  createCommandInstaller,
} from '../../src-server/connect/command/command-installer.ts';
import { terminalPath } from '../../src-server/connect/command/terminal-path.ts';
import { windowsUserPath } from '../../src-server/connect/command/user-path.ts';
import { type Connector, createConnector } from '../../src-server/connect/connector.ts';
import { examine } from '../../src-server/connect/doctor/examine.ts';
import { thisMachine } from '../../src-server/connect/machine.ts';
import type { InspectPath } from '../../src-server/connect/path-inspector.ts';
import { createPointers } from '../../src-server/connect/pointer/pointers.ts';
import { findPortOwner } from '../../src-server/connect/port-owner.ts';
import { connectedInProjects } from '../../src-server/connect/projects.ts';
import type { CliFiles } from '../../src-server/contract/clients/command.ts';
import type { DoctorFinding } from '../../src-server/contract/clients/connect.ts';
import type { ConnectTarget, NoCommand } from '../../src-server/contract/clients/mcp-clients.ts';
import { readCallers } from '../../src-server/discovery/caller-files.ts';
import { chooseService } from '../../src-server/discovery/choose-service.ts';
import { findAllServers } from '../../src-server/discovery/discovery-files.ts';
import { offlineRegistry, serviceSurroundings } from '../../src-server/discovery/service-surroundings.ts';
import { userFolders } from '../../src-server/user-folders.ts';
import { OWN_CLIENT } from '../contract/app-origin.ts';
import { type ChosenProjects, onlyChosenProjects } from './chosen-projects.ts';

export interface DesktopConnector {
  readonly connector: Connector;
  readonly pointers: ChosenProjects;
  readonly installer: CommandInstaller;
  readonly examine: () => Promise<readonly DoctorFinding[]>;
}

export interface DesktopConnectorOptions {
  readonly serviceUrl: () => string | undefined;
  /** Configured port. */
  readonly port: () => number;
  /** For clients without HTTP. */
  readonly cli: CliFiles | NoCommand;
  /** For the terminal command. */
  readonly installed: CliFiles | NoCommand;
  /** Times out on hung disks. */
  readonly look: InspectPath;
}

export function createDesktopConnector(options: DesktopConnectorOptions): DesktopConnector {
  const { serviceUrl, port, cli, installed, look } = options;
  const machine = thisMachine();
  // Shared with the command line, so that either can undo the other's changes.
  const { data: dataFolder } = userFolders();
  const target = (): ConnectTarget => ({
    mcpUrl: `${serviceUrl() ?? `http://127.0.0.1:${port()}`}/mcp`,
    // The app's executable can't run as Node, so the app ships a Node.
    stdio: 'why' in cli ? cli : { command: cli.node, args: [cli.script, 'mcp'] },
  });
  const callers = () => readCallers(dataFolder);
  const asking = { userAgent: OWN_CLIENT };
  const connector = createConnector({ machine, target, dataFolder, callers, look });
  const installer = createCommandInstaller({
    machine,
    cli: installed,
    look,
    terminalPath: () => terminalPath(machine),
    userPath: windowsUserPath(process.env),
  });
  return {
    connector,
    pointers: onlyChosenProjects(createPointers({ machine, dataFolder })),
    installer,
    async examine() {
      const [heard, clients, command] = await Promise.all([
        findAllServers(dataFolder, asking),
        connector.list(),
        installer.state(),
      ]);
      // Checks only for a folder. The command line also reads its content, which can take as long as a slow
      // disk.
      const rootAt = async (folder: string) => {
        const kind = await look(folder);
        return kind === 'nothing' || kind === 'other' ? undefined : folder;
      };
      return examine({
        ...serviceSurroundings(heard, asking),
        ...{ machine, target: target(), clients, command, findPortOwner },
        cliLine: undefined,
        offline: () => offlineRegistry(dataFolder, chooseService(heard), rootAt),
        inProjects: () => connectedInProjects({ machine, target: target(), dataFolder, look, folders: [] }),
      });
    },
  };
}
