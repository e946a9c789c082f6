import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../built-files.ts';
import { createCommandInstaller } from '../connect/command/command-installer.ts';
import { terminalPath } from '../connect/command/terminal-path.ts';
import { windowsUserPath } from '../connect/command/user-path.ts';
import { type Connector, createConnector } from '../connect/connector.ts';
import { examine } from '../connect/doctor/examine.ts';
import { ownPlace } from '../connect/place.ts';
import { createPointers, type Pointers } from '../connect/pointer/pointers.ts';
import { findPortOwner } from '../connect/port-owner.ts';
import type { DoctorFinding } from '../contract/connect.ts';
import type { ConnectTarget, NoCommand, StdioCommand } from '../contract/mcp-clients.ts';
import { findServers } from '../discovery/discovery-files.ts';
import { probeService } from '../discovery/probe-service.ts';
import { DEFAULT_HOST, DEFAULT_PORT } from '../start-server.ts';
import { userFolders } from '../user-folders.ts';

export interface OwnConnector {
  readonly connector: Connector;
  readonly pointers: Pointers;
  readonly examine: () => Promise<readonly DoctorFinding[]>;
}

/**
 * The connector of this user and machine, for the command line.
 *
 * @param url address of the service's MCP; default: that of the running service, else where one usually is
 */
export async function ownConnector(env: NodeJS.ProcessEnv, url: string | undefined): Promise<OwnConnector> {
  const place = ownPlace(env);
  const folders = userFolders(env);
  const running = url === undefined ? (await findServers(folders.data))[0]?.file.mcpUrl : undefined;
  const mcpUrl = url ?? running ?? `http://${DEFAULT_HOST}:${DEFAULT_PORT}/mcp`;
  const target: ConnectTarget = { mcpUrl, stdio: ownStdioCommand() };
  const connector = createConnector({ place, target: () => target, dataFolder: folders.data });
  const installer = createCommandInstaller({
    place,
    cli: { why: 'Only the app installs its command.' },
    terminalPath: () => terminalPath(place),
    userPath: windowsUserPath(env),
  });
  return {
    connector,
    pointers: createPointers({ place, dataFolder: folders.data }),
    async examine() {
      const clients = await connector.list();
      const command = await installer.state();
      return examine({ place, target, clients, command, probe: probeService, findPortOwner });
    },
  };
}

/** This very installation where it can be started again. */
function ownStdioCommand(): StdioCommand | NoCommand {
  const script = join(packageRoot(), 'dist', 'server', 'skills-registry.js');
  if (!existsSync(script)) return { why: `${script} is missing. Run npm run build, then connect again.` };
  // What npx fetched may be gone tomorrow.
  if (/[\\/]_npx[\\/]/.test(script))
    return {
      why: 'npx runs this from a cache that it empties. Install the app or the package, then connect from there.',
    };
  return { command: process.execPath, args: [script, 'mcp'] };
}
