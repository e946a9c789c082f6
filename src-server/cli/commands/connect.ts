import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { lackWords } from '../../connect/connector.ts';
import { POINTER_PLACES, type PointerRequest, previewPointer, writePointer } from '../../connect/pointers.ts';
import {
  type ClientState,
  type Connection,
  type ConnectRequest,
  findClient,
  MCP_CLIENT_IDS,
  type McpClientId,
  POINTER_LINES,
} from '../../contract/clients/clients.ts';
import { printable, printableJson, printableLines } from '../../contract/outside-text.ts';
import { goneLine, hasLostRegistry, lostRegistryLine } from '../../contract/service.ts';
import { agoWords } from '../../contract/words.ts';
import { rememberRegistry } from '../../discovery/kept-files.ts';
import { formatDiff } from '../../platform/changed-lines.ts';
import { userFolders } from '../../platform/files.ts';
import { CliError, type CliIo, cliLine, EXIT_CODES, examples } from '../cli-io.ts';
import { type OwnConnector, ownConnector } from '../own-connector.ts';

interface ConnectOptions extends PointerOptions {
  readonly pointer?: boolean;
  readonly hook?: boolean;
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
    .addOption(
      new Option(
        '--hook',
        'the same for the client’s hook: its model is told unasked what a library gets wrong that a file imports',
      ).conflicts(['pointer', 'registry', 'stdio', 'http']),
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

/** Parses the address of a service. `/mcp` at its end is optional. */
export function parseUrl(value: string): string {
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
  const { snippet, note = '' } = options.hook ? (state.hook ?? NO_HOOK) : state;
  if (snippet === undefined) throw new CliError(EXIT_CODES.failed, printable(note));
  io.out(snippet);
}

const NO_HOOK = { snippet: undefined, note: 'It has no hook whose answer its model was seen to get.' };

async function requestOf(
  { stdio, http, hook, url, remove, registry }: ConnectOptions,
  project: string | undefined,
  io: CliIo,
): Promise<ConnectRequest> {
  const named = registry === undefined ? undefined : await registryAt(registry, io);
  return {
    ...(stdio || named !== undefined ? { way: 'command' } : {}),
    ...(http || url !== undefined ? { way: 'address' } : {}),
    ...(hook ? { hook } : {}),
    ...(named === undefined ? {} : { registry: named }),
    ...(project === undefined ? {} : { project }),
    ...(remove ? { remove } : {}),
  };
}

/** Finds the root of a named registry. What reads registries is loaded for it only. */
async function registryAt(path: string, io: CliIo): Promise<string> {
  const { locateNamed } = await import('../named-registry.ts');
  const { location, instead } = await locateNamed(path, io);
  if (instead !== undefined) io.err(printable(instead));
  return location.root;
}

/** Shows the change, and makes it with --write and --remove. */
async function change(
  own: OwnConnector,
  state: ClientState,
  request: ConnectRequest,
  { write }: ConnectOptions,
  io: CliIo,
): Promise<void> {
  const { connector } = own;
  const { remove, project, hook: isHook = false } = request;
  const { id, name, connection } = state;
  const { note, settingsFile = '' } = isHook ? { ...state.hook } : state;
  const preview = await connector.preview(id, request);
  if (!preview.ok) {
    io.err([printable(preview.reason), ...(remove || isHook ? [] : byHand(state))].join('\n'));
    return io.setExitCode(EXIT_CODES.failed);
  }
  const isNew = preview.diff.length > 0;
  const notes = !remove && note !== undefined && isNew ? [`Note: ${note}`] : [];
  const faults =
    connection.state === 'broken' && !isHook ? connection.faults.map(({ says }) => printable(says)) : [];
  const diff = isNew ? [`${printable(preview.file)}:`, printableLines(formatDiff(preview.diff))] : [];
  const pointer = isHook ? [] : pointerHint(id, project, remove === true, io);
  if (!write && !remove) {
    const said = isNew
      ? [...faults, ...diff, '', WRITE_IT, ...notes]
      : faults.length > 0
        ? faults
        : [`${name} ${isHook ? 'has the hook' : 'is connected'}: ${printable(settingsFile)}`];
    return io.out([...said, ...pointer].join('\n'));
  }
  if (isNew) io.out(diff.join('\n'));
  else if (!remove && faults.length > 0) {
    io.err(faults.join('\n'));
    return io.setExitCode(EXIT_CODES.failed);
  }
  const written = await connector.write(id, preview.token, request);
  (written.ok ? io.out : io.err)(printableLines(written.message));
  if (!written.ok) return io.setExitCode(EXIT_CODES.failed);
  const next = remove
    ? pointer
    : [
        ...(isHook ? [] : await remember(await connector.state(id, request), request, own, io)),
        ...(isNew && !isHook ? whatFollows(state, request, io) : []),
        ...notes,
      ];
  if (next.length > 0) io.out(next.join('\n'));
}

/**
 * Remembers the registry from which the program answers that the client starts. The connection works without
 * that, too.
 */
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

/** Returns the snippet with the place that it belongs to. */
function byHand({ snippet, place }: ClientState): readonly string[] {
  return snippet === undefined ? [] : ['', snippet, '', `Place: ${place}`];
}

/** Answers `skills-registry connect` without a client. */
async function listClients(
  own: OwnConnector,
  request: ConnectRequest,
  json: boolean,
  io: CliIo,
): Promise<void> {
  const clients = await own.connector.list(request);
  const { file } = own.service ?? {};
  const service = file === undefined ? null : { url: file.url, registry: file.registry };
  if (json) return io.out(printableJson({ service, clients }, 2));
  const here = clients.filter(isHere);
  const away = clients.filter((client) => !here.includes(client)).map(({ id }) => id);
  const isConnected = here.some(({ connection }) => connection.state === 'connected');
  const lines = [
    ...here.map((client) => describeClient(client)),
    ...(away.length === 0 ? [] : [`Not found on this computer: ${away.join(', ')}`]),
    '',
    ...(await describeService(own, io)),
    ...(isConnected
      ? []
      : [
          `Connect a client (shows the change; --write writes the change): ${cliLine(['connect', here[0]?.id ?? 'claude-code'], io)}`,
        ]),
  ];
  io.out(lines.map(printable).join('\n'));
}

/** Says whether a client is of this computer: it is installed, connected, or has called. */
export function isHere({ installed, connection, seen, hook }: ClientState): boolean {
  return installed || connection.state !== 'absent' || seen !== undefined || hook?.state === 'connected';
}

/** Describes the client’s settings, then its calls. */
export function describeClient({ id, installed, connection, seen, hook }: ClientState): string {
  const missing = installed || seen !== undefined ? '' : ' (this client was not found on this computer)';
  // Only answered calls prove a connection.
  const calls =
    seen?.lastCall === undefined
      ? seen && `heard of ${agoWords(seen.lastAt)}, no call answered so far`
      : `last called ${agoWords(seen.lastCall)}`;
  return `${id.padEnd(16)}${connectionWords(connection)}${missing}${calls === undefined ? '' : `, ${calls}`}${HOOK_WORDS[hook?.state ?? 'absent']}`;
}

/** What stands behind a client, by the state of its hook. */
const HOOK_WORDS = {
  absent: '',
  connected: '; told unasked',
  outdated: '; its hook asks another address',
  unreadable: '',
} as const;

function connectionWords(connection: Connection): string {
  switch (connection.state) {
    case 'absent':
      return 'not connected';
    case 'connected': {
      const { by, registry, lacksRegistry } = connection;
      if (by === 'address') return 'connected, asks its address';
      if (lacksRegistry !== undefined)
        return `connected, but its registry ${registry} ${lackWords(lacksRegistry)}`;
      return `connected, starts it by itself${registry === undefined ? '' : ` for ${registry}`}`;
    }
    case 'broken':
      return `can’t work: ${connection.faults[0]?.says ?? ''}`;
    case 'outdated':
      return `connected to another address or copy: ${connection.says}`;
    case 'unreadable':
      return connection.reason;
  }
}

/** Describes the running service. Without one, describes what a program without `-r` answers from. */
async function describeService(
  { service, heard, offline }: OwnConnector,
  io: CliIo,
): Promise<readonly string[]> {
  const line = (args: readonly string[]) => cliLine(args, io);
  const silent = heard.silent.map(({ url }) => `The service at ${url} does not answer.`);
  if (service !== undefined) {
    const { url, registry } = service.file;
    const runs = `The service runs at ${url} and serves ${registry}.`;
    return [hasLostRegistry(service) ? lostRegistryLine(service, line) : runs, ...silent];
  }
  const source = await offline();
  return [
    silent.length === 0 ? `No service runs. Start one: ${line(['serve'])}` : 'No service answers.',
    ...silent,
    source?.isGone
      ? goneLine(source.folder, line)
      : `A client that starts the program gets ${source === undefined ? 'the registry that it is opened in, else the sample' : `${source.folder}, the remembered registry`}.`,
  ];
}

interface PointerOptions {
  readonly print?: boolean;
  readonly write?: boolean;
  readonly remove?: boolean;
}

const WRITE_IT = 'To write it, add --write.';

/** Shows, writes or removes the pointer, in a project or in the user’s own files. */
async function connectPointer(
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

/** Says how to add the client’s pointer, or how to take it out after its entry. */
function pointerHint(
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
