import { setTimeout } from 'node:timers/promises';
import type { McpCaller } from '../contract/api/api.ts';
import { callsOf } from '../contract/clients/client-calls.ts';
import type { ChangePreview, ClientState, ConnectResult, ConnectWish } from '../contract/clients/connect.ts';
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
import { leaveNothing } from './leave-nothing.ts';
import { createPathLooks, type LookAtPath } from './path-looks.ts';
import { findCommand, type Place } from './place.ts';
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
import { lookAtPrograms } from './read-connection.ts';
import { linkObstacle } from './read-settings.ts';
import { registryWords } from './registry-option.ts';
import { runCommand } from './run-command.ts';

export interface ConnectorOptions {
  readonly place: Place;
  /** Asked each time: the port may change. */
  readonly target: () => ConnectTarget;
  /** Absolute; keeps the backups. */
  readonly dataFolder: string;
  readonly callers?: () => Promise<readonly McpCaller[]>;
  /** Default: `createPathLooks()`. */
  readonly look?: LookAtPath;
  /** Default: whether the path is a folder. */
  readonly isRegistry?: (folder: string) => Promise<boolean>;
  readonly onStage?: (stage: ChangeStage) => void;
}

/** Only `write`, `undo` and `runOwnCommand` write. */
export interface Connector {
  list(wish?: ConnectWish): Promise<readonly ClientState[]>;
  state(id: McpClientId, wish?: ConnectWish): Promise<ClientState>;
  preview(id: McpClientId, wish?: ConnectWish): Promise<ChangePreview>;
  /** Makes the previewed change and no other. */
  write(id: McpClientId, token: string, wish?: ConnectWish): Promise<ConnectResult>;
  undo(id: McpClientId): Promise<ConnectResult>;
  runOwnCommand(id: McpClientId, wish?: ConnectWish): Promise<ConnectResult>;
}

type Options = ConnectorOptions & Required<Pick<ConnectorOptions, 'look'>>;

export function createConnector(given: ConnectorOptions): Connector {
  const { callers = async () => [] } = given;
  const options: Options = { ...given, look: given.look ?? createPathLooks() };
  const describeAll = async (ids: readonly McpClientId[], wish?: ConnectWish) => {
    const records = await readRecords(recordsFolder(options.dataFolder));
    const facts = { callers: await callers(), records, own: await ownFiles(records, options.look) };
    return Promise.all(ids.map((id) => describeClient(options, id, facts, wish)));
  };
  return {
    list: (wish) => describeAll(MCP_CLIENT_IDS, wish),
    state: async (id, wish) => (await describeAll([id], wish))[0] as ClientState,
    preview: (id, wish) => preview(options, id, wish),
    write: (id, token, wish) => write(options, id, token, wish),
    undo: (id) => undo(id, options),
    runOwnCommand: (id, wish) => runOwnCommand(options, id, wish),
  };
}

/** Shared settings prefer an address: a command is a local path. */
function targetFor({ target }: ConnectorOptions, { project, registry }: ConnectWish): ConnectTarget {
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

async function plan(options: Options, id: McpClientId, wish: ConnectWish): Promise<PlannedChange> {
  const { place } = options;
  const kind = MCP_CLIENTS[id];
  const file = settingsFile(place, id, wish.project);
  if (file === undefined || kind.format === 'snippet-only')
    return { ok: false, reason: whereByHand(kind, wish) };
  const target = targetFor(options, wish);
  const { stdio } = target;
  if (kind.startsServer && 'why' in stdio && !wish.remove) return { ok: false, reason: stdio.why };
  const before = await readSettings(file);
  if (!before.ok) return before;
  const { target: writtenTo, text } = before.text;
  const obstacle = await linkObstacle(file, writtenTo, {
    folder: wish.project ?? place.home,
    isProject: wish.project !== undefined,
  });
  if (obstacle !== undefined) return { ok: false, reason: `${obstacle} ${byHand(wish)}` };
  const planned = wish.remove
    ? planRemoval(kind, text, target)
    : planConnection(kind, text, target, wish, await lookAtPrograms(kind, text, target, options.look));
  if (!planned.ok)
    return { ok: false, reason: `${file} is left as it is. ${planned.reason} ${byHand(wish)}` };
  const after = wish.remove
    ? await leaveNothing(file, before.text, planned.text, recordsFolder(options.dataFolder))
    : planned.text;
  return plannedChange(file, before.text, after);
}

function byHand({ remove }: ConnectWish): string {
  return remove ? 'Take the entry out yourself.' : 'Paste the snippet yourself.';
}

function whereByHand({ name, place, format }: McpClientKind, { project, remove }: ConnectWish): string {
  if (project !== undefined && format !== 'snippet-only') return `${name} has no settings of a project.`;
  return remove ? `Take the entry out yourself: ${place}.` : `Paste the snippet into ${place}.`;
}

async function preview(
  options: Options,
  id: McpClientId,
  wish: ConnectWish = {},
): ReturnType<Connector['preview']> {
  return previewOf(await plan(options, id, wish));
}

function write(
  options: Options,
  id: McpClientId,
  token: string,
  wish: ConnectWish = {},
): Promise<ConnectResult> {
  return makePlanned(() => plan(options, id, wish), token, {
    change: ({ file, before, after }) =>
      changeFile(
        file,
        { before, after },
        recordName(recordsFolder(options.dataFolder), id, new Date()),
        options,
      ),
    ...(wish.remove && { whenDone: 'has no entry of ours' }),
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
  wish: ConnectWish = {},
): Promise<ClientState> {
  const { place } = options;
  const seen = callsOf(id, callers);
  const kind = MCP_CLIENTS[id];
  const file = settingsFile(place, id, wish.project);
  const target = targetFor(options, wish);
  const command = wish.project === undefined ? kind.command?.(target, wish.way) : undefined;
  const snippet = clientSnippet(kind, target, wish.way);
  const changed = newestOf(records, id);
  const known = (wish.project !== undefined ? kind.projectNote : undefined) ?? kind.note;
  const note = snippet === undefined && 'why' in target.stdio ? target.stdio.why : known;
  return {
    id,
    name: kind.name,
    installed: isInstalled(place, id, own),
    ...(file === undefined ? {} : { settingsFile: file }),
    connection: await readClient(options, kind, file, target),
    ...(seen === undefined ? {} : { seen }),
    ways: clientWays(kind, target),
    ...(snippet === undefined ? {} : { snippet }),
    place: kind.place,
    ...(kind.deepLink === undefined || wish.project !== undefined
      ? {}
      : { deepLink: kind.deepLink(target, wish.way) }),
    ...(command === undefined ? {} : { command: ownCommand(place, command) }),
    takesPointer: POINTER_PLACES[id]?.user !== undefined,
    writable: kind.format !== 'snippet-only' && file !== undefined,
    ...(changed === undefined ? {} : { changedFile: changed.record.file }),
    ...(note === undefined ? {} : { note }),
  };
}

async function runOwnCommand(
  options: ConnectorOptions,
  id: McpClientId,
  wish: ConnectWish = {},
): Promise<ConnectResult> {
  const { place } = options;
  const own = MCP_CLIENTS[id].command?.(targetFor(options, wish), wish.way);
  if (own === undefined) return { ok: false, message: `${MCP_CLIENTS[id].name} has no command for it.` };
  const { ok, output } = await runCommand(place, own);
  return { ok, message: output || (ok ? 'Done.' : `${own.command} failed.`) };
}

function ownCommand(place: Place, own: StdioCommand): NonNullable<ClientState['command']> {
  const line = commandLine(own, place.platform === 'win32' ? 'windows' : 'sh');
  const available = findCommand(place, own.command) !== undefined;
  return { ...(line === undefined ? {} : { line }), available };
}

/**
 * Restores the old text, or removes a file created by us. If the file was changed since, removes only our
 * entry.
 */
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
  const { place, target } = options;
  const read = await readSettings(file);
  if (!read.ok) return read;
  const now = read.text;
  const obstacle = await linkObstacle(file, now.target, { folder: place.home, isProject: false });
  if (obstacle !== undefined) return { ok: false, reason: obstacle };
  if (now.target !== written)
    return { ok: false, reason: `${file} leads to ${now.target} now; what was written is in ${written}.` };
  const isAsLeft = after === null ? !now.exists : now.text === after;
  if (isAsLeft && before !== null) return { ok: true, before: now, after: before };
  const removal = planRemoval(kind, now.text, target());
  if (!removal.ok) return { ok: false, reason: `${file} is left as it is. ${removal.reason}` };
  const left = await leaveNothing(file, now, removal.text, recordsFolder(options.dataFolder));
  return { ok: true, before: now, after: left };
}
