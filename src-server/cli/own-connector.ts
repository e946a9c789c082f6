import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../built-files.ts';
import { createCommandInstaller } from '../connect/command/command-installer.ts';
import { terminalPath } from '../connect/command/terminal-path.ts';
import { windowsUserPath } from '../connect/command/user-path.ts';
import { type Connector, createConnector } from '../connect/connector.ts';
import { examine } from '../connect/doctor/examine.ts';
import { startedFrom } from '../connect/doctor/started-findings.ts';
import { serviceOutside } from '../connect/doctor/surroundings.ts';
import { ownPlace } from '../connect/place.ts';
import { createPointers, fileWithPointer, type Pointers } from '../connect/pointer/pointers.ts';
import { type StrayPointer, strayPointers } from '../connect/pointer/stray-pointers.ts';
import { findPortOwner } from '../connect/port-owner.ts';
import type { ClientState, DoctorFinding } from '../contract/connect.ts';
import { silentLogger } from '../contract/logger.ts';
import type { ConnectTarget, NoCommand, StdioCommand } from '../contract/mcp-clients.ts';
import type { PointerTarget } from '../contract/pointer.ts';
import { DEFAULT_HOST, DEFAULT_PORT } from '../contract/service-defaults.ts';
import { readCallers } from '../discovery/caller-files.ts';
import { chooseService, severalRun } from '../discovery/choose-service.ts';
import { findServers, lastServed } from '../discovery/discovery-files.ts';
import { probeService } from '../discovery/probe-service.ts';
import { lastRegistry } from '../service/last-registry.ts';
import { userFolders } from '../user-folders.ts';
import type { CliIo } from './cli-io.ts';
import type { ServiceFacts } from './describe-client.ts';
import { ownLine } from './own-command.ts';

export interface OwnConnector {
  readonly connector: Connector;
  readonly pointers: Pointers;
  /** The file in which a pointer stands; undefined where there is none. */
  readonly fileWithPointer: (target: PointerTarget) => Promise<string | undefined>;
  /** The pointers of this user that nobody needs any more. */
  readonly strayPointers: (clients: readonly ClientState[]) => Promise<readonly StrayPointer[]>;
  readonly examine: () => Promise<readonly DoctorFinding[]>;
  /** The running service that is meant; undefined where none runs. */
  readonly service: ServiceFacts | undefined;
  /** What a program answers from that was told no registry, while no service runs: of `startedFrom`. */
  readonly startedFrom: string;
  /** What to tell while several run. */
  readonly warning: string | undefined;
}

/**
 * The connector of this user and machine, for the command line.
 *
 * @param url address of the service's MCP; default: that of the running service, else where one usually is
 */
export async function ownConnector(
  io: Pick<CliIo, 'env' | 'cwd'>,
  url: string | undefined,
): Promise<OwnConnector> {
  const { env } = io;
  const place = ownPlace(env);
  const folders = userFolders(env);
  const choice = chooseService(await findServers(folders.data));
  const meant = choice.meant?.file;
  const known = url ?? meant?.mcpUrl;
  const outside = known === undefined ? await serviceOutside(place, DEFAULT_PORT, probeService) : undefined;
  const target: ConnectTarget = {
    mcpUrl: known ?? `${outside ?? `http://${DEFAULT_HOST}:${DEFAULT_PORT}`}/mcp`,
    stdio: ownStdioCommand(),
    // The app goes on serving, and what is outside of a container serves it; what was started in a terminal ends with it.
    prefers: meant?.app === 'tray' || outside !== undefined ? 'address' : 'command',
  };
  const connector = createConnector({
    ...{ place, target: () => target, dataFolder: folders.data },
    // The service's, and those whose clients start the program by themselves.
    callers: async () => [...(choice.meant?.status?.callers ?? []), ...(await readCallers(folders.data))],
  });
  const installer = createCommandInstaller({
    place,
    cli: { why: 'Only the app installs its command.' },
    terminalPath: () => terminalPath(place),
    userPath: windowsUserPath(env),
  });
  const from = startedFrom(await lastRegistry(folders.data, silentLogger), await lastServed(folders.data));
  const warning = url === undefined ? severalRun(choice) : undefined;
  return {
    connector,
    pointers: createPointers({ place, dataFolder: folders.data }),
    fileWithPointer: (target) => fileWithPointer(place, target),
    strayPointers: (clients) => strayPointers(place, clients),
    service: meant && { url: meant.url, registry: meant.registry },
    startedFrom: from,
    warning,
    async examine() {
      const clients = await connector.list();
      const command = await installer.state();
      return examine({
        ...{ place, clients, command, findPortOwner },
        // Who names an address asks about that one.
        target: url === undefined ? target : { ...target, prefers: 'address' },
        probe: probeService,
        several: warning,
        startedFrom: from,
        ownLine: (args) => ownLine(args, io),
      });
    },
  };
}

/** This very installation where it can be started again. */
function ownStdioCommand(): StdioCommand | NoCommand {
  const script = join(packageRoot(), 'dist', 'server', 'skills-registry.cjs');
  if (!existsSync(script)) return { why: `${script} is missing. Run npm run build, then connect again.` };
  // What npx fetched may be gone tomorrow.
  if (/[\\/]_npx[\\/]/.test(script))
    return {
      why: 'npx runs this from a cache that it empties. Install the app or the package, then connect from there.',
    };
  return { command: process.execPath, args: [script, 'mcp'] };
}
