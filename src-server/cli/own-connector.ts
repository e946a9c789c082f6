/** Makes the connector of commands about clients, from what runs on this machine. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../built-files.ts';
import { type Connector, createConnector } from '../connect/connector.ts';
import { type Machine, serviceOutside, thisMachine } from '../connect/machine.ts';
import type { ConnectTarget, NoCommand, StdioCommand } from '../contract/clients/clients.ts';
import { printable } from '../contract/outside-text.ts';
import {
  DEFAULT_HOST,
  DEFAULT_PORT,
  FOREIGN_HOST,
  type OfflineRegistry,
  type ServiceProbe,
} from '../contract/service.ts';
import { askService } from '../discovery/ask-service.ts';
import {
  type AskedServers,
  askServers,
  askStatus,
  chooseService,
  type FoundServer,
  severalRun,
} from '../discovery/find-services.ts';
import { offlineRegistry, readCallers } from '../discovery/kept-files.ts';
import { userFolders } from '../platform/files.ts';
import type { CliIo } from './cli-io.ts';

/** What commands about clients know of this machine. */
export interface OwnConnector {
  readonly machine: Machine;
  readonly connector: Connector;
  readonly heard: AskedServers;
  /** The running service that clients and commands ask. */
  readonly service: FoundServer | undefined;
  /** The target of new connections. */
  readonly target: ConnectTarget;
  /** Returns what `mcp` answers from without `-r` and without a service. */
  readonly offline: () => Promise<OfflineRegistry | undefined>;
  /** A sentence if several services run and no address was given. */
  readonly several: string | undefined;
}

/**
 * Asks what runs here, and makes a connector for it. `url` is an MCP address, by default that of the running
 * service, else the usual one.
 */
export async function ownConnector(
  { env, err }: Pick<CliIo, 'env' | 'err'>,
  url: string | undefined,
): Promise<OwnConnector> {
  const machine = thisMachine(env);
  const { data } = userFolders(env);
  const heard = await askServers(data);
  for (const line of heard.ignored) err(printable(line));
  const choice = chooseService(heard);
  const target = await ownTarget(machine, url, choice.chosen);
  const connector = createConnector({
    machine,
    target: () => target,
    callers: async () => [
      ...heard.answering.flatMap(({ status }) => status?.callers ?? []),
      ...(await readCallers(data)),
    ],
    isRegistry: async (folder) => (await rootAt(folder)) !== undefined,
  });
  return {
    machine,
    connector,
    heard,
    target,
    service: choice.chosen,
    offline: () => offlineRegistry(data, rootAt),
    several: url === undefined ? severalRun(choice) : undefined,
  };
}

/** Returns the root of the registry at a folder. What reads registries is loaded for it only. */
async function rootAt(folder: string): Promise<string | undefined> {
  const { locateRegistry } = await import('../registry/locate.ts');
  const located = locateRegistry(folder);
  return located.ok ? located.location.root : undefined;
}

async function ownTarget(
  machine: Machine,
  url: string | undefined,
  service: FoundServer | undefined,
): Promise<ConnectTarget> {
  const known = url ?? service?.file.mcpUrl;
  const outside = known === undefined ? await serviceOutside(machine, DEFAULT_PORT, probeService) : undefined;
  // The app and a service outside of the container keep running; a service in a terminal ends with the
  // terminal. A given address is asked for.
  const isAddress = url !== undefined || service?.file.app === 'tray' || outside !== undefined;
  return {
    mcpUrl: known ?? `${outside ?? `http://${DEFAULT_HOST}:${DEFAULT_PORT}`}/mcp`,
    stdio: ownStdioCommand(),
    prefers: isAddress ? 'address' : 'command',
  };
}

/** Asks whether our service answers at an address. It refuses a host name with one fixed sentence. */
export async function probeService(url: string): Promise<ServiceProbe> {
  const timeoutMs = 1_000;
  if (typeof (await askStatus({ url }, timeoutMs)) === 'object') return 'ours';
  const reply = await askService({ url }, '/health', { timeoutMs }).catch(() => undefined);
  const isRefusal = reply?.status === 403 && reply.body === JSON.stringify({ error: FOREIGN_HOST });
  return isRefusal ? 'refuses-name' : 'none-of-ours';
}

function ownStdioCommand(): StdioCommand | NoCommand {
  const script = join(packageRoot(), 'dist', 'server', 'skills-registry.cjs');
  if (!existsSync(script)) return { why: `${script} is missing. Run npm run build, then connect again.` };
  // npx deletes its cache.
  if (/[\\/]_npx[\\/]/.test(script))
    return {
      why: 'npx runs this from a cache that it empties. Install the app or the package, then connect from there.',
    };
  return { command: process.execPath, args: [script, 'mcp'] };
}
