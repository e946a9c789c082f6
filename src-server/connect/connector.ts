import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ChangePreview, ClientState, Connection, ConnectResult } from '../contract/connect.ts';
import {
  type ConnectTarget,
  clientSnippet,
  commandLine,
  MCP_CLIENT_IDS,
  MCP_CLIENTS,
  type McpClientId,
  type McpClientKind,
} from '../contract/mcp-clients.ts';
import { lineDiff } from '../text/line-diff.ts';
import {
  type ChangeStage,
  changeFile,
  type FileText,
  newestRecord,
  readRecord,
  readText,
  recordName,
  retireRecord,
  undoRecordName,
} from './change-file.ts';
import { isInstalled, settingsFile } from './client-files.ts';
import { findCommand, type Place } from './place.ts';
import { planConnection, planRemoval, readConnection } from './plan-connection.ts';
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

/** A change that was worked out and not made yet. */
type Plan =
  | {
      readonly ok: true;
      readonly file: string;
      readonly before: FileText;
      readonly after: string;
      readonly token: string;
    }
  | { readonly ok: false; readonly reason: string };

export function createConnector(options: ConnectorOptions): Connector {
  const { place, target, dataFolder, onStage } = options;
  const records = join(dataFolder, 'connect-backups');

  async function plan(id: McpClientId): Promise<Plan> {
    const kind = MCP_CLIENTS[id];
    const file = settingsFile(place, id);
    if (file === undefined || kind.format !== 'jsonc') {
      return { ok: false, reason: `Paste the snippet into ${kind.place}.` };
    }
    const before = await readSettings(file);
    if (!before.ok) return before;
    const planned = planConnection(kind, before.text.text, target());
    if (!planned.ok)
      return { ok: false, reason: `${file} is left as it is. ${planned.reason} Paste the snippet yourself.` };
    return {
      ok: true,
      file,
      before: before.text,
      after: planned.text,
      token: tokenOf(before.text, planned.text),
    };
  }

  async function state(id: McpClientId): Promise<ClientState> {
    const kind = MCP_CLIENTS[id];
    const file = settingsFile(place, id);
    const own = kind.command?.(target());
    return {
      id,
      name: kind.name,
      installed: isInstalled(place, id),
      ...(file === undefined ? {} : { settingsFile: file }),
      connection: await connectionOf(kind, file, target()),
      snippet: clientSnippet(kind, target()),
      place: kind.place,
      ...(kind.deepLink === undefined ? {} : { deepLink: kind.deepLink(target()) }),
      ...(own === undefined
        ? {}
        : { command: { line: commandLine(own), available: findCommand(place, own.command) !== undefined } }),
      writable: kind.format === 'jsonc' && file !== undefined,
      undoable: (await newestRecord(records, id)) !== undefined,
      ...(kind.note === undefined ? {} : { note: kind.note }),
    };
  }

  return {
    list: () => Promise.all(MCP_CLIENT_IDS.map(state)),
    state,
    async preview(id) {
      const planned = await plan(id);
      if (!planned.ok) return planned;
      const { before, after, token } = planned;
      return {
        ok: true,
        file: before.target,
        exists: before.exists,
        diff: lineDiff(before.text, after),
        token,
      };
    },
    async write(id, token) {
      const planned = await plan(id);
      if (!planned.ok) return { ok: false, message: planned.reason };
      const { file, before, after } = planned;
      if (planned.token !== token) {
        return { ok: false, message: `${file} was changed meanwhile. Look at the difference again.` };
      }
      if (after === before.text) return { ok: true, message: `${file} says so already.` };
      const record = recordName(records, id, new Date());
      const changed = await changeFile(file, { before, after }, record, onStage);
      return changed.ok
        ? { ok: true, message: `Written to ${before.target}.` }
        : { ok: false, message: changed.reason };
    },
    undo: (id) => undo(id, MCP_CLIENTS[id], records),
    async runOwnCommand(id) {
      const own = MCP_CLIENTS[id].command?.(target());
      if (own === undefined) return { ok: false, message: `${MCP_CLIENTS[id].name} has no command for it.` };
      const { ok, output } = await runCommand(place, own);
      return { ok, message: output || (ok ? 'Done.' : `${commandLine(own)} failed.`) };
    },
  };
}

async function connectionOf(
  kind: McpClientKind,
  file: string | undefined,
  target: ConnectTarget,
): Promise<Connection> {
  if (file === undefined) return { state: 'absent' };
  const read = await readSettings(file);
  return read.ok
    ? readConnection(kind, read.text.text, target)
    : { state: 'unreadable', reason: read.reason };
}

async function readSettings(
  file: string,
): Promise<{ readonly ok: true; readonly text: FileText } | { readonly ok: false; readonly reason: string }> {
  try {
    return { ok: true, text: await readText(file) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is no UTF-8 text' : (code ?? message);
    return { ok: false, reason: `${file} can't be read: ${why}.` };
  }
}

/** Names a change by what it starts from and ends with. */
function tokenOf(before: FileText, after: string): string {
  const whole = JSON.stringify([before.target, before.exists, before.text, after]);
  return createHash('sha256').update(whole).digest('hex').slice(0, 32);
}

/**
 * Puts the old text back where the file still says what we wrote; where it was changed since, only our entry is taken
 * out of it. A file that we made and nobody touched is emptied of our entry, not removed.
 */
async function undo(id: McpClientId, kind: McpClientKind, records: string): Promise<ConnectResult> {
  const name = await newestRecord(records, id);
  const record = name === undefined ? undefined : await readRecord(name);
  if (name === undefined || record === undefined)
    return { ok: false, message: 'There is nothing to take back.' };
  const read = await readSettings(record.file);
  if (!read.ok) return { ok: false, message: read.reason };
  const now = read.text;
  const isUntouched = now.text === record.after && record.before !== null;
  const removal = planRemoval(kind, now.text);
  if (!isUntouched && !removal.ok)
    return { ok: false, message: `${record.file} is left as it is. ${removal.reason}` };
  const after = isUntouched ? (record.before ?? '') : removal.ok ? removal.text : now.text;
  if (after !== now.text) {
    const changed = await changeFile(record.file, { before: now, after }, undoRecordName(name));
    if (!changed.ok) return { ok: false, message: changed.reason };
  }
  await retireRecord(name);
  return { ok: true, message: `Taken back in ${now.target}.` };
}
