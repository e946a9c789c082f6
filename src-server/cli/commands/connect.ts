import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ClientState, ConnectRequest } from '../../contract/clients/connect.ts';
import { findClient, MCP_CLIENT_IDS, type McpClientId } from '../../contract/clients/mcp-clients.ts';
import { adviceLine } from '../../contract/service/advice-line.ts';
import { printable, printableJson, printableLines } from '../../contract/words/printable.ts';
import { rememberRegistry } from '../../discovery/remembered-registry.ts';
import { formatDiff } from '../../platform/diff.ts';
import { userFolders } from '../../platform/user-folders.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { cliLine } from '../own-command.ts';
import { type OwnConnector, ownConnector } from '../own-connector.ts';
import type { NamedRegistry } from '../target/locate-or-fail.ts';
import { nearNames } from '../text/near-names.ts';
import { lostRegistry, startedLine } from '../text/started-line.ts';
import { listClients } from './connect-list.ts';
import { connectPointer, pointerLeft, pointerOf } from './connect-pointer.ts';
import { printFindings } from './doctor.ts';

/** Independent of a registry. */
const NOT_OF_A_REGISTRY = ['remove', 'pointer', 'doctor'] as const;
const ACTIONS = ['print', 'write', 'remove', 'pointer', 'doctor'] as const;

/** Combine with `--pointer`. */
const POINTER_ACTIONS: readonly string[] = ['print', 'write', 'remove'];

interface ConnectOptions extends Readonly<Record<(typeof ACTIONS)[number], boolean>> {
  readonly json: boolean;
  readonly stdio: boolean;
  readonly http: boolean;
  readonly scope: 'user' | 'project';
  readonly url?: string;
  readonly registry?: string;
}

export function registerConnect(program: Command, io: CliIo): void {
  program
    .command('connect')
    .description('connect an IDE or agent to the service; without a name: list the clients')
    .argument('[client]', 'client id, for example cursor', parseClient)
    .option('--print', 'print only the snippet to paste', false)
    .option('--write', 'show the difference and write it into the client’s settings, keeping a backup', false)
    .option(
      '--remove',
      'show the difference and remove our entry from the client’s settings, keeping a backup',
      false,
    )
    .option(
      '--pointer',
      'show the lines for the client’s instruction file (when to ask the registry); --write adds the lines, --remove removes the lines, --print prints only the lines',
      false,
    )
    .option('--doctor', 'find the reason why a client can’t connect', false)
    .option('--stdio', 'let the client start the program; default unless the app serves', false)
    .option(
      '-r, --registry <folder>',
      'registry that the program serves and remembers; default, in this order: running service, remembered registry',
    )
    .option('--http', 'let the client use the address; default while the app serves', false)
    .addOption(
      new Option('--scope <scope>', 'settings to change: yours, or the project’s in the current folder')
        .choices(['user', 'project'])
        .default('user'),
    )
    .option(
      '--url <url>',
      'address of the service, with --http; default, in this order: running service, usual address',
      parseUrl,
    )
    .option('--json', 'print JSON', false)
    .action((client: McpClientId | undefined, options: ConnectOptions) => connect(client, options, io));
}

function parseClient(word: string): McpClientId {
  const id = findClient(word);
  if (id !== undefined) return id;
  const near = nearNames(word, MCP_CLIENT_IDS);
  const advice = near.length === 0 ? '' : `Did you mean ${near.join(', ')}? `;
  throw new InvalidArgumentError(`${advice}Allowed choices are ${MCP_CLIENT_IDS.join(', ')}.`);
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
  checkOptions(id, options);
  const own = await ownConnector(io, options.url);
  if (options.doctor) return printFindings(await own.examine(await own.connector.list()), options.json, io);
  if (options.pointer) return connectPointer(id, options, own, io);
  if (own.several !== undefined) io.err(printable(own.several.says));
  const named = options.registry === undefined ? undefined : await registryAt(options.registry, io);
  const request = requestOf(options, named, io.cwd);
  if (request.way === 'address' && !options.remove) await sayObstacle(own, io);
  if (id === undefined) return listClients(own, request, options.json, io);
  const state = await own.connector.state(id, request);
  if (options.print) printSnippet(state, io);
  else if (options.write) await write(own, state, request, io);
  else if (options.remove) await removeEntry(own, state, request, io);
  else if (options.json) io.out(printableJson(state, 2));
  else await explain(own, state, request, options, io);
}

/** Loads the registry reader on demand. */
async function registryAt(path: string, io: CliIo): Promise<NamedRegistry> {
  const { locateNamed } = await import('../target/locate-or-fail.ts');
  const { reportSubstitution } = await import('../target/named-registry.ts');
  const { namedFolder } = await import('../target/added-registry.ts');
  const named = await locateNamed(await namedFolder(path, io), io.cwd);
  await reportSubstitution(named, io);
  return named;
}

/** Settings are written anyway: a service may start later. */
async function sayObstacle({ obstacle }: OwnConnector, io: CliIo): Promise<void> {
  const finding = await obstacle();
  if (finding === undefined) return;
  io.err(printable(adviceLine(finding)));
}

function checkOptions(id: McpClientId | undefined, options: ConnectOptions): void {
  const wrong = (message: string) => new CliError(EXIT_CODES.usage, message);
  const { pointer, doctor } = options;
  const actions = ACTIONS.filter((action) => options[action]);
  // The pointer combines with print, write and remove.
  const isOfPointer =
    pointer && actions.length === 2 && actions.some((action) => POINTER_ACTIONS.includes(action));
  if (actions.length > 1 && !isOfPointer)
    throw wrong(`Give one of ${ACTIONS.map((action) => `--${action}`).join(', ')}.`);
  if (id === undefined && actions.length > 0 && !doctor && !pointer)
    throw wrong(`Name a client: ${MCP_CLIENT_IDS.join(', ')}.`);
  if (options.json && actions.length > 0 && !doctor)
    throw wrong('--json tells how clients stand; it does nothing.');
  if (
    options.registry !== undefined &&
    (id === undefined || NOT_OF_A_REGISTRY.some((action) => options[action]))
  )
    throw wrong('-r goes with a client, to show, print or write what has it serve that registry.');
  if (options.registry !== undefined && (options.http || options.url !== undefined))
    throw wrong('-r goes with a program that the client starts; a service at an address serves its own.');
  if (options.stdio && (options.http || options.url !== undefined))
    throw wrong('Give --stdio for a program that the client starts, or --http and --url for an address.');
}

function requestOf(
  { stdio, http, url, scope, remove }: ConnectOptions,
  named: NamedRegistry | undefined,
  cwd: string,
): ConnectRequest {
  return {
    ...(stdio || named !== undefined ? { way: 'command' } : {}),
    ...(http || url !== undefined ? { way: 'address' } : {}),
    ...(named === undefined ? {} : { registry: named.location.root }),
    ...(scope === 'project' ? { project: resolve(cwd) } : {}),
    ...(remove ? { remove } : {}),
  };
}

function printSnippet({ snippet, note = '' }: ClientState, io: CliIo): void {
  if (snippet === undefined) throw new CliError(EXIT_CODES.failed, printable(note));
  io.out(snippet);
}

async function removeEntry(
  own: OwnConnector,
  state: ClientState,
  request: ConnectRequest,
  io: CliIo,
): Promise<void> {
  await write(own, state, request, io);
  const { connection } = await own.connector.state(state.id, request);
  if (connection.state !== 'absent') return;
  for (const line of await pointerLeft(state.id, request.project, own, io)) io.out(line);
}

async function write(
  own: OwnConnector,
  state: ClientState,
  request: ConnectRequest,
  io: CliIo,
): Promise<void> {
  const { connector } = own;
  const { id } = state;
  const preview = await connector.preview(id, request);
  if (!preview.ok) {
    io.err([printable(preview.reason), ...(request.remove ? [] : byHand(state))].join('\n'));
    io.setExitCode(EXIT_CODES.failed);
    return;
  }
  if (preview.diff.length > 0)
    io.out(`${printable(preview.file)}:\n${printableLines(formatDiff(preview.diff))}`);
  const written = await connector.write(id, preview.token, request);
  settle(written, io);
  if (!written.ok || request.remove) return;
  const after = await connector.state(id, request);
  await rememberConnected(after, request.registry ?? own.service?.registry, io);
  const isNew = preview.diff.length > 0;
  const lines = isNew
    ? [...(await startedLine(after, own, io)), ...whatFollows(state, request, io)]
    : lostRegistry(after, io);
  if (lines.length > 0) io.out(lines.join('\n'));
}

/** For client-started programs. */
async function rememberConnected(
  { connection }: ClientState,
  registry: string | undefined,
  io: CliIo,
): Promise<void> {
  if (registry === undefined || connection.state !== 'connected' || connection.by !== 'command') return;
  // The connection works without.
  await rememberRegistry(userFolders(io.env).data, registry).catch((error: unknown) =>
    io.err(printable(`The registry could not be remembered: ${error}`)),
  );
}

function whatFollows(
  { name, installed, seen, note }: ClientState,
  { project }: ConnectRequest,
  io: CliIo,
): readonly string[] {
  const isMissed = !installed && seen === undefined && project === undefined;
  return [
    ...(isMissed ? [`${name} was not found on this computer; it is set up for when it is there.`] : []),
    ...(project === undefined || note === undefined ? [] : [`Note: ${note}`]),
    `Start a new session in ${name}, and ask it about a library. To see whether it called: ${cliLine(['connect'], io)}`,
  ];
}

async function explain(
  own: OwnConnector,
  state: ClientState,
  request: ConnectRequest,
  { url }: ConnectOptions,
  io: CliIo,
): Promise<void> {
  const { id, connection, note } = state;
  const preview = await own.connector.preview(id, request);
  const pointer = await pointerOf(state, request.project, own, io);
  const isDone = preview.ok && preview.diff.length === 0;
  const faults = connection.state === 'broken' ? connection.faults.map(({ says }) => printable(says)) : [];
  const lines = isDone
    ? [...settledLines(state, io), ...pointer]
    : [
        ...faults,
        ...(preview.ok
          ? [
              `Would change ${printable(preview.file)}:`,
              '',
              printableLines(formatDiff(preview.diff)),
              '',
              `Write it: ${cliLine([...writingWords(id, request), ...(url === undefined ? [] : ['--url', url]), '--write'], io)}`,
            ]
          : [printable(preview.reason), ...byHand(state)]),
        ...pointer,
        ...(note === undefined || (!preview.ok && preview.reason === note) ? [] : [`Note: ${note}`]),
      ];
  io.out(lines.join('\n'));
}

/** Working connection, or fault. */
function settledLines(state: ClientState, io: CliIo): readonly string[] {
  const lost = lostRegistry(state, io);
  return lost.length > 0 ? lost : [`${state.name} is connected: ${printable(state.settingsFile ?? '')}`];
}

function writingWords(id: McpClientId, { way, project, registry }: ConnectRequest): readonly string[] {
  const asked = way === undefined ? [] : [way === 'command' ? '--stdio' : '--http'];
  const named = registry === undefined ? asked : ['-r', registry];
  return ['connect', id, ...named, ...(project === undefined ? [] : ['--scope', 'project'])];
}

/** Snippet with location. */
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
