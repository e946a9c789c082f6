import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../built-files.ts';
import { type Connector, createConnector } from '../connect/connector.ts';
import { addressObstacle, examine } from '../connect/doctor/examine.ts';
import { type Machine, serviceOutside, thisMachine } from '../connect/machine.ts';
import { type PointerFile, pointerFiles } from '../connect/pointer/pointer-files.ts';
import { createPointers, type Pointers } from '../connect/pointer/pointers.ts';
import { findPortOwner } from '../connect/port-owner.ts';
import { registryOfEnvironment } from '../connect/registry-option.ts';
import type { McpCaller } from '../contract/api/api.ts';
import type { ClientState, DoctorFinding } from '../contract/clients/connect.ts';
import type { ConnectTarget, McpClientId, NoCommand, StdioCommand } from '../contract/clients/mcp-clients.ts';
import type { DiscoveryFile, OfflineRegistry, SeveralServices } from '../contract/service/discovery.ts';
import {
  hasLostRegistry,
  type LostRegistryService,
  lostRegistryLine,
} from '../contract/service/lost-registry.ts';
import { DEFAULT_HOST, DEFAULT_PORT } from '../contract/service/service-defaults.ts';
import { readCallers } from '../discovery/caller-files.ts';
import { chooseService } from '../discovery/choose-service.ts';
import { askServers, type FoundServer } from '../discovery/discovery-files.ts';
import { probeService } from '../discovery/fetch-status.ts';
import { offlineRegistry, serviceSurroundings } from '../discovery/service-surroundings.ts';
import { userFolders } from '../platform/user-folders.ts';
import type { CliIo } from './cli-io.ts';
import { cliLine } from './own-command.ts';
import { namedFolder } from './target/added-registry.ts';
import type { ServiceFacts } from './text/describe-client.ts';

export interface OwnConnector {
  readonly connector: Connector;
  readonly pointers: () => Pointers;
  readonly pointerFiles: (
    clients: readonly ClientState[],
    project?: string,
  ) => Promise<readonly PointerFile[]>;
  /** In the project of the current folder. */
  readonly inProjects: () => Promise<ReadonlySet<McpClientId>>;
  readonly examine: (clients: readonly ClientState[]) => Promise<readonly DoctorFinding[]>;
  /** Against using our service at the clients' address. */
  readonly obstacle: () => Promise<DoctorFinding | undefined>;
  /** Chosen, running. */
  readonly service: ServiceFacts | undefined;
  readonly answering: readonly FoundServer[];
  readonly away: readonly LostRegistryService[];
  /** Running, not responding. */
  readonly silent: readonly DiscoveryFile[];
  /** Unresponsive, on the clients' port. */
  readonly holder: DiscoveryFile | undefined;
  /** Served by `mcp` without `-r`, without service; reads the disk. */
  readonly offline: () => Promise<OfflineRegistry | undefined>;
  /** For new connections. */
  readonly startsProgram: boolean;
  /** Undefined for at most one service, or a given address. */
  readonly several: SeveralServices | undefined;
}

/** @param url MCP address; default: the running service's, else the default */
export async function ownConnector(
  io: Pick<CliIo, 'env' | 'cwd' | 'err'>,
  url: string | undefined,
): Promise<OwnConnector> {
  const machine = thisMachine(io.env);
  const { data } = userFolders(io.env);
  const heard = await askServers(data);
  const { answering } = heard;
  const choice = chooseService(heard);
  const { chosen } = choice;
  const holder = chosen === undefined ? await portHolder(choice.hung?.file) : undefined;
  const target = await ownTarget(machine, url, chosen?.file ?? holder);
  const rootAt = askedOnce(async (folder) => {
    // Imported on demand: most runs need no registry.
    const { locateRegistry } = await import('../registry/locate-registry.ts');
    const located = locateRegistry(folder);
    return located.ok ? located.location.root : undefined;
  });
  const connector = createConnector({
    machine,
    target: () => target,
    callers: () => allCallers(answering, data),
    isRegistry: async (folder) => (await rootAt(folder)) !== undefined,
  });
  // A given address overrides the preferred transport.
  const asked = {
    machine,
    target: url === undefined ? target : ({ ...target, prefers: 'address' } as const),
  };
  const asking = { findPortOwner, cliLine: (args: readonly string[]) => cliLine(args, io) };
  const { several, ...services } = serviceSurroundings(heard);
  const facts = {
    ...services,
    inProjects: async () => connectedIn(await connector.list({ project: io.cwd })),
    offline: () => offlineRegistry(data, choice, rootAt),
    several: url === undefined ? several : undefined,
  };
  return {
    ...{ ...facts, connector, answering, pointers: () => createPointers(machine) },
    pointerFiles: (clients, project) => pointerFiles(machine, clients, project),
    startsProgram: target.prefers === 'command',
    holder: target.mcpUrl === holder?.mcpUrl ? holder : undefined,
    service: chosen && serviceFacts(chosen, io),
    obstacle: () => addressObstacle({ ...services, ...asked, ...asking }),
    examine: async (clients) => [
      ...(await variableFindings(io, rootAt)),
      ...(await examine({ ...facts, ...asked, ...asking, clients })),
    ],
  };
}

/** Of services and client-started programs. */
async function allCallers(answering: readonly FoundServer[], data: string): Promise<readonly McpCaller[]> {
  return [...answering.flatMap(({ status }) => status?.callers ?? []), ...(await readCallers(data))];
}

function serviceFacts(service: FoundServer, io: Pick<CliIo, 'env' | 'cwd'>): ServiceFacts {
  const { url, registry } = service.file;
  const away = hasLostRegistry(service)
    ? { away: lostRegistryLine(service, (args) => cliLine(args, io)) }
    : {};
  return { url, registry, ...away };
}

/**
 * For new connections.
 *
 * @param url given address
 */
async function ownTarget(
  machine: Machine,
  url: string | undefined,
  service: DiscoveryFile | undefined,
): Promise<ConnectTarget> {
  const known = url ?? service?.mcpUrl;
  const outside = known === undefined ? await serviceOutside(machine, DEFAULT_PORT, probeService) : undefined;
  return {
    mcpUrl: known ?? `${outside ?? `http://${DEFAULT_HOST}:${DEFAULT_PORT}`}/mcp`,
    stdio: ownStdioCommand(),
    // The app and a service outside of the container keep running; a service in a terminal ends with the
    // terminal.
    prefers: service?.app === 'tray' || outside !== undefined ? 'address' : 'command',
  };
}

/**
 * Hung service on its port, used by clients after a restart. Excludes reused process IDs of killed services.
 */
async function portHolder(file: DiscoveryFile | undefined): Promise<DiscoveryFile | undefined> {
  const owner = file && (await findPortOwner(file.port));
  return owner?.pid === file?.pid ? file : undefined;
}

/** `SKILLS_REGISTRY` without registry. */
async function variableFindings(
  { env, cwd }: Pick<CliIo, 'env' | 'cwd'>,
  rootAt: (folder: string) => Promise<string | undefined>,
): Promise<readonly DoctorFinding[]> {
  const named = registryOfEnvironment({ env });
  if (named === undefined) return [];
  const folder = await namedFolder(named, { env, cwd });
  if ((await rootAt(folder)) !== undefined) return [];
  const title = `SKILLS_REGISTRY names ${folder}, which is no registry.`;
  return [{ severity: 'error', title, fix: 'Name the folder of a registry, or unset the variable.' }];
}

function connectedIn(clients: readonly ClientState[]): ReadonlySet<McpClientId> {
  return new Set(clients.flatMap(({ id, connection }) => (connection.state === 'absent' ? [] : [id])));
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

/** Clients share folders, and each check occupies a disk worker. */
function askedOnce<T>(ask: (folder: string) => Promise<T>): (folder: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (folder) => {
    const answer = answers.get(folder) ?? ask(folder);
    answers.set(folder, answer);
    return answer;
  };
}
