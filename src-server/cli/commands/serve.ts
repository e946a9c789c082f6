import { resolve } from 'node:path';
import type { Command } from 'commander';
import { builtPage, sampleRegistry } from '../../built-files.ts';
import type { Status } from '../../contract/api/api.ts';
import { shellWord } from '../../contract/clients/shell-words.ts';
import { checkingWords, countWords, problemWords } from '../../contract/diagnostics/severity.ts';
import { NO_WRITES_OF_REPLICAS } from '../../contract/service/no-writes-of-replicas.ts';
import { isLoopbackName, reachesOthers } from '../../contract/service/service-address.ts';
import { printable } from '../../contract/words/printable.ts';
import { askService } from '../../discovery/fetch-status.ts';
import type { RunningServer, ServerOptions } from '../../service/running-server.ts';
import { StartError } from '../../service/start-error.ts';
import { startServer } from '../../service/start-server.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { givenOptions } from '../given-options.ts';
import { openPage, whyNotOpened } from '../open-page.ts';
import { cliLine } from '../own-command.ts';
import { portConflictAdvice } from '../port-conflict-advice.ts';
import { readTokenFile } from '../read-token-file.ts';
import { addServeOptions, limitOptions, type ServeOptions } from '../serve-options.ts';
import { firstAdded } from '../target/added-registry.ts';
import { type ChosenRegistry, chooseRegistry } from '../target/choose-registry.ts';
import { noRegistry } from '../target/locate-or-fail.ts';
import { refuseBareFolder } from '../target/refuse-bare-folder.ts';
import { substitutionNotice } from '../target/substitution-notice.ts';
import { servedSkills } from '../text/count.ts';
import { warnOfOldNode } from '../text/old-node.ts';
import { createStderrLogger } from '../text/stderr-logger.ts';

export function registerServe(program: Command, io: CliIo): void {
  const command = program
    .command('serve')
    .description('serve a registry over HTTP until stopped (Ctrl+C)')
    .allowExcessArguments();
  addServeOptions(command).action((options: ServeOptions, command: Command) => serve(options, command, io));
}

async function serve(options: ServeOptions, command: Command, io: CliIo): Promise<void> {
  refuseBareFolder(command, io);
  const access = accessOptions(options, io);
  const { env, cwd } = io;
  const added = () => firstAdded(io);
  const chosen = await chooseRegistry({
    options: options.registry,
    env,
    cwd,
    sample: sampleRegistry(),
    added,
  });
  const logger = createStderrLogger({ level: options.logLevel, json: options.json, write: io.err });
  const stopped = io.untilStopped();
  const starting = startServer({
    registry: chosen.path,
    layers: chosen.layers,
    isFallback: chosen.isFallback ?? false,
    watch: options.watch,
    scanIntervalMs: options.scanInterval * 1_000,
    logger,
    onLongReading() {
      const line = printable(`Reading ${chosen.path} …`);
      if (options.json) logger.info(line);
      else io.err(line);
    },
    ...access,
    ...limitOptions(options),
    // Local paths are useless to remote clients.
    ...(!reachesOthers(options.host, options.allowedHost ?? []) && { command: cliLine([], io) }),
  }).catch((error: unknown) => settleFailure(error, options, command, io));
  const ended = stopped.then(() => logger.info('Stopping.'));
  if (await isFirst(ended, starting)) {
    // Reading a large registry can take a minute. Until the last start step nobody knows of the service, so a
    // short grace period suffices.
    io.endBy(START_GRACE_MS);
    await (await starting)?.close();
    return;
  }
  const server = await starting;
  if (server === undefined) return;
  const instead = await substitutionNotice(chosen.path, server.status().registry.path);
  if (options.json) {
    if (instead !== undefined) logger.warn(instead);
    logger.info('Serving.', { url: server.url, ...server.status().counts });
  } else io.out(describeStart(server, { ...chosen, instead }, access));
  if (options.open === true) openHere(server, access, io);
  for (const warning of warningsOf(options, access)) logger.warn(warning);
  await ended;
  await server.close();
}

function warningsOf(
  options: ServeOptions,
  { socket, token }: Pick<ServerOptions, 'socket' | 'token'>,
): string[] {
  const oldNode = warnOfOldNode(process.versions.node);
  return [
    ...(socket === undefined && !isLoopbackName(options.host) ? [describeReach(options)] : []),
    ...(options.allowSubmit && socket === undefined && token === undefined ? [OPEN_SUBMISSIONS] : []),
    ...(options.allowSubmit && options.replica ? [NO_WRITES_OF_REPLICAS] : []),
    ...(oldNode === undefined ? [] : [oldNode]),
  ];
}

const OPEN_SUBMISSIONS =
  'Submissions need no token: every program and user of this computer can add skills. Use --token-file to ask for one.';

const START_GRACE_MS = 1_000;

function isFirst(one: Promise<unknown>, other: Promise<unknown>): Promise<boolean> {
  const yes = one.then(() => true);
  return Promise.race([yes, other.then(() => false)]);
}

function openHere(
  { url }: RunningServer,
  { socket, token }: Pick<ServerOptions, 'socket' | 'token'>,
  io: CliIo,
): void {
  const hasPage = socket === undefined && token === undefined && builtPage() !== undefined;
  const why = hasPage ? whyNotOpened(io.env, process.platform) : 'this service has none';
  if (why === undefined) openPage(url, io.env, process.platform);
  else io.err(`The page is not opened: ${why}.`);
}

/** Throws `CliError` if strangers could write. */
function accessOptions(options: ServeOptions, io: CliIo) {
  const { host, port, socket, tokenFile, allowSubmit, replica } = options;
  const { allowedHost = [], allowedOrigin = [] } = options;
  const isOpen = allowSubmit && tokenFile === undefined && socket === undefined;
  if (isOpen && reachesOthers(host, allowedHost)) {
    const isProxied = isLoopbackName(host);
    const reach = isProxied ? `As ${allowedHost.join(', ')}` : `On ${host}`;
    const why = `${reach}, --allow-submit would let everybody in the network write into the registry.`;
    const instead = isProxied ? '' : ', or bind 127.0.0.1';
    throw new CliError(EXIT_CODES.usage, `${why} Give a token with --token-file${instead}.`);
  }
  return {
    host,
    port,
    allowSubmit,
    isReplica: replica,
    allowedHosts: allowedHost,
    allowedOrigins: allowedOrigin,
    ...(socket === undefined ? {} : { socket: isPipeName(socket) ? socket : resolve(io.cwd, socket) }),
    ...(tokenFile === undefined ? {} : { token: readTokenFile(resolve(io.cwd, tokenFile)) }),
  } satisfies Partial<ServerOptions>;
}

/** Windows named pipes aren't paths. */
function isPipeName(path: string): boolean {
  return /^\\\\[.?]\\pipe\\/i.test(path);
}

function describeReach({ host, tokenFile }: ServeOptions): string {
  const who = tokenFile === undefined ? 'other machines' : 'other machines that show the token';
  return `Bound to ${host}: ${who} can read this registry. Only requests that name an allowed Host are answered.`;
}

/** Returns if our running service fulfils the request, else throws. */
async function settleFailure(
  error: unknown,
  options: ServeOptions,
  command: Command,
  io: CliIo,
): Promise<undefined> {
  if (!(error instanceof StartError)) throw error;
  const { failure, message } = error;
  if (failure.reason === 'no-registry') throw noRegistry(failure.path, { ...failure, reason: message });
  if (failure.reason === 'port-taken' && failure.owner !== undefined && failure.sameRegistry) {
    const { url, pid, registry } = failure.owner;
    const lacks = await findLack(url, options);
    if (lacks !== undefined) {
      const running = `Already running at ${url} (pid ${pid}), ${lacks}.`;
      throw new CliError(
        EXIT_CODES.port,
        `${running} To start it with other options, end it first: ${cliLine(['stop', '--port', String(new URL(url).port)], io)}`,
        { cause: error },
      );
    }
    io.out(printable(`Already running at ${url} (pid ${pid}), serving ${registry}.`));
    return undefined;
  }
  const free = 'nextFreePort' in failure ? failure.nextFreePort : undefined;
  const again = ['serve', ...givenOptions(command, ['--port']), '--port', String(free)];
  const elsewhere = free === undefined ? undefined : cliLine(again, io);
  const below =
    'owner' in failure
      ? portConflictAdvice(failure.owner, elsewhere, io)
      : elsewhere === undefined
        ? []
        : [`Try: ${elsewhere}`];
  throw new CliError(EXIT_CODES.port, message, { below, cause: error });
}

/** Requested feature, missing in the running service. */
async function findLack(url: string, { allowSubmit, tokenFile }: ServeOptions): Promise<string | undefined> {
  const answer = await askService(url);
  if (tokenFile !== undefined && answer?.status !== undefined) return 'without a token';
  if (tokenFile === undefined && answer !== undefined && answer.status === undefined) return 'with a token';
  return allowSubmit && answer?.status?.submissions === false ? 'without submissions' : undefined;
}

function describeStart(
  { url, status }: RunningServer,
  { why, instead }: ChosenRegistry & { readonly instead: string | undefined },
  { socket, token }: Pick<ServerOptions, 'socket' | 'token'>,
): string {
  const present = status();
  const { counts, mcpUrl, submissions } = present;
  const bearer = token === undefined ? '' : ` -H "Authorization: Bearer $(cat <token file>)"`;
  const [curl, base] =
    socket === undefined
      ? [`curl${bearer}`, url]
      : [`curl${bearer} --unix-socket ${shellWord(socket, 'sh') ?? '<socket>'}`, 'http://localhost'];
  const lines = [
    `Skills Registry is serving ${servedSkills(counts)} at ${socket ?? url}`,
    ...(socket === undefined && token === undefined && builtPage() !== undefined
      ? [`  Open      ${url} in a browser`]
      : []),
    ...describeLayers(present, why),
    ...(instead === undefined ? [] : [`  Note      ${printable(instead)}`]),
    `  Problems  ${describeProblems(present, base)}`,
    ...(socket === undefined ? [`  MCP       ${mcpUrl}`] : []),
    ...(submissions ? ['  Submit    on: POST /v1/skills adds skills to this registry'] : []),
    `  Try       ${curl} '${base}/v1/find?q=shut+down+cleanly'`,
    'Stop with Ctrl+C.',
  ];
  return lines.join('\n');
}

function describeLayers({ registry, registries = [] }: Status, why: string | undefined): string[] {
  const reason = why === undefined ? '' : ` (${why})`;
  if (registries.length < 2) return [`  Registry  ${printable(registry.path)}${reason}`];
  return registries.map(({ name, path, address = '', skills, shadowed }, place) => {
    const hidden = shadowed === 0 ? '' : `, ${shadowed} shadowed`;
    const about = `${name}: ${path ?? address}, ${countWords(skills, 'skill')}${hidden}`;
    return `  ${place === 0 ? 'Layers    ' : '          '}${printable(about)}${place === 0 ? reason : ''}`;
  });
}

function describeProblems({ diagnostics, checking }: Status, url: string): string {
  const { error, warning, info } = diagnostics;
  const notes = info > 0 ? `none; ${problemWords(diagnostics)}` : 'none';
  const found = error + warning === 0 ? notes : problemWords(diagnostics);
  if (checking === undefined && error + warning + info === 0) return 'none';
  const far = checking === undefined ? '' : ` so far (${checkingWords(checking)})`;
  return `${found}${far}: ${url}/v1/diagnostics`;
}
