import type { McpCaller } from '../contract/api/api.ts';
import { callsOf } from '../contract/clients/client-calls.ts';
import type {
  ChangePreview,
  ClientState,
  ConnectRequest,
  ConnectResult,
} from '../contract/clients/connect.ts';
import {
  type ConnectTarget,
  clientSnippet,
  clientWays,
  MCP_CLIENT_IDS,
  MCP_CLIENTS,
  type McpClientId,
  type McpClientKind,
} from '../contract/clients/mcp-clients.ts';
import { changeFile } from './change-file.ts';
import { isInstalled, isRemote, settingsFile } from './client-files.ts';
import type { Machine } from './machine.ts';
import { planConnection, planRemoval } from './plan-connection.ts';
import { type PlannedChange, plannedChange, previewOf, readSettings } from './planned-change.ts';
import { POINTER_PLACES } from './pointer/pointer-places.ts';
import { readClient } from './read-client.ts';
import { linkObstacle } from './read-settings.ts';
import { registryWords } from './registry-option.ts';
import { textOrRemoval } from './text-or-removal.ts';

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
      changeFile(await plan(options, id, request), token, {
        ...(request.remove && { whenDone: 'has no entry of ours' }),
      }),
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
      : { stdio: { ...stdio, args: [...stdio.args, ...registryWords(registry)] } }),
  };
}

async function plan(
  options: ConnectorOptions,
  id: McpClientId,
  request: ConnectRequest,
): Promise<PlannedChange> {
  const { machine } = options;
  const kind = MCP_CLIENTS[id];
  const file = settingsFile(machine, id, request.project);
  if (file === undefined || kind.format === 'snippet-only')
    return { ok: false, reason: whereByHand({ ...kind, place: placeOf(machine, id) }, request) };
  const target = targetFor(options, request);
  const { stdio } = target;
  if (kind.addressKey === undefined && 'why' in stdio && !request.remove)
    return { ok: false, reason: stdio.why };
  const before = await readSettings(file);
  if (!before.ok) return before;
  const { target: writtenTo, text } = before.text;
  const obstacle = await linkObstacle(file, writtenTo, {
    folder: request.project ?? machine.home,
    isProject: request.project !== undefined,
  });
  if (obstacle !== undefined) return { ok: false, reason: `${obstacle} ${byHand(request)}` };
  const planned = request.remove
    ? planRemoval(kind, text, target)
    : planConnection(kind, text, target, request);
  if (!planned.ok)
    return { ok: false, reason: `${file} is left as it is. ${planned.reason} ${byHand(request)}` };
  const after = request.remove ? await textOrRemoval(file, before.text, planned.text) : planned.text;
  return plannedChange(file, before.text, after);
}

function placeOf(machine: Machine, id: McpClientId): string {
  const { name, place, projectFile } = MCP_CLIENTS[id];
  if (!isRemote(machine, id)) return place;
  return `the remote settings: ${name} runs on another computer, and reads the settings there and what its command "MCP: Open Remote User Configuration" opens. Or use --scope project, which writes ${projectFile}`;
}

function byHand({ remove }: ConnectRequest): string {
  return remove ? 'Take the entry out yourself.' : 'Paste the snippet yourself.';
}

function whereByHand({ name, place, format }: McpClientKind, { project, remove }: ConnectRequest): string {
  if (project !== undefined && format !== 'snippet-only') return `${name} has no settings of a project.`;
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
  const file = settingsFile(machine, id, request.project);
  const target = targetFor(options, request);
  const snippet = clientSnippet(kind, target, request.way);
  const known = (request.project !== undefined ? kind.projectNote : undefined) ?? kind.note;
  const note = snippet === undefined && 'why' in target.stdio ? target.stdio.why : known;
  return {
    id,
    name: kind.name,
    installed: isInstalled(machine, id),
    ...(file === undefined ? {} : { settingsFile: file }),
    connection: await readClient(options, kind, file, target),
    ...(seen === undefined ? {} : { seen }),
    ways: clientWays(kind, target),
    ...(snippet === undefined ? {} : { snippet }),
    place: placeOf(machine, id),
    takesPointer: POINTER_PLACES[id]?.user !== undefined,
    writable: kind.format !== 'snippet-only' && file !== undefined,
    ...(note === undefined ? {} : { note }),
  };
}
