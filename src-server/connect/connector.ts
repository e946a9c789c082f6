import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { McpCaller } from '../contract/api.ts';
import {
  type ChangePreview,
  type ClientState,
  type Connection,
  type ConnectRequest,
  type ConnectResult,
  type ConnectTarget,
  callsOf,
  clientSnippet,
  MCP_CLIENT_IDS,
  MCP_CLIENTS,
  type McpClientId,
  type McpClientKind,
} from '../contract/clients/clients.ts';
import { isInstalled, isRemote, type Machine, otherFiles, settingsFile } from './machine.ts';
import { planConnection, planRemoval } from './plan-connection.ts';
import { readConnection } from './read-connection.ts';
import {
  changeFile,
  linkObstacle,
  type PlannedChange,
  plannedChange,
  plannedRemoval,
  previewOf,
  readSettings,
} from './settings-file.ts';

export interface ConnectorOptions {
  readonly machine: Machine;
  /** Called each time: the port may change. */
  readonly target: () => ConnectTarget;
  readonly callers?: () => Promise<readonly McpCaller[]>;
  /** Default: any folder. */
  readonly isRegistry?: (folder: string) => Promise<boolean>;
}

/** Only `write` writes. */
export interface Connector {
  list(request?: ConnectRequest): Promise<readonly ClientState[]>;
  state(id: McpClientId, request?: ConnectRequest): Promise<ClientState>;
  preview(id: McpClientId, request?: ConnectRequest): Promise<ChangePreview>;
  /** Makes only the previewed change. */
  write(id: McpClientId, token: string, request?: ConnectRequest): Promise<ConnectResult>;
}

export function createConnector(options: ConnectorOptions): Connector {
  const { callers = async () => [] } = options;
  const describeAll = async (ids: readonly McpClientId[], request: ConnectRequest) => {
    const known = await callers();
    return Promise.all(ids.map((id) => describeClient(options, id, known, request)));
  };
  return {
    list: (request = {}) => describeAll(MCP_CLIENT_IDS, request),
    state: async (id, request = {}) => (await describeAll([id], request))[0] as ClientState,
    preview: async (id, request = {}) => previewOf(await plan(options, id, request)),
    write: async (id, token, request = {}) =>
      changeFile(
        await plan(options, id, request),
        token,
        request.remove ? 'has no entry of ours' : 'says so already',
      ),
  };
}

/** Shared settings prefer an address: a command is a local path. */
function targetFor({ target }: ConnectorOptions, { project, registry }: ConnectRequest): ConnectTarget {
  const usual = target();
  const { stdio } = usual;
  return {
    ...usual,
    ...(project === undefined ? {} : { prefers: 'address' }),
    ...(registry === undefined || 'why' in stdio
      ? {}
      : { stdio: { ...stdio, args: [...stdio.args, '-r', registry] } }),
  };
}

async function plan(
  options: ConnectorOptions,
  id: McpClientId,
  request: ConnectRequest,
): Promise<PlannedChange> {
  const { machine } = options;
  const { project, remove } = request;
  const kind = MCP_CLIENTS[id];
  const file = settingsFile(machine, kind, project);
  if (file === undefined || kind.format === 'snippet-only')
    return { ok: false, reason: whereByHand(machine, kind, request) };
  const target = targetFor(options, request);
  if (kind.addressKey === undefined && 'why' in target.stdio && !remove)
    return { ok: false, reason: target.stdio.why };
  const read = await readSettings(file);
  if (!read.ok) return read;
  const before = read.text;
  const byHand = remove ? 'Take the entry out yourself.' : 'Paste the snippet yourself.';
  const obstacle = await linkObstacle(before, machine.home, project);
  if (obstacle !== undefined) return { ok: false, reason: `${obstacle} ${byHand}` };
  const planned = remove
    ? planRemoval(kind, before.text, target)
    : planConnection(kind, before.text, target, request);
  if (!planned.ok) return { ok: false, reason: `${file} is left as it is. ${planned.reason} ${byHand}` };
  return remove ? plannedRemoval(before, planned.text) : plannedChange(before, planned.text);
}

function placeOf(machine: Machine, kind: McpClientKind): string {
  const { name, place, projectFile } = kind;
  if (!isRemote(machine, kind)) return place;
  return `the remote settings: ${name} runs on another computer, and reads the settings there and what its command "MCP: Open Remote User Configuration" opens. Or use --scope project, which writes ${projectFile}`;
}

function whereByHand(machine: Machine, kind: McpClientKind, { project, remove }: ConnectRequest): string {
  if (project !== undefined && kind.format !== 'snippet-only')
    return `${kind.name} has no settings of a project.`;
  const place = placeOf(machine, kind);
  return remove ? `Take the entry out yourself: ${place}.` : `Paste the snippet into ${place}.`;
}

async function describeClient(
  options: ConnectorOptions,
  id: McpClientId,
  callers: readonly McpCaller[],
  request: ConnectRequest,
): Promise<ClientState> {
  const { machine } = options;
  const seen = callsOf(id, callers);
  const kind = MCP_CLIENTS[id];
  const file = settingsFile(machine, kind, request.project);
  const target = targetFor(options, request);
  const snippet = clientSnippet(kind, target, request.way);
  const known = (request.project !== undefined ? kind.projectNote : undefined) ?? kind.note;
  const note = snippet === undefined && 'why' in target.stdio ? target.stdio.why : known;
  return {
    id,
    name: kind.name,
    installed: isInstalled(machine, kind),
    ...(file === undefined ? {} : { settingsFile: file }),
    connection: await readClient(options, kind, file, target),
    ...(seen === undefined ? {} : { seen }),
    ...(snippet === undefined ? {} : { snippet }),
    place: placeOf(machine, kind),
    writable: kind.format !== 'snippet-only' && file !== undefined,
    ...(note === undefined ? {} : { note }),
  };
}

/** Also of files that the client ignores. */
async function readClient(
  options: ConnectorOptions,
  kind: McpClientKind,
  file: string | undefined,
  target: ConnectTarget,
): Promise<Connection> {
  if (file === undefined) return { state: 'absent' };
  const read = await readSettings(file);
  if (!read.ok) return { state: 'unreadable', reason: read.reason };
  const connection = readConnection(kind, read.text.text, target);
  switch (connection.state) {
    case 'absent':
      return findElsewhere(options.machine, kind, target);
    case 'unreadable':
      return { ...connection, reason: `${file} can't be understood. ${connection.reason}` };
    case 'connected': {
      const lacksRegistry = await findLack(connection.registry, options);
      return lacksRegistry === undefined ? connection : { ...connection, lacksRegistry };
    }
    default:
      return connection;
  }
}

async function findElsewhere(
  machine: Machine,
  kind: McpClientKind,
  target: ConnectTarget,
): Promise<Connection> {
  for (const file of otherFiles(machine, kind)) {
    const read = await readSettings(file);
    const found = read.ok ? readConnection(kind, read.text.text, target) : undefined;
    if (found === undefined || !('name' in found)) continue;
    const says = `“${found.name}” stands in ${file}, from which no servers are read.`;
    return { state: 'broken', name: found.name, faults: [{ kind: 'wrong-place', says }] };
  }
  return { state: 'absent' };
}

/** Relative paths depend on the client. */
async function findLack(
  registry: string | undefined,
  { isRegistry }: ConnectorOptions,
): Promise<'gone' | 'no-registry' | undefined> {
  if (registry === undefined || !isAbsolute(registry)) return undefined;
  const stats = statSync(registry, { throwIfNoEntry: false });
  if (stats === undefined) return 'gone';
  const isOne = isRegistry === undefined ? stats.isDirectory() : await isRegistry(registry);
  return isOne ? undefined : 'no-registry';
}
