import { setTimeout } from 'node:timers/promises';
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
  commandLine,
  MCP_CLIENT_IDS,
  MCP_CLIENTS,
  type McpClientId,
  type McpClientKind,
  type StdioCommand,
} from '../contract/clients/mcp-clients.ts';
import { type ChangeStage, changeFile, type TextChange } from './change-file.ts';
import {
  type ChangeRecord,
  type KeptRecord,
  newestOf,
  ownFiles,
  readRecords,
  recordName,
  recordsFolder,
  retireRecord,
  undoRecordName,
} from './change-records.ts';
import { isInstalled, settingsFile } from './client-files.ts';
import { findCommand, type Machine } from './machine.ts';
import { createPathInspector, type InspectPath } from './path-inspector.ts';
import { planConnection, planRemoval } from './plan-connection.ts';
import {
  ATTEMPTS,
  makePlanned,
  PAUSE_MS,
  type PlannedChange,
  plannedChange,
  previewOf,
  readSettings,
} from './planned-change.ts';
import { POINTER_PLACES } from './pointer/pointer-places.ts';
import { readClient } from './read-client.ts';
import { inspectPrograms } from './read-connection.ts';
import { linkObstacle } from './read-settings.ts';
import { registryWords } from './registry-option.ts';
import { runCommand } from './run-command.ts';
import { textOrRemoval } from './text-or-removal.ts';

export interface ConnectorOptions {
  readonly machine: Machine;
  /** Called each time: the port may change. */
  readonly target: () => ConnectTarget;
  /** Absolute. */
  readonly dataFolder: string;
  readonly callers?: () => Promise<readonly McpCaller[]>;
  /** Default: `createPathInspector()`. */
  readonly look?: InspectPath;
  /** Default: any folder. */
  readonly isRegistry?: (folder: string) => Promise<boolean>;
  readonly onStage?: (stage: ChangeStage) => void;
}

/** Only `write`, `undo` and `runOwnCommand` write. */
export interface Connector {
  list(request?: ConnectRequest): Promise<readonly ClientState[]>;
  state(id: McpClientId, request?: ConnectRequest): Promise<ClientState>;
  preview(id: McpClientId, request?: ConnectRequest): Promise<ChangePreview>;
  /** Makes only the previewed change. */
  write(id: McpClientId, token: string, request?: ConnectRequest): Promise<ConnectResult>;
  undo(id: McpClientId): Promise<ConnectResult>;
  runOwnCommand(id: McpClientId, request?: ConnectRequest): Promise<ConnectResult>;
}

type Options = ConnectorOptions & Required<Pick<ConnectorOptions, 'look'>>;

export function createConnector(given: ConnectorOptions): Connector {
  const { callers = async () => [] } = given;
  const options: Options = { ...given, look: given.look ?? createPathInspector() };
  const describeAll = async (ids: readonly McpClientId[], request: ConnectRequest) => {
    const records = await readRecords(recordsFolder(options.dataFolder));
    const facts = { callers: await callers(), records, own: await ownFiles(records, options.look) };
    return Promise.all(ids.map((id) => describeClient(options, id, facts, request)));
  };
  return {
    list: (request = {}) => describeAll(MCP_CLIENT_IDS, request),
    state: async (id, request = {}) => (await describeAll([id], request))[0] as ClientState,
    preview: (id, request = {}) => preview(options, id, request),
    write: (id, token, request = {}) => write(options, id, token, request),
    undo: (id) => undo(id, options),
    runOwnCommand: (id, request = {}) => runOwnCommand(options, id, request),
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

async function plan(options: Options, id: McpClientId, request: ConnectRequest): Promise<PlannedChange> {
  const { machine } = options;
  const kind = MCP_CLIENTS[id];
  const file = settingsFile(machine, id, request.project);
  if (file === undefined || kind.format === 'snippet-only')
    return { ok: false, reason: whereByHand(kind, request) };
  const target = targetFor(options, request);
  const { stdio } = target;
  if (kind.startsServer && 'why' in stdio && !request.remove) return { ok: false, reason: stdio.why };
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
    : planConnection(kind, text, target, request, await inspectPrograms(kind, text, target, options.look));
  if (!planned.ok)
    return { ok: false, reason: `${file} is left as it is. ${planned.reason} ${byHand(request)}` };
  const after = request.remove
    ? await textOrRemoval(file, before.text, planned.text, recordsFolder(options.dataFolder))
    : planned.text;
  return plannedChange(file, before.text, after);
}

function byHand({ remove }: ConnectRequest): string {
  return remove ? 'Take the entry out yourself.' : 'Paste the snippet yourself.';
}

function whereByHand({ name, place, format }: McpClientKind, { project, remove }: ConnectRequest): string {
  if (project !== undefined && format !== 'snippet-only') return `${name} has no settings of a project.`;
  return remove ? `Take the entry out yourself: ${place}.` : `Paste the snippet into ${place}.`;
}

async function preview(
  options: Options,
  id: McpClientId,
  request: ConnectRequest,
): ReturnType<Connector['preview']> {
  return previewOf(await plan(options, id, request));
}

function write(
  options: Options,
  id: McpClientId,
  token: string,
  request: ConnectRequest,
): Promise<ConnectResult> {
  return makePlanned(() => plan(options, id, request), token, {
    change: ({ file, before, after }) =>
      changeFile(
        file,
        { before, after },
        recordName(recordsFolder(options.dataFolder), id, new Date()),
        options,
      ),
    ...(request.remove && { whenDone: 'has no entry of ours' }),
  });
}

interface MachineFacts {
  readonly callers: readonly McpCaller[];
  readonly records: readonly KeptRecord[];
  readonly own: ReadonlySet<string>;
}

async function describeClient(
  options: Options,
  id: McpClientId,
  { callers, records, own }: MachineFacts,
  request: ConnectRequest,
): Promise<ClientState> {
  const { machine } = options;
  const seen = callsOf(id, callers);
  const kind = MCP_CLIENTS[id];
  const file = settingsFile(machine, id, request.project);
  const target = targetFor(options, request);
  const command = request.project === undefined ? kind.command?.(target, request.way) : undefined;
  const snippet = clientSnippet(kind, target, request.way);
  const changed = newestOf(records, id);
  const known = (request.project !== undefined ? kind.projectNote : undefined) ?? kind.note;
  const note = snippet === undefined && 'why' in target.stdio ? target.stdio.why : known;
  return {
    id,
    name: kind.name,
    installed: isInstalled(machine, id, own),
    ...(file === undefined ? {} : { settingsFile: file }),
    connection: await readClient(options, kind, file, target),
    ...(seen === undefined ? {} : { seen }),
    ways: clientWays(kind, target),
    ...(snippet === undefined ? {} : { snippet }),
    place: kind.place,
    ...(kind.deepLink === undefined || request.project !== undefined
      ? {}
      : { deepLink: kind.deepLink(target, request.way) }),
    ...(command === undefined ? {} : { command: ownCommand(machine, command) }),
    takesPointer: POINTER_PLACES[id]?.user !== undefined,
    writable: kind.format !== 'snippet-only' && file !== undefined,
    ...(changed === undefined ? {} : { changedFile: changed.record.file }),
    ...(note === undefined ? {} : { note }),
  };
}

async function runOwnCommand(
  options: ConnectorOptions,
  id: McpClientId,
  request: ConnectRequest,
): Promise<ConnectResult> {
  const { machine } = options;
  const own = MCP_CLIENTS[id].command?.(targetFor(options, request), request.way);
  if (own === undefined) return { ok: false, message: `${MCP_CLIENTS[id].name} has no command for it.` };
  const { ok, output } = await runCommand(machine, own);
  return { ok, message: output || (ok ? 'Done.' : `${own.command} failed.`) };
}

function ownCommand(machine: Machine, own: StdioCommand): NonNullable<ClientState['command']> {
  const line = commandLine(own, machine.platform === 'win32' ? 'windows' : 'sh');
  const available = findCommand(machine, own.command) !== undefined;
  return { ...(line === undefined ? {} : { line }), available };
}

/** Restores the old text, or removes a file created by us. If changed since, removes only our entry. */
async function undo(id: McpClientId, options: ConnectorOptions): Promise<ConnectResult> {
  const newest = newestOf(await readRecords(recordsFolder(options.dataFolder)), id);
  if (newest === undefined) return { ok: false, message: 'There is nothing to take back.' };
  const { path, record } = newest;
  let message = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const planned = await planUndo(MCP_CLIENTS[id], record, options);
    if (!planned.ok) return { ok: false, message: planned.reason };
    const { before, after } = planned;
    const changed =
      after === before.text ? undefined : await changeFile(record.file, planned, undoRecordName(path));
    if (changed === undefined || changed.ok) {
      await retireRecord(path);
      return { ok: true, message: takenBack(planned) };
    }
    message = changed.reason;
    if (!changed.isStale) break;
    await setTimeout(PAUSE_MS);
  }
  return { ok: false, message };
}

function takenBack({ before: { target }, after }: TextChange): string {
  return after === null
    ? `Taken back: ${target} was made for it, and is removed.`
    : `Taken back in ${target}.`;
}

async function planUndo(
  kind: McpClientKind,
  { file, target: written, before, after }: ChangeRecord,
  options: ConnectorOptions,
): Promise<({ readonly ok: true } & TextChange) | { readonly ok: false; readonly reason: string }> {
  const { machine, target } = options;
  const read = await readSettings(file);
  if (!read.ok) return read;
  const now = read.text;
  const obstacle = await linkObstacle(file, now.target, { folder: machine.home, isProject: false });
  if (obstacle !== undefined) return { ok: false, reason: obstacle };
  if (now.target !== written)
    return { ok: false, reason: `${file} leads to ${now.target} now; what was written is in ${written}.` };
  const isAsLeft = after === null ? !now.exists : now.text === after;
  if (isAsLeft && before !== null) return { ok: true, before: now, after: before };
  const removal = planRemoval(kind, now.text, target());
  if (!removal.ok) return { ok: false, reason: `${file} is left as it is. ${removal.reason}` };
  const left = await textOrRemoval(file, now, removal.text, recordsFolder(options.dataFolder));
  return { ok: true, before: now, after: left };
}
