import {
  type CommandInstaller,
  createCommandInstaller,
} from '../../src-server/connect/command/command-installer.ts';
import { terminalPath } from '../../src-server/connect/command/terminal-path.ts';
import { windowsUserPath } from '../../src-server/connect/command/user-path.ts';
import { type Connector, createConnector } from '../../src-server/connect/connector.ts';
import { examine } from '../../src-server/connect/doctor/examine.ts';
import { startedFrom } from '../../src-server/connect/doctor/started-findings.ts';
import { ownPlace } from '../../src-server/connect/place.ts';
import { createPointers } from '../../src-server/connect/pointer/pointers.ts';
import { findPortOwner } from '../../src-server/connect/port-owner.ts';
import { connectedInProjects } from '../../src-server/connect/projects.ts';
import type { CliFiles } from '../../src-server/contract/command.ts';
import type { DoctorFinding } from '../../src-server/contract/connect.ts';
import type { ConnectTarget, NoCommand } from '../../src-server/contract/mcp-clients.ts';
import { readCallers } from '../../src-server/discovery/caller-files.ts';
import { lastServed } from '../../src-server/discovery/discovery-files.ts';
import { userFolders } from '../../src-server/user-folders.ts';
import { type ChosenProjects, onlyChosenProjects } from './chosen-projects.ts';

/** What the window needs for connecting clients to the app's service. */
export interface DesktopConnector {
  readonly connector: Connector;
  readonly pointers: ChosenProjects;
  readonly installer: CommandInstaller;
  readonly examine: () => Promise<readonly DoctorFinding[]>;
}

export interface DesktopConnectorOptions {
  /** Base URL of the running service, or undefined where none answers. */
  readonly serviceUrl: () => string | undefined;
  /** The port that the service would take. */
  readonly port: () => number;
  /** What clients start that don't speak HTTP. */
  readonly cli: CliFiles | NoCommand;
  /** What the command for terminals is to start. */
  readonly installed: CliFiles | NoCommand;
  /** Whether a folder may be there, told in time though its disk hangs. */
  readonly mayBeThere: (folder: string) => Promise<boolean>;
}

/** Connects this user's IDEs and agents to the service that the app runs, or would run. */
export function createDesktopConnector(options: DesktopConnectorOptions): DesktopConnector {
  const { serviceUrl, port, cli, installed, mayBeThere } = options;
  const place = ownPlace();
  // Not the app's own folder: the command line may take back what was done here, and this what it did.
  const { data: dataFolder } = userFolders();
  const target = (): ConnectTarget => ({
    mcpUrl: `${serviceUrl() ?? `http://127.0.0.1:${port()}`}/mcp`,
    // The app's own program can't be started as Node, so it brings one.
    stdio: 'why' in cli ? cli : { command: cli.node, args: [cli.script, 'mcp'] },
  });
  const callers = () => readCallers(dataFolder);
  const connector = createConnector({ place, target, dataFolder, callers, isRegistry: mayBeThere });
  const installer = createCommandInstaller({
    place,
    cli: installed,
    terminalPath: () => terminalPath(place),
    userPath: windowsUserPath(process.env),
  });
  return {
    connector,
    pointers: onlyChosenProjects(createPointers({ place, dataFolder })),
    installer,
    async examine() {
      const [clients, command] = await Promise.all([connector.list(), installer.state()]);
      const probe = async (baseUrl: string) => (serviceUrl() === baseUrl ? 'ours' : 'none-of-ours');
      const ownLine = () => undefined;
      return examine({
        ...{ place, target: target(), clients, command, probe, findPortOwner, ownLine },
        startedFrom: await startedFromLast(dataFolder, mayBeThere),
        inProjects: () => connectedInProjects({ place, target: target(), dataFolder, folders: [] }),
      });
    },
  };
}

/** What a program answers from that was told no registry, while no service runs. */
async function startedFromLast(
  dataFolder: string,
  mayBeThere: DesktopConnectorOptions['mayBeThere'],
): Promise<string> {
  const last = await lastServed(dataFolder);
  const isServed = last !== undefined && (await mayBeThere(last));
  return startedFrom({ last, served: isServed ? last : undefined });
}
