import { POINTER_PLACES } from '../../connect/pointer-places.ts';
import { findPointer, type PointerRequest, previewPointer, writePointer } from '../../connect/pointers.ts';
import type { ConnectRequest } from '../../contract/clients/connect.ts';
import { MCP_CLIENT_IDS, type McpClientId } from '../../contract/clients/mcp-clients.ts';
import { POINTER_LINES } from '../../contract/clients/pointer.ts';
import { printable, printableLines } from '../../contract/words/printable.ts';
import { formatDiff } from '../../platform/diff.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { cliLine } from '../own-command.ts';
import type { OwnConnector } from '../own-connector.ts';

export interface PointerOptions {
  readonly print: boolean;
  readonly write: boolean;
  readonly remove: boolean;
}

/** @param project of the current folder; default: the user's files */
export async function connectPointer(
  client: McpClientId | undefined,
  project: string | undefined,
  { print, write, remove }: PointerOptions,
  { machine }: OwnConnector,
  io: CliIo,
): Promise<void> {
  if (print) return io.out(POINTER_LINES.join('\n'));
  if (client === undefined && project === undefined)
    throw new CliError(
      EXIT_CODES.usage,
      `Name a client (${MCP_CLIENT_IDS.join(', ')}), or use --scope project for all of them.`,
    );
  const request: PointerRequest = {
    ...(client && { client }),
    ...(project !== undefined && { project }),
    remove,
  };
  const line = (...options: readonly string[]) => cliLine(pointerWords(client, project, ...options), io);
  const preview = await previewPointer(machine, request);
  if (!preview.ok) {
    const said = remove ? [preview.reason] : [preview.reason, '', ...POINTER_LINES];
    return fail(said.join('\n'), io);
  }
  const file = printable(preview.file);
  if (preview.diff.length === 0)
    return io.out(`${file} ${remove ? 'has no pointer' : 'has the pointer already'}.`);
  const diff = printableLines(formatDiff(preview.diff));
  if (!write && !remove) return io.out(`Would change ${file}:\n\n${diff}\n\nWrite it: ${line('--write')}`);
  io.out(`${file}:\n${diff}`);
  const { ok, message } = await writePointer(machine, request, preview.token);
  if (!ok) return fail(message, io);
  io.out(printableLines(message));
  if (!remove) io.out(`Take it out again: ${line('--remove')}`);
}

/** Where the client's pointer is, and how to add, update or (after the entry was removed) remove it. */
export async function pointerHint(
  client: McpClientId,
  { project, remove = false }: ConnectRequest,
  { machine }: OwnConnector,
  io: CliIo,
): Promise<readonly string[]> {
  const places = POINTER_PLACES[client];
  if (places === undefined) return [];
  const folder = project ?? (places.user === undefined ? io.cwd : undefined);
  const found = await findPointer(machine, { client, ...(folder !== undefined && { project: folder }) });
  const line = (...options: readonly string[]) => cliLine(pointerWords(client, folder, ...options), io);
  if (found === undefined) return remove ? [] : [`So that it asks by itself: ${line()}`];
  const file = printable(found.file);
  if (remove)
    return [
      `${file} still tells agents to ask this service. If no other agent reads it: ${line('--remove')}`,
    ];
  return [
    found.isCurrent
      ? `The pointer is in ${file}.`
      : `The pointer in ${file} is not as it is today: ${line()}`,
  ];
}

function pointerWords(
  client: McpClientId | undefined,
  project: string | undefined,
  ...options: readonly string[]
): readonly string[] {
  const scope = project === undefined ? [] : ['--scope', 'project'];
  return ['connect', ...(client === undefined ? [] : [client]), '--pointer', ...scope, ...options];
}

function fail(reason: string, io: CliIo): void {
  io.err(printableLines(reason));
  io.setExitCode(EXIT_CODES.failed);
}
