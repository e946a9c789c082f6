import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { Connector } from '../../connect/connector.ts';
import type { ClientState, DoctorFinding } from '../../contract/connect.ts';
import { MCP_CLIENT_IDS, type McpClientId } from '../../contract/mcp-clients.ts';
import { printable, printableLines } from '../../contract/printable.ts';
import { formatDiff } from '../../text/line-diff.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { ownConnector } from '../own-connector.ts';
import { connectPointer, type PointerOptions, pointerHint } from './connect-pointer.ts';

interface ConnectOptions extends PointerOptions {
  readonly pointer: boolean;
  readonly json: boolean;
  readonly write: boolean;
  readonly run: boolean;
  readonly undo: boolean;
  readonly doctor: boolean;
  readonly url?: string;
}

/** `skills-registry connect`: sets IDEs and agents up for this service. */
export function registerConnect(program: Command, io: CliIo): void {
  program
    .command('connect')
    .description('connect an IDE or agent to the service; without a name: list them')
    .addArgument(new Argument('[client]', 'which one').choices(MCP_CLIENT_IDS))
    .option('--print', 'print the snippet to paste, and nothing else', false)
    .option('--write', 'show the difference and write it into the client’s settings, keeping a backup', false)
    .option('--run', 'run the client’s own command for it', false)
    .option('--undo', 'take the last change of its settings back', false)
    .option(
      '--pointer',
      'show and write the few lines into a file that the client always reads, which say when to ask',
      false,
    )
    .option('--remove', 'with --pointer: take these lines out again', false)
    .addOption(
      new Option('--scope <scope>', 'with --pointer: for all your projects, or for the one in this folder')
        .choices(['user', 'project'])
        .default('user'),
    )
    .option('--doctor', 'look for what keeps clients from connecting', false)
    .option('--json', 'with --doctor: what it found as JSON', false)
    .option(
      '--url <url>',
      'address of the service’s MCP; default: the running one, else the usual one',
      parseUrl,
    )
    .action((client: McpClientId | undefined, options: ConnectOptions) => connect(client, options, io));
}

function parseUrl(value: string): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value))
    throw new InvalidArgumentError('It is an address such as http://127.0.0.1:8701/mcp.');
  return value;
}

async function connect(id: McpClientId | undefined, options: ConnectOptions, io: CliIo): Promise<void> {
  const { print, pointer } = options;
  const ways = [print && !pointer, options.write, options.run, options.undo, options.doctor, pointer];
  if (ways.filter(Boolean).length > 1)
    throw new CliError(EXIT_CODES.usage, 'Give one of --print, --write, --run, --undo, --pointer, --doctor.');
  if (options.remove && !pointer) throw new CliError(EXIT_CODES.usage, '--remove goes with --pointer.');
  if (options.json && !options.doctor) throw new CliError(EXIT_CODES.usage, '--json goes with --doctor.');
  const { connector, pointers, examine } = await ownConnector(io.env, options.url);
  if (options.doctor) return printFindings(await examine(), options.json, io);
  if (pointer) return connectPointer(id, options, pointers, io);
  if (id === undefined) {
    if (ways.some(Boolean))
      throw new CliError(EXIT_CODES.usage, `Name a client: ${MCP_CLIENT_IDS.join(', ')}.`);
    io.out((await connector.list()).map(describeClient).join('\n'));
    return;
  }
  const state = await connector.state(id);
  if (print) printSnippet(state, io);
  else if (options.write) await write(connector, state, io);
  else if (options.run) settle(await connector.runOwnCommand(id), io);
  else if (options.undo) settle(await connector.undo(id), io);
  else await explain(connector, state, io);
}

function printSnippet({ snippet, note = '' }: ClientState, io: CliIo): void {
  if (snippet === undefined) throw new CliError(EXIT_CODES.failed, printable(note));
  io.out(snippet);
}

async function write(connector: Connector, state: ClientState, io: CliIo): Promise<void> {
  const { id } = state;
  const preview = await connector.preview(id);
  if (!preview.ok) {
    io.err([printable(preview.reason), ...byHand(state)].join('\n'));
    io.setExitCode(EXIT_CODES.failed);
    return;
  }
  if (preview.diff.length > 0)
    io.out(`${printable(preview.file)}:\n${printableLines(formatDiff(preview.diff))}`);
  settle(await connector.write(id, preview.token), io);
}

/** What would be done, and the ways to do it; nothing is written. */
async function explain(connector: Connector, state: ClientState, io: CliIo): Promise<void> {
  const { id, name, deepLink, command, note } = state;
  const preview = await connector.preview(id);
  const isDone = preview.ok && preview.diff.length === 0;
  const lines = isDone
    ? [`${name} is connected: ${printable(preview.file)}`, ...pointerHint(id)]
    : [
        ...(preview.ok
          ? [
              `Would change ${printable(preview.file)}:`,
              '',
              printableLines(formatDiff(preview.diff)),
              '',
              `Write it: skills-registry connect ${id} --write`,
            ]
          : [printable(preview.reason), ...byHand(state)]),
        ...(command?.line === undefined ? [] : [`Its own command: ${command.line}`]),
        ...(deepLink === undefined ? [] : [`Link: ${deepLink}`]),
        ...pointerHint(id),
        ...(note === undefined || (!preview.ok && preview.reason === note) ? [] : [`Note: ${note}`]),
      ];
  io.out(lines.join('\n'));
}

/** What to paste, and where; nothing where there is nothing to paste. */
function byHand({ snippet, place }: ClientState): readonly string[] {
  return snippet === undefined ? [] : ['', snippet, '', `Place: ${place}`];
}

function settle({ ok, message }: { readonly ok: boolean; readonly message: string }, io: CliIo): void {
  if (ok) io.out(printableLines(message));
  else {
    io.err(printableLines(message));
    io.setExitCode(EXIT_CODES.failed);
  }
}

function describeClient({ id, installed, connection }: ClientState): string {
  const words = {
    connected: 'connected',
    absent: 'not connected',
    broken: 'can’t work',
    outdated: 'connected to another address or copy',
    unreadable: 'settings can’t be understood',
  } as const;
  return `${id.padEnd(16)}${installed ? words[connection.state] : 'not found on this computer'}`;
}

function printFindings(findings: readonly DoctorFinding[], asJson: boolean, io: CliIo): void {
  const lines = findings.map(({ severity, title, fix, line }) =>
    [`${severity}: ${title}`, fix && `  ${fix}`, line && `      ${line}`]
      .flatMap((text) => (text ? printable(text) : []))
      .join('\n'),
  );
  io.out(asJson ? JSON.stringify(findings, undefined, 2) : lines.join('\n'));
  if (findings.some(({ severity }) => severity === 'error')) io.setExitCode(EXIT_CODES.failed);
}
