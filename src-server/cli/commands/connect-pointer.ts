import { POINTER_PLACES } from '../../connect/pointer/pointer-places.ts';
import type { Pointers } from '../../connect/pointer/pointers.ts';
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

export interface PointerOptions {
  readonly print: boolean;
  readonly remove: boolean;
  readonly scope: PointerScope;
}

/** `skills-registry connect [client] --pointer`: shows the difference, then makes it. */
export async function connectPointer(
  client: McpClientId | undefined,
  { print, remove, scope }: PointerOptions,
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
  io.out(`${file}:\n${printableLines(formatDiff(preview.diff))}`);
  const { ok, message } = await pointers.write(target, deed, preview.token);
  if (!ok) return fail(message, io);
  io.out(printableLines(message));
  if (!remove) io.out(`Take it out again: ${ownLine([...pointerWords(client, scope), '--remove'], io)}`);
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
