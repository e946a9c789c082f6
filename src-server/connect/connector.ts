/** Says how clients are connected to us, and plans, shows and makes the change. */

import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { parse } from 'jsonc-parser';
import { isJsonObject, type JsonObject, type McpCaller } from '../contract/api.ts';
import {
  type ChangePreview,
  type ClientState,
  type Connection,
  type ConnectionFault,
  type ConnectRequest,
  type ConnectResult,
  type ConnectTarget,
  type ConnectWay,
  callsOf,
  clientEntry,
  clientSnippet,
  clientWays,
  MCP_CLIENT_IDS,
  MCP_CLIENTS,
  type McpClientId,
  type McpClientKind,
  SERVER_NAME,
  type ServerEntry,
} from '../contract/clients/clients.ts';
import { changeTable, type EditResult, editJson } from './edit-settings.ts';
import { planHook, readHook } from './hooks.ts';
import { isInstalled, isRemote, type Machine, otherFiles, settingsPath, switchFiles } from './machine.ts';
import {
  commandWordsOf,
  findEntries,
  isSameName,
  listAt,
  listsAgainst,
  type OwnEntry,
  readConnection,
  SECOND_NAME,
  wayOf,
} from './read-connection.ts';
import { registryOf, withoutRegistry } from './registry-option.ts';
import {
  changeFile,
  linkObstacle,
  type PlannedChange,
  plannedChange,
  plannedRemoval,
  previewOf,
  readSettings,
} from './settings-file.ts';

/**
 * What a connector needs to know: the machine, what clients are connected to, and, if known, which clients
 * called.
 */
interface ConnectorOptions {
  readonly machine: Machine;
  /** The connector asks for the target at each use, because the port may change. */
  readonly target: () => ConnectTarget;
  readonly callers?: () => Promise<readonly McpCaller[]>;
  /** Says whether a folder holds a registry; by default, every folder does. */
  readonly isRegistry?: (folder: string) => Promise<boolean>;
}

/**
 * Knows how the clients of a machine are connected to us, and changes it. Its members read files; only
 * `write` writes one.
 */
export interface Connector {
  list(request?: ConnectRequest): Promise<readonly ClientState[]>;
  state(id: McpClientId, request?: ConnectRequest): Promise<ClientState>;
  preview(id: McpClientId, request?: ConnectRequest): Promise<ChangePreview>;
  /** Makes the change that `preview` gave this token for, and refuses if it would now be another. */
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
        request.remove ? `has no ${request.hook ? 'hook' : 'entry'} of ours` : 'says so already',
      ),
  };
}

/** The settings of a project prefer an address, because they are shared and a command is a local path. */
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
  if (request.hook) return planHook(machine, kind, options.target(), request);
  const file = settingsPath(machine, kind, project);
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
  const file = settingsPath(machine, kind, request.project);
  const target = targetFor(options, request);
  const snippet = clientSnippet(kind, target, request.way);
  const known = (request.project !== undefined ? kind.projectNote : undefined) ?? kind.note;
  const note = snippet === undefined && 'why' in target.stdio ? target.stdio.why : known;
  const hook = request.project === undefined ? await readHook(machine, kind, target) : undefined;
  return {
    id,
    name: kind.name,
    installed: isInstalled(machine, kind),
    ...(file === undefined ? {} : { settingsFile: file }),
    connection: await readClient(options, kind, { file, project: request.project, target }),
    ...(seen === undefined ? {} : { seen }),
    ...(snippet === undefined ? {} : { snippet }),
    place: placeOf(machine, kind),
    writable: kind.format !== 'snippet-only' && file !== undefined,
    ...(note === undefined ? {} : { note }),
    ...(hook === undefined ? {} : { hook }),
  };
}

interface ReadRequest {
  readonly file: string | undefined;
  readonly project: string | undefined;
  readonly target: ConnectTarget;
}

/** Reads the client’s entry; without one, looks into the files that the client ignores. */
async function readClient(
  options: ConnectorOptions,
  kind: McpClientKind,
  { file, project, target }: ReadRequest,
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
      const { name, by } = connection;
      const fault =
        project === undefined ? undefined : await switchedOff(options.machine, kind, { project, name });
      if (fault !== undefined) return { state: 'broken', name, by, faults: [fault] };
      const lacksRegistry = await findLack(connection.registry, options);
      return lacksRegistry === undefined ? connection : { ...connection, lacksRegistry };
    }
    default:
      return connection;
  }
}

/** Settings of the user or of the project that name the server of a project's file. */
async function switchedOff(
  machine: Machine,
  kind: McpClientKind,
  { project, name }: { readonly project: string; readonly name: string },
): Promise<ConnectionFault | undefined> {
  const off = kind.projectSwitch?.off ?? '';
  for (const file of switchFiles(machine, kind, project)) {
    const read = await readSettings(file);
    const root: unknown = read.ok ? parse(read.text.text, [], { allowTrailingComma: true }) : undefined;
    if (!isJsonObject(root) || !listAt(root, [off]).names.includes(name)) continue;
    const says = `It is switched off: "${off}" in ${file} names “${name}”. Take the name out there.`;
    return { kind: 'disabled', says };
  }
  return undefined;
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

/**
 * Says why the registry of an entry can’t be served. Relative paths aren’t judged, because they depend on the
 * client.
 */
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

/** Says what a registry lacks, as words that follow its name. */
export function lackWords(lack: 'gone' | 'no-registry'): string {
  return lack === 'gone' ? 'is gone' : 'is no registry now';
}

/** These keys, in any spelling, are removed from our entry where the chosen way doesn’t write them. */
const TRANSPORT_KEYS = /^(?:type|transport|url|httpUrl|serverUrl|uri|command|cmd|args)$/i;

type Edit = (text: string) => EditResult;

/**
 * Adds or updates our entry: keeps the name, enables the entry, removes duplicates.
 *
 * @param text '' for a missing file
 */
export function planConnection(
  kind: McpClientKind,
  text: string,
  target: ConnectTarget,
  { way }: Pick<ConnectRequest, 'way'> = {},
  isThere?: (file: string) => boolean,
): EditResult {
  const found = findEntries(kind, text, target);
  if (!found.ok) return found;
  const [own, ...doubles] = found.own;
  const free = [SERVER_NAME, SECOND_NAME].find((name) => found.servers[name] === undefined);
  const { path, name = free, entry: present } = own ?? { path: found.path };
  if (name === undefined)
    return { ok: false, reason: `It has other servers under the names ${SERVER_NAME} and ${SECOND_NAME}.` };
  const chosen = chooseWay(kind, target, way, present);
  const entry = chosen && clientEntry(kind, withExtras(target, present), chosen);
  if (entry === undefined) {
    const { stdio } = target;
    const isCommand = way !== 'address' && 'why' in stdio;
    return { ok: false, reason: isCommand ? stdio.why : `${kind.name} asks no addresses of this computer.` };
  }
  const connection = readConnection(kind, text, target, isThere);
  // Older versions wrote fewer fields; a field that the user has changed stays.
  const isComplete = present !== undefined && Object.keys(entry).every((key) => key in present);
  const isConnected =
    connection.state === 'connected' && connection.name === name && connection.by === chosen;
  return applyAll(text, [
    ...(isConnected && isComplete ? [] : setEntry(kind, [...path, name], entry, present)),
    ...allowName(kind, found.root, name),
    ...[...doubles, ...found.misplaced].map((one) => removeEntry(kind, one)),
  ]);
}

/** Removes all entries of ours, also those below keys that the client ignores. */
export function planRemoval(kind: McpClientKind, text: string, target: ConnectTarget): EditResult {
  const found = findEntries(kind, text, target);
  if (!found.ok) return found;
  return applyAll(text, [
    ...[...found.own, ...found.misplaced].map((one) => removeEntry(kind, one)),
    ...found.own.flatMap(({ name }) => forgetName(kind, found.root, name)),
  ]);
}

function allowName(kind: McpClientKind, root: JsonObject, name: string): readonly Edit[] {
  const { excluded, allowed } = listsAgainst(kind, root, name);
  const edits: Edit[] = [];
  if (excluded !== undefined) {
    const others = excluded.names.filter((each) => !isSameName(each, name));
    edits.push((text) => editJson(text, excluded.path, others));
  }
  if (allowed !== undefined) edits.push((text) => editJson(text, allowed.path, [...allowed.names, name]));
  return edits;
}

/**
 * Takes our name out of the allowed servers, but keeps a list of it alone: an empty list would allow all
 * servers.
 */
function forgetName({ nameLists }: McpClientKind, root: JsonObject, name: string): readonly Edit[] {
  if (nameLists === undefined) return [];
  const { path, names } = listAt(root, nameLists.allowed);
  const others = names.filter((each) => !isSameName(each, name));
  const isNamed = others.length < names.length;
  return isNamed && others.length > 0 ? [(text) => editJson(text, path, others)] : [];
}

/** Takes the user’s choice, else the way of the present entry, else the one that the client prefers. */
function chooseWay(
  kind: McpClientKind,
  target: ConnectTarget,
  asked: ConnectWay | undefined,
  present: JsonObject | undefined,
): ConnectWay | undefined {
  const ways = clientWays(kind, target);
  const wanted = asked ?? (present && wayOf(present));
  if (wanted !== undefined && ways.includes(wanted)) return wanted;
  return asked === undefined ? ways[0] : undefined;
}

/**
 * Appends the arguments that the user gave the present entry; its `-r` stays unless a registry is named now.
 */
function withExtras(target: ConnectTarget, present: JsonObject | undefined): ConnectTarget {
  const { stdio } = target;
  if ('why' in stdio || present === undefined) return target;
  const words = commandWordsOf(present);
  const said = registryOf(stdio.args) === undefined ? words : withoutRegistry(words);
  const extras = said.includes('mcp') ? said.slice(said.indexOf('mcp') + 1) : [];
  return { ...target, stdio: { ...stdio, args: [...stdio.args, ...extras] } };
}

function setEntry(
  { format }: McpClientKind,
  path: readonly string[],
  entry: ServerEntry,
  present: JsonObject | undefined,
): readonly Edit[] {
  const isStale = (key: string) =>
    TRANSPORT_KEYS.test(key) ||
    (key === 'disabled' && present?.[key] === true) ||
    (key === 'enabled' && present?.[key] === false);
  const drop = Object.keys(present ?? {}).filter((key) => isStale(key) && !(key in entry));
  const [outer = '', name = ''] = path;
  if (format === 'toml') return [(text) => changeTable(text, { path: [outer, name], set: entry, drop })];
  if (present === undefined) return [(text) => editJson(text, path, entry)];
  return [...drop.map((key) => [key, undefined] as const), ...Object.entries(entry)].map(
    ([key, value]) =>
      (text) =>
        editJson(text, [...path, key], value),
  );
}

function removeEntry({ format }: McpClientKind, { path, name }: OwnEntry): Edit {
  return format === 'toml'
    ? (text) => changeTable(text, { path: [path[0] ?? '', name] })
    : (text) => editJson(text, [...path, name], undefined);
}

function applyAll(text: string, edits: readonly Edit[]): EditResult {
  return edits.reduce<EditResult>((result, edit) => (result.ok ? edit(result.text) : result), {
    ok: true,
    text,
  });
}
