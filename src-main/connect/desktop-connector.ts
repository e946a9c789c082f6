import { type Connector, createConnector } from '../../src-server/connect/connector.ts';
import { thisMachine } from '../../src-server/connect/machine.ts';
import type { ConnectTarget } from '../../src-server/contract/clients/mcp-clients.ts';
import { readCallers } from '../../src-server/discovery/kept-files.ts';
import { userFolders } from '../../src-server/platform/user-folders.ts';

export interface DesktopConnectorOptions {
  readonly serviceUrl: () => string | undefined;
  /** Configured port. */
  readonly port: () => number;
}

/** The app contains no program for clients: they use its address. */
const NO_PROGRAM =
  'The app connects clients by its address, and this client starts a program. Use the bundle for Claude Desktop, or install the command line and connect from there.';

export function createDesktopConnector({ serviceUrl, port }: DesktopConnectorOptions): Connector {
  const { data } = userFolders();
  const target = (): ConnectTarget => ({
    mcpUrl: `${serviceUrl() ?? `http://127.0.0.1:${port()}`}/mcp`,
    stdio: { why: NO_PROGRAM },
  });
  return createConnector({ machine: thisMachine(), target, callers: () => readCallers(data) });
}
