import { type Connector, createConnector } from '../../src-server/connect/connector.ts';
import { examine } from '../../src-server/connect/doctor.ts';
import { ownPlace } from '../../src-server/connect/place.ts';
import { findPortOwner } from '../../src-server/connect/port-owner.ts';
import type { DoctorFinding } from '../../src-server/contract/connect.ts';
import type { ConnectTarget, NoCommand } from '../../src-server/contract/mcp-clients.ts';
import type { OwnCli } from './own-cli.ts';

export interface DesktopConnector {
  readonly connector: Connector;
  readonly examine: () => Promise<readonly DoctorFinding[]>;
}

export interface DesktopConnectorOptions {
  /** Base URL of the running service, or undefined where none answers. */
  readonly serviceUrl: () => string | undefined;
  /** The port that the service would take. */
  readonly port: () => number;
  /** What clients start that don't speak HTTP. */
  readonly cli: OwnCli | NoCommand;
  /** Where the old texts of clients' settings are put aside. */
  readonly dataFolder: string;
}

/** Connects this user's IDEs and agents to the service that the app runs, or would run. */
export function createDesktopConnector(options: DesktopConnectorOptions): DesktopConnector {
  const { serviceUrl, port, cli, dataFolder } = options;
  const place = ownPlace();
  const target = (): ConnectTarget => ({
    mcpUrl: `${serviceUrl() ?? `http://127.0.0.1:${port()}`}/mcp`,
    // The app's own program can't be started as Node, so it brings one.
    stdio: 'why' in cli ? cli : { command: cli.node, args: [cli.script, 'mcp'] },
  });
  const connector = createConnector({ place, target, dataFolder });
  return {
    connector,
    async examine() {
      const clients = await connector.list();
      const isOurs = async (baseUrl: string) => serviceUrl() === baseUrl;
      return examine({ place, target: target(), clients, isOurs, findPortOwner });
    },
  };
}
