import { dirname } from 'node:path';
import { type Connector, createConnector } from '../../src-server/connect/connector.ts';
import { examine } from '../../src-server/connect/doctor.ts';
import { ownPlace } from '../../src-server/connect/place.ts';
import { findPortOwner } from '../../src-server/connect/port-owner.ts';
import type { DoctorFinding } from '../../src-server/contract/connect.ts';
import { type ConnectTarget, npxCommand } from '../../src-server/contract/mcp-clients.ts';
import type { DesktopApp } from '../desktop-app.ts';

export interface DesktopConnector {
  readonly connector: Connector;
  readonly examine: () => Promise<readonly DoctorFinding[]>;
}

/** Connects this user's IDEs and agents to the service that the app runs, or would run. */
export function createDesktopConnector({ supervisor, options }: DesktopApp): DesktopConnector {
  const { paths, store, platform } = options;
  const place = ownPlace();
  const target = (): ConnectTarget => ({
    mcpUrl: `${supervisor.url ?? `http://127.0.0.1:${store.get().port}`}/mcp`,
    // The app's own program can't be started as Node, so clients that start their servers get the npm package.
    stdio: npxCommand(platform === 'win32'),
  });
  const connector = createConnector({ place, target, dataFolder: dirname(paths.settingsFile) });
  return {
    connector,
    async examine() {
      const clients = await connector.list();
      const isOurs = async (baseUrl: string) => supervisor.url === baseUrl;
      return examine({ place, target: target(), clients, isOurs, findPortOwner });
    },
  };
}
