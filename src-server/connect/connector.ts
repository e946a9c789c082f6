import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ChangePreview, ClientState, Connection, ConnectResult } from '../contract/connect.ts';
import {
  type ConnectTarget,
  clientSnippet,
  commandLine,
  MCP_CLIENT_IDS,
  MCP_CLIENTS,
  type McpClientId,
  type McpClientKind,
  type StdioCommand,
} from '../contract/mcp-clients.ts';
import {
  type ChangeRecord,
  type ChangeStage,
  changeFile,
  newestRecord,
  readRecord,
  recordName,
  retireRecord,
  undoRecordName,
} from './change-file.ts';
import { isInstalled, settingsFile } from './client-files.ts';
import { findCommand, type Place } from './place.ts';
import { planConnection, planRemoval, readConnection } from './plan-connection.ts';
import {
  ATTEMPTS,
  makePlanned,
  PAUSE_MS,
  type PlannedChange,
  plannedChange,
  previewOf,
  readSettings,
} from './planned-change.ts';
import { type FileText, linkObstacle } from './read-settings.ts';
import { runCommand } from './run-command.ts';

export interface ConnectorOptions {
  readonly place: Place;
  /** What to connect to, asked each time: the service may move to another port. */
  readonly target: () => ConnectTarget;
  /** This service's data folder, where the old texts are put aside. */
  readonly dataFolder: string;
  readonly onStage?: (stage: ChangeStage) => void;
}

/** Connects the IDEs and agents of a user. Nothing is written but by `write`, `undo` and `runOwnCommand`. */
export interface Connector {
  list(): Promise<readonly ClientState[]>;
  state(id: McpClientId): Promise<ClientState>;
  preview(id: McpClientId): Promise<ChangePreview>;
  /** Makes the change that a preview showed, and no other. */
  write(id: McpClientId, token: string): Promise<ConnectResult>;
  /** Takes the last change of a client's settings back. */
  undo(id: McpClientId): Promise<ConnectResult>;
  /** Runs the client's own command for adding a server. */
  runOwnCommand(id: McpClientId): Promise<ConnectResult>;
}

export function createConnector(options: ConnectorOptions): Connector {
  const state = (id: McpClientId) => describeClient(options, id);
  return {
    list: () => Promise.all(MCP_CLIENT_IDS.map(state)),
    state,
    preview: (id) => preview(options, id),
    write: (id, token) => write(options, id, token),
    undo: (id) => undo(id, MCP_CLIENTS[id], recordsOf(options), options.place.home),
    runOwnCommand: (id) => runOwnCommand(options, id),
  };
}

function recordsOf({ dataFolder }: ConnectorOptions): string {
  return join(dataFolder, 'connect-backups');
}

async function plan({ place, target }: ConnectorOptions, id: McpClientId): Promise<PlannedChange> {
  const kind = MCP_CLIENTS[id];
  const file = settingsFile(place, id);
  if (file === undefined || kind.format !== 'jsonc') {
    return { ok: false, reason: `Paste the snippet into ${kind.place}.` };
  }
  const { stdio } = target();
  if (kind.startsServer && 'why' in stdio) return { ok: false, reason: stdio.why };
  const before = await readSettings(file);
  if (!before.ok) return before;
  const { target: writtenTo } = before.text;
  const obstacle = await linkObstacle(file, writtenTo, place.home);
  if (obstacle !== undefined) return { ok: false, reason: `${obstacle} Paste the snippet yourself.` };
  const planned = planConnection(kind, before.text.text, target());
  if (!planned.ok)
    return { ok: false, reason: `${file} is left as it is. ${planned.reason} Paste the snippet yourself.` };
  return plannedChange(file, before.text, planned.text);
}

async function preview(options: ConnectorOptions, id: McpClientId): ReturnType<Connector['preview']> {
  return previewOf(await plan(options, id));
}

function write(options: ConnectorOptions, id: McpClientId, token: string): Promise<ConnectResult> {
  return makePlanned(
    () => plan(options, id),
    token,
    ({ file, before, after }) =>
      changeFile(file, { before, after }, recordName(recordsOf(options), id, new Date()), options),
  );
}

async function describeClient(options: ConnectorOptions, id: McpClientId): Promise<ClientState> {
  const { place, target } = options;
  const kind = MCP_CLIENTS[id];
  const file = settingsFile(place, id);
  const own = kind.command?.(target());
  const { stdio } = target();
  const snippet = clientSnippet(kind, target());
  const note = snippet === undefined && 'why' in stdio ? stdio.why : kind.note;
  return {
    id,
    name: kind.name,
    installed: isInstalled(place, id),
    ...(file === undefined ? {} : { settingsFile: file }),
    connection: await connectionOf(kind, file, target()),
    ...(snippet === undefined ? {} : { snippet }),
    place: kind.place,
    ...(kind.deepLink === undefined ? {} : { deepLink: kind.deepLink(target()) }),
    ...(own === undefined ? {} : { command: ownCommand(place, own) }),
    writable: kind.format === 'jsonc' && file !== undefined,
    undoable: (await newestRecord(recordsOf(options), id)) !== undefined,
    ...(note === undefined ? {} : { note }),
  };
}

async function runOwnCommand({ place, target }: ConnectorOptions, id: McpClientId): Promise<ConnectResult> {
  const own = MCP_CLIENTS[id].command?.(target());
  if (own === undefined) return { ok: false, message: `${MCP_CLIENTS[id].name} has no command for it.` };
  const { ok, output } = await runCommand(place, own);
  return { ok, message: output || (ok ? 'Done.' : `${own.command} failed.`) };
}

function ownCommand(place: Place, own: StdioCommand): NonNullable<ClientState['command']> {
  const line = commandLine(own, place.platform === 'win32' ? 'windows' : 'sh');
  const available = findCommand(place, own.command) !== undefined;
  return { ...(line === undefined ? {} : { line }), available };
}

async function connectionOf(
  kind: McpClientKind,
  file: string | undefined,
  target: ConnectTarget,
): Promise<Connection> {
  if (file === undefined) return { state: 'absent' };
  const read = await readSettings(file);
  return read.ok
    ? readConnection(kind, read.text.text, target, existsSync)
    : { state: 'unreadable', reason: read.reason };
}

/**
 * Puts the old text back where the file still says what we wrote; where it was changed since, only our entry is taken
 * out of it. A file that we made and nobody touched is emptied of our entry, not removed.
 */
async function undo(
  id: McpClientId,
  kind: McpClientKind,
  records: string,
  home: string,
): Promise<ConnectResult> {
  const name = await newestRecord(records, id);
  const record = name === undefined ? undefined : await readRecord(name);
  if (name === undefined || record === undefined)
    return { ok: false, message: 'There is nothing to take back.' };
  let message = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const planned = await planUndo(kind, record, home);
    if (!planned.ok) return { ok: false, message: planned.reason };
    const { before, after } = planned;
    const changed =
      after === before.text ? undefined : await changeFile(record.file, planned, undoRecordName(name));
    if (changed === undefined || changed.ok) {
      await retireRecord(name);
      return { ok: true, message: `Taken back in ${before.target}.` };
    }
    message = changed.reason;
    if (!changed.isStale) break;
    await setTimeout(PAUSE_MS);
  }
  return { ok: false, message };
}

async function planUndo(
  kind: McpClientKind,
  { file, before, after }: ChangeRecord,
  home: string,
): Promise<
  | { readonly ok: true; readonly before: FileText; readonly after: string }
  | { readonly ok: false; readonly reason: string }
> {
  const read = await readSettings(file);
  if (!read.ok) return read;
  const now = read.text;
  const obstacle = await linkObstacle(file, now.target, home);
  if (obstacle !== undefined) return { ok: false, reason: obstacle };
  if (now.text === after && before !== null) return { ok: true, before: now, after: before };
  const removal = planRemoval(kind, now.text);
  return removal.ok
    ? { ok: true, before: now, after: removal.text }
    : { ok: false, reason: `${file} is left as it is. ${removal.reason}` };
}
