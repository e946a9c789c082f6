import { POINTER_PLACES } from '../../connect/pointer-places.ts';
import { type PointerRequest, previewPointer, writePointer } from '../../connect/pointers.ts';
import { MCP_CLIENT_IDS, type McpClientId, POINTER_LINES } from '../../contract/clients/clients.ts';
import { printable, printableLines } from '../../contract/outside-text.ts';
import { formatDiff } from '../../platform/text.ts';
import { CliError, type CliIo, cliLine, EXIT_CODES } from '../cli-io.ts';
import type { OwnConnector } from '../own-connector.ts';

export interface PointerOptions {
  readonly print?: boolean;
  readonly write?: boolean;
  readonly remove?: boolean;
}

export const WRITE_IT = 'To write it, add --write.';

/** @param project of the current folder; default: the user's files */
export async function connectPointer(
  client: McpClientId | undefined,
  project: string | undefined,
  { print, write, remove = false }: PointerOptions,
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
  const preview = await previewPointer(machine, request);
  if (!preview.ok) {
    const said = remove ? [preview.reason] : [preview.reason, '', ...POINTER_LINES];
    return fail(said.join('\n'), io);
  }
  const file = printable(preview.file);
  if (preview.diff.length === 0)
    return io.out(`${file} ${remove ? 'has no pointer' : 'has the pointer already'}.`);
  const diff = printableLines(formatDiff(preview.diff));
  if (!write && !remove) return io.out(`Would change ${file}:\n\n${diff}\n\n${WRITE_IT}`);
  io.out(`${file}:\n${diff}`);
  const { ok, message } = await writePointer(machine, request, preview.token);
  if (!ok) return fail(message, io);
  io.out(printableLines(message));
}

/** How to add the client's pointer, or to take it out after its entry. */
export function pointerHint(
  client: McpClientId,
  project: string | undefined,
  remove: boolean,
  io: CliIo,
): readonly string[] {
  const places = POINTER_PLACES[client];
  if (places === undefined) return [];
  const folder = project ?? (places.user === undefined ? io.cwd : undefined);
  const scope = folder === undefined ? [] : ['--scope', 'project'];
  const line = cliLine(['connect', client, '--pointer', ...scope, ...(remove ? ['--remove'] : [])], io);
  return [
    remove
      ? `If no other agent reads the lines in its instruction file: ${line}`
      : `So that it asks by itself: ${line}`,
  ];
}

function fail(reason: string, io: CliIo): void {
  io.err(printableLines(reason));
  io.setExitCode(EXIT_CODES.failed);
}
