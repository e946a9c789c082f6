import { POINTER_PLACES } from '../../connect/pointer/pointer-places.ts';
import type { Pointers } from '../../connect/pointer/pointers.ts';
import type { ClientState } from '../../contract/connect.ts';
import { MCP_CLIENT_IDS, type McpClientId } from '../../contract/mcp-clients.ts';
import {
  POINTER_LINES,
  type PointerDeed,
  type PointerScope,
  type PointerTarget,
} from '../../contract/pointer.ts';
import { printable, printableLines } from '../../contract/printable.ts';
import { formatDiff } from '../../text/line-diff.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { ownLine } from '../own-command.ts';
import type { OwnConnector } from '../own-connector.ts';

export interface PointerOptions {
  readonly print: boolean;
  readonly write: boolean;
  readonly remove: boolean;
  readonly scope: PointerScope;
}

/** `skills-registry connect [client] --pointer`: shows the difference; makes it where it is to write or to remove. */
export async function connectPointer(
  client: McpClientId | undefined,
  { print, write, remove, scope }: PointerOptions,
  pointers: Pointers,
  io: CliIo,
): Promise<void> {
  if (print) return io.out(POINTER_LINES.join('\n'));
  const target = targetOf(client, scope, io.cwd);
  const deed: PointerDeed = remove ? 'remove' : 'add';
  const preview = await pointers.preview(target, deed);
  if (!preview.ok) return fail([preview.reason, ...elsewhere(client, scope, io)].join('\n'), io);
  const file = printable(preview.file);
  if (preview.diff.length === 0)
    return io.out(remove ? `${file} has no pointer.` : `${file} has the pointer already.`);
  const diff = printableLines(formatDiff(preview.diff));
  if (!write && !remove) {
    const line = ownLine([...pointerWords(client, scope), '--write'], io);
    return io.out(`Would change ${file}:\n\n${diff}\n\nWrite it: ${line}`);
  }
  io.out(`${file}:\n${diff}`);
  const { ok, message } = await pointers.write(target, deed, preview.token);
  if (!ok) return fail(message, io);
  io.out(printableLines(message));
  if (!remove) io.out(`Take it out again: ${removalLine(client, scope, io)}`);
}

/** What is said where a client's entry is gone and a file still tells it to ask. */
export async function pointerLeft(
  client: McpClientId,
  project: string | undefined,
  own: Pick<OwnConnector, 'connector' | 'strayPointers' | 'fileWithPointer'>,
  io: CliIo,
): Promise<readonly string[]> {
  const file =
    project === undefined
      ? (await own.strayPointers(await own.connector.list())).find(({ readers }) => readers.includes(client))
          ?.file
      : await own.fileWithPointer({ scope: 'project', folder: project, client });
  return file === undefined ? [] : [leftLine(file, client, project === undefined ? 'user' : 'project', io)];
}

/** A line for each file that tells agents to ask which aren't connected. */
export async function strayLines(
  { strayPointers }: Pick<OwnConnector, 'strayPointers'>,
  clients: readonly ClientState[],
  io: CliIo,
): Promise<readonly string[]> {
  return (await strayPointers(clients)).map(({ file, readers }) => leftLine(file, readers[0], 'user', io));
}

function leftLine(file: string, client: McpClientId | undefined, scope: PointerScope, io: CliIo): string {
  return `${printable(file)} still tells agents to ask this service. Take those lines out: ${removalLine(client, scope, io)}`;
}

function removalLine(client: McpClientId | undefined, scope: PointerScope, io: CliIo): string {
  return ownLine([...pointerWords(client, scope), '--remove'], io);
}

/** The command that makes a connected client ask by itself, if it reads any file. */
export function pointerHint(client: McpClientId, io: CliIo): readonly string[] {
  const places = POINTER_PLACES[client];
  if (places === undefined) return [];
  const words = pointerWords(client, places.user === undefined ? 'project' : 'user');
  return [`So that it asks by itself: ${ownLine(words, io)}`];
}

/** Where there is no file for all projects, there may be one in this project. */
function elsewhere(client: McpClientId | undefined, scope: PointerScope, io: CliIo): readonly string[] {
  const places = client && POINTER_PLACES[client];
  if (scope === 'project' || !places || places.user !== undefined) return [];
  return [`In this folder’s project: ${ownLine(pointerWords(client, 'project'), io)}`];
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

function pointerWords(client: McpClientId | undefined, scope: PointerScope): readonly string[] {
  return [
    'connect',
    ...(client === undefined ? [] : [client]),
    '--pointer',
    ...(scope === 'project' ? ['--scope', scope] : []),
  ];
}

function fail(reason: string, io: CliIo): void {
  io.err(printableLines(reason));
  io.setExitCode(EXIT_CODES.failed);
}
