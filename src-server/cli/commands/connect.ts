import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type ClientState,
  type ConnectRequest,
  findClient,
  MCP_CLIENT_IDS,
  type McpClientId,
} from '../../contract/clients/clients.ts';
import { printable, printableJson, printableLines } from '../../contract/outside-text.ts';
import { hasLostRegistry, lostRegistryLine } from '../../contract/service.ts';
import { rememberRegistry } from '../../discovery/kept-files.ts';
import { userFolders } from '../../platform/files.ts';
import { formatDiff } from '../../platform/text.ts';
import { CliError, type CliIo, cliLine, EXIT_CODES, examples } from '../cli-io.ts';
import { type OwnConnector, ownConnector } from '../own-connector.ts';
import { listClients } from './connect-list.ts';
import { connectPointer, type PointerOptions, pointerHint, WRITE_IT } from './connect-pointer.ts';

interface ConnectOptions extends PointerOptions {
  readonly pointer?: boolean;
  readonly json?: boolean;
  readonly stdio?: boolean;
  readonly http?: boolean;
  readonly scope: 'user' | 'project';
  readonly url?: string;
  readonly registry?: string;
}

export function registerConnect(program: Command, io: CliIo): void {
  const command = program
    .command('connect')
    .description('connect an IDE or agent to the service; without a name: list the clients')
    .argument('[client]', 'client id, for example cursor', parseClient)
    .option('--print', 'print only the snippet to paste')
    .addOption(
      new Option(
        '--write',
        'show the difference and write it into the client’s settings, keeping a backup',
      ).conflicts(['print', 'remove']),
    )
    .addOption(
      new Option('--remove', 'show the difference and remove our entry, keeping a backup').conflicts([
        'print',
        'registry',
      ]),
    )
    .addOption(
      new Option(
        '--pointer',
        'the same for the lines of the client’s instruction file (when to ask the registry)',
      ).conflicts('registry'),
    )
    .option('--stdio', 'let the client start the program; default unless the app serves')
    .addOption(
      new Option(
        '-r, --registry <folder>',
        'registry that the program serves and remembers; default, in this order: running service, remembered registry',
      ).conflicts(['http', 'url']),
    )
    .addOption(
      new Option('--http', 'let the client use the address; default while the app serves').conflicts('stdio'),
    )
    .addOption(
      new Option('--scope <scope>', 'settings to change: yours, or the project’s in the current folder')
        .choices(['user', 'project'])
        .default('user'),
    )
    .addOption(
      new Option(
        '--url <url>',
        'address of the service, with --http; default, in this order: running service, usual address',
      )
        .argParser(parseUrl)
        .conflicts('stdio'),
    )
    .addOption(new Option('--json', 'print JSON').conflicts(['pointer', 'print', 'write', 'remove']))
    .action((client: McpClientId | undefined, options: ConnectOptions) => connect(client, options, io));
  examples(command, io, { 'Show the changes, then write them': ['connect', 'cursor', '--write'] });
}

function parseClient(word: string): McpClientId {
  const id = findClient(word);
  if (id !== undefined) return id;
  throw new InvalidArgumentError(`Allowed choices are ${MCP_CLIENT_IDS.join(', ')}.`);
}

/** `/mcp` is optional. */
function parseUrl(value: string): string {
  const isAddress = /^https?:\/\//.test(value) && URL.canParse(value);
  const { origin, pathname } = isAddress ? new URL(value) : { origin: '', pathname: '?' };
  if (!/^(?:\/mcp)?\/*$/.test(pathname))
    throw new InvalidArgumentError('It is an address such as http://127.0.0.1:8701/mcp.');
  return `${origin}/mcp`;
}

async function connect(id: McpClientId | undefined, options: ConnectOptions, io: CliIo): Promise<void> {
  const { pointer, print, write, remove, json, registry } = options;
  if (id === undefined && !pointer && (print || write || remove || registry !== undefined))
    throw new CliError(EXIT_CODES.usage, `Name a client: ${MCP_CLIENT_IDS.join(', ')}.`);
  const own = await ownConnector(io, options.url);
  const project = options.scope === 'project' ? resolve(io.cwd) : undefined;
  if (pointer) return connectPointer(id, project, options, own, io);
  if (own.several !== undefined) io.err(printable(own.several));
  const request = await requestOf(options, project, io);
  if (id === undefined) return listClients(own, request, json === true, io);
  const state = await own.connector.state(id, request);
  if (json) return io.out(printableJson(state, 2));
  if (!print) return change(own, state, request, options, io);
  if (state.snippet === undefined) throw new CliError(EXIT_CODES.failed, printable(state.note ?? ''));
  io.out(state.snippet);
}

async function requestOf(
  { stdio, http, url, remove, registry }: ConnectOptions,
  project: string | undefined,
  io: CliIo,
): Promise<ConnectRequest> {
  const named = registry === undefined ? undefined : await registryAt(registry, io);
  return {
    ...(stdio || named !== undefined ? { way: 'command' } : {}),
    ...(http || url !== undefined ? { way: 'address' } : {}),
    ...(named === undefined ? {} : { registry: named }),
    ...(project === undefined ? {} : { project }),
    ...(remove ? { remove } : {}),
  };
}

/** Loads the registry reader on demand. */
async function registryAt(path: string, io: CliIo): Promise<string> {
  const { locateNamed } = await import('../named-registry.ts');
  const { location, instead } = await locateNamed(path, io);
  if (instead !== undefined) io.err(printable(instead));
  return location.root;
}

/** Shows the change; makes it with --write and --remove. */
async function change(
  own: OwnConnector,
  state: ClientState,
  request: ConnectRequest,
  { write }: ConnectOptions,
  io: CliIo,
): Promise<void> {
  const { connector } = own;
  const { id, name, connection, note, settingsFile = '' } = state;
  const { remove, project } = request;
  const preview = await connector.preview(id, request);
  if (!preview.ok) {
    io.err([printable(preview.reason), ...(remove ? [] : byHand(state))].join('\n'));
    return io.setExitCode(EXIT_CODES.failed);
  }
  const isNew = preview.diff.length > 0;
  const notes = !remove && note !== undefined && isNew ? [`Note: ${note}`] : [];
  const faults = connection.state === 'broken' ? connection.faults.map(({ says }) => printable(says)) : [];
  const diff = isNew ? [`${printable(preview.file)}:`, printableLines(formatDiff(preview.diff))] : [];
  const pointer = pointerHint(id, project, remove === true, io);
  if (!write && !remove) {
    const said = isNew
      ? [...faults, ...diff, '', WRITE_IT, ...notes]
      : [`${name} is connected: ${printable(settingsFile)}`];
    return io.out([...said, ...pointer].join('\n'));
  }
  if (isNew) io.out(diff.join('\n'));
  const written = await connector.write(id, preview.token, request);
  (written.ok ? io.out : io.err)(printableLines(written.message));
  if (!written.ok) return io.setExitCode(EXIT_CODES.failed);
  const next = remove
    ? pointer
    : [
        ...(await remember(await connector.state(id, request), request, own, io)),
        ...(isNew ? whatFollows(state, request, io) : []),
        ...notes,
      ];
  if (next.length > 0) io.out(next.join('\n'));
}

/** What a started program answers from. The connection works without. */
async function remember(
  { connection }: ClientState,
  { registry: named }: ConnectRequest,
  { service }: OwnConnector,
  io: CliIo,
): Promise<readonly string[]> {
  const registry = named ?? service?.file.registry;
  if (registry === undefined || connection.state !== 'connected' || connection.by !== 'command') return [];
  await rememberRegistry(userFolders(io.env).data, registry).catch((error: unknown) =>
    io.err(printable(`The registry could not be remembered: ${error}`)),
  );
  if (service !== undefined && connection.registry === undefined && hasLostRegistry(service))
    return [printable(lostRegistryLine(service, (args) => cliLine(args, io)))];
  return [`The client’s program answers from ${printable(connection.registry ?? registry)}.`];
}

function whatFollows(
  { name, installed, seen }: ClientState,
  { project }: ConnectRequest,
  io: CliIo,
): readonly string[] {
  const isMissed = !installed && seen === undefined && project === undefined;
  return [
    ...(isMissed ? [`${name} was not found on this computer; it is set up for when it is there.`] : []),
    `Start a new session in ${name}, and ask it about a library. To see whether it called: ${cliLine(['connect'], io)}`,
  ];
}

/** Snippet with location. */
function byHand({ snippet, place }: ClientState): readonly string[] {
  return snippet === undefined ? [] : ['', snippet, '', `Place: ${place}`];
}
