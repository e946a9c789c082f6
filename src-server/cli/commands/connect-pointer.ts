import { strayFiles } from '../../connect/pointer/pointer-files.ts';
import { POINTER_PLACES } from '../../connect/pointer/pointer-places.ts';
import type { ClientState } from '../../contract/clients/connect.ts';
import { MCP_CLIENT_IDS, MCP_CLIENTS, type McpClientId } from '../../contract/clients/mcp-clients.ts';
import {
  POINTER_LINES,
  type PointerAction,
  type PointerScope,
  type PointerTarget,
  pointerWords,
} from '../../contract/clients/pointer.ts';
import { printable, printableLines } from '../../contract/words/printable.ts';
import { formatDiff } from '../../platform/diff.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { cliLine } from '../own-command.ts';
import type { OwnConnector } from '../own-connector.ts';
import { isHere } from '../text/describe-client.ts';

export interface PointerOptions {
  readonly print: boolean;
  readonly write: boolean;
  readonly remove: boolean;
  readonly scope: PointerScope;
}

type PointerFacts = Pick<OwnConnector, 'connector' | 'pointerFiles' | 'inProjects'>;

export async function connectPointer(
  client: McpClientId | undefined,
  { print, write, remove, scope }: PointerOptions,
  own: Pick<OwnConnector, 'connector' | 'pointers'>,
  io: CliIo,
): Promise<void> {
  if (print) return io.out(POINTER_LINES.join('\n'));
  const pointers = own.pointers();
  const target = targetOf(client, scope, io.cwd);
  const action: PointerAction = remove ? 'remove' : 'add';
  const preview = await pointers.preview(target, action);
  if (!preview.ok) {
    const ways = [...theBlock(client, scope, io), ...elsewhere(client, scope, io)];
    // If the client's rules can only be pasted by hand, showing the lines completes the request.
    if (!write && !remove && isPasted(client, scope))
      return io.out([preview.reason, '', ...POINTER_LINES, '', ...ways].join('\n'));
    return fail([preview.reason, ...(remove ? [] : ways)].join('\n'), io);
  }
  const file = printable(preview.file);
  if (preview.diff.length === 0)
    return io.out(remove ? `${file} has no pointer.` : `${file} has the pointer already.`);
  const diff = printableLines(formatDiff(preview.diff));
  if (!write && !remove) {
    const line = cliLine(pointerWords(client, scope, '--write'), io);
    io.out(`Would change ${file}:\n\n${diff}\n\nWrite it: ${line}`);
    return sayUnconnected(client, own, io);
  }
  io.out(`${file}:\n${diff}`);
  const { ok, message } = await pointers.write(target, action, preview.token);
  if (!ok) return fail(message, io);
  io.out(printableLines(message));
  if (remove) return;
  io.out(`Take it out again: ${removalLine(client, scope, io)}`);
  await sayUnconnected(client, own, io);
}

/** A disconnected client's pointer refers to an unknown service. */
async function sayUnconnected(
  client: McpClientId | undefined,
  { connector }: Pick<OwnConnector, 'connector'>,
  io: CliIo,
): Promise<void> {
  if (client === undefined) return;
  const states = [await connector.state(client), await connector.state(client, { project: io.cwd })];
  if (states.some(({ connection }) => connection.state !== 'absent')) return;
  const line = cliLine(['connect', client, '--write'], io);
  io.out(`${MCP_CLIENTS[client].name} is not connected yet, so it has nobody to ask: ${line}`);
}

/** Remaining pointer of a disconnected client. */
export async function pointerLeft(
  client: McpClientId,
  project: string | undefined,
  own: PointerFacts,
  io: CliIo,
): Promise<readonly string[]> {
  // A project's file belongs to its clients; a user's file may have other readers.
  const clients = project === undefined ? await own.connector.list() : [await own.connector.state(client)];
  const files = await own.pointerFiles(clients, project);
  const read = files.filter(({ readers }) => readers.some(({ id }) => id === client));
  const [left] = project === undefined ? await strayFiles(read, own.inProjects) : read;
  return left === undefined ? [] : [leftLine(left.file, client, scopeOf(project), io)];
}

/** Files with readers, or a warning about missing readers. */
export async function describePointers(
  clients: readonly ClientState[],
  project: string | undefined,
  own: PointerFacts,
  io: CliIo,
): Promise<readonly string[]> {
  const files = await own.pointerFiles(clients, project);
  if (project !== undefined)
    return files.map(
      ({ file, readers: [reader] }) =>
        `The pointer is in ${printable(file)}. Take it out: ${removalLine(reader?.id, 'project', io)}`,
    );
  const strays = await strayFiles(files, own.inProjects);
  return files.map((pointer) => {
    const { file, readers } = pointer;
    if (strays.includes(pointer)) return leftLine(file, readers[0]?.id, 'user', io);
    const here = readers.filter(isHere);
    const names = (here.length === 0 ? readers : here).map(({ name }) => name);
    return `The pointer is in ${printable(file)}, for ${names.join(', ')}.`;
  });
}

/** File with the pointer, else the command to add. */
export async function pointerOf(
  state: ClientState,
  project: string | undefined,
  own: PointerFacts,
  io: CliIo,
): Promise<readonly string[]> {
  const places = POINTER_PLACES[state.id];
  if (places === undefined) return [];
  const folder = project ?? (places.user === undefined ? io.cwd : undefined);
  const [found] = await own.pointerFiles([state], folder);
  const line = cliLine(pointerWords(state.id, scopeOf(folder)), io);
  if (found === undefined) return [`So that it asks by itself: ${line}`];
  const file = printable(found.file);
  return [
    found.isCurrent ? `The pointer is in ${file}.` : `The pointer in ${file} is not as it is today: ${line}`,
  ];
}

function scopeOf(project: string | undefined): PointerScope {
  return project === undefined ? 'user' : 'project';
}

function leftLine(file: string, client: McpClientId | undefined, scope: PointerScope, io: CliIo): string {
  return `${printable(file)} still tells agents to ask this service. Take those lines out: ${removalLine(client, scope, io)}`;
}

function removalLine(client: McpClientId | undefined, scope: PointerScope, io: CliIo): string {
  return cliLine(pointerWords(client, scope, '--remove'), io);
}

function isPasted(client: McpClientId | undefined, scope: PointerScope): boolean {
  return scope === 'user' && client !== undefined && POINTER_PLACES[client]?.instead !== undefined;
}

function theBlock(client: McpClientId | undefined, scope: PointerScope, io: CliIo): readonly string[] {
  return [`The block alone: ${cliLine(pointerWords(client, scope, '--print'), io)}`];
}

/** The project's file, without user-wide file. */
function elsewhere(client: McpClientId | undefined, scope: PointerScope, io: CliIo): readonly string[] {
  const places = client && POINTER_PLACES[client];
  if (scope === 'project' || !places || places.user !== undefined) return [];
  return [`In this folder’s project: ${cliLine(pointerWords(client, 'project'), io)}`];
}

function targetOf(client: McpClientId | undefined, scope: PointerScope, folder: string): PointerTarget {
  if (scope === 'project') return { scope, folder, ...(client && { client }) };
  if (client === undefined)
    throw new CliError(
      EXIT_CODES.usage,
      `Name a client (${MCP_CLIENT_IDS.join(', ')}), or use --scope project for all of them.`,
    );
  return { scope, client };
}

function fail(reason: string, io: CliIo): void {
  io.err(printableLines(reason));
  io.setExitCode(EXIT_CODES.failed);
}
