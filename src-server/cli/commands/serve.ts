import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { builtPage } from '../../built-files.ts';
import { systemProgram } from '../../connect/port-owner.ts';
import type { Status } from '../../contract/api/api.ts';
import { checkingWords, countWords, problemWords } from '../../contract/diagnostics/severity.ts';
import { NO_WRITES_OF_REPLICAS } from '../../contract/service/no-writes-of-replicas.ts';
import { isLoopbackName, reachesOthers } from '../../contract/service/service-address.ts';
import { printable } from '../../contract/words/printable.ts';
import { askStatus } from '../../discovery/find-services.ts';
import { findProgram } from '../../find-program.ts';
import type { RunningServer, ServerOptions } from '../../service/running-server.ts';
import { StartError, type StartFailure } from '../../service/start-error.ts';
import { startServer } from '../../service/start-server.ts';
import { asCliError, type ChosenRegistry, chooseRegistry } from '../choose-registry.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { examples } from '../examples.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { substitutionNotice } from '../named-registry.ts';
import { cliLine } from '../own-command.ts';
import { readTokenFile } from '../read-token-file.ts';
import { addServeOptions, type ServeOptions } from '../serve-options.ts';
import { servedSkills } from '../text/count.ts';
import { createStderrLogger } from '../text/stderr-logger.ts';

const START_GRACE_MS = 1_000;

export function registerServe(program: Command, io: CliIo): void {
  const command = program
    .command('serve')
    .description('serve a registry over HTTP until stopped (Ctrl+C)')
    .allowExcessArguments();
  addServeOptions(command).action((options: ServeOptions, { args: [folder] }: Command) => {
    if (folder === undefined) return serve(options, io);
    const line = cliLine(['serve', '-r', folder], io);
    throw new CliError(EXIT_CODES.usage, `The registry is named with -r. Try: ${line}`);
  });
  examples(command, io, {
    'Serve your own folder': ['serve', '-r', 'my-registry'],
    'On a free port': ['serve', '-r', 'my-registry', '--port', '0'],
    'Accept new skills': ['serve', '-r', 'my-registry', '--allow-submit'],
  });
}

async function serve(options: ServeOptions, io: CliIo): Promise<void> {
  const access = accessOptions(options, io);
  const chosen = await chooseRegistry(options.registry, io);
  const logger = createStderrLogger({ level: options.logLevel, json: options.json, write: io.err });
  const stopped = io.untilStopped().then(() => logger.info('Stopping.'));
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
    // Local paths are useless to remote clients.
    ...(!reachesOthers(options.host, options.allowedHost ?? []) && { command: cliLine([], io) }),
  }).catch((error: unknown) => settleFailure(error, options, io));
  const server = await Promise.race([starting, stopped.then(() => 'stopped' as const)]);
  if (server === 'stopped') {
    // Reading a large registry can take a minute, and nobody knows of the service yet.
    io.endBy(START_GRACE_MS);
    await (await starting)?.close();
    return;
  }
  if (server === undefined) return;
  const instead = await substitutionNotice(chosen.path, server.status().registry.path);
  if (options.json) {
    if (instead !== undefined) logger.warn(instead);
    logger.info('Serving.', { url: server.url, ...server.status().counts });
  } else io.out(describeStart(server, { ...chosen, instead }, access.token !== undefined));
  if (options.open === true) openHere(server, access, io);
  for (const warning of warningsOf(options)) logger.warn(warning);
  await stopped;
  await server.close();
}

/** Throws `CliError` if strangers could write. */
function accessOptions(options: ServeOptions, io: CliIo) {
  const { host, port, tokenFile, allowSubmit, replica } = options;
  const { allowedHost = [], allowedOrigin = [] } = options;
  if (allowSubmit && tokenFile === undefined && reachesOthers(host, allowedHost)) {
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
    ...(tokenFile !== undefined && { token: readTokenFile(resolve(io.cwd, tokenFile)) }),
  } satisfies Partial<ServerOptions>;
}

function warningsOf({ host, tokenFile, allowSubmit, replica }: ServeOptions): string[] {
  const who = tokenFile === undefined ? 'other machines' : 'other machines that show the token';
  return [
    ...(isLoopbackName(host)
      ? []
      : [
          `Bound to ${host}: ${who} can read this registry. Only requests that name an allowed Host are answered.`,
        ]),
    ...(allowSubmit && tokenFile === undefined
      ? [
          'Submissions need no token: every program and user of this computer can add skills. Use --token-file to ask for one.',
        ]
      : []),
    ...(allowSubmit && replica ? [NO_WRITES_OF_REPLICAS] : []),
  ];
}

function openHere(
  { url }: RunningServer,
  { token }: Pick<ServerOptions, 'token'>,
  { env, err }: CliIo,
): void {
  const why =
    token !== undefined || builtPage() === undefined
      ? 'this service has none'
      : whyNotOpened(env, process.platform);
  if (why !== undefined) {
    err(`The page is not opened: ${why}.`);
    return;
  }
  const [program = '', ...args] = openerOf(env, process.platform) ?? [];
  const opener = spawn(program, [...args, url], { detached: true, stdio: 'ignore', env });
  opener.once('error', () => undefined);
  opener.unref();
}

/** Undefined if a user sits at this computer. */
function whyNotOpened(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined {
  if (env['CI']) return 'this is a CI job';
  if (env['SSH_CONNECTION'] || env['SSH_TTY']) return 'this is a session over ssh';
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return 'there is no display';
  return openerOf(env, platform) === undefined ? 'there is no xdg-open' : undefined;
}

/** Absolute path, arguments. */
function openerOf(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): readonly string[] | undefined {
  if (platform === 'darwin') return ['/usr/bin/open'];
  if (platform === 'win32') return [systemProgram('rundll32.exe', env), 'url.dll,FileProtocolHandler'];
  const found = findProgram('xdg-open', env);
  return found === undefined ? undefined : [found];
}

/** Returns if our running service fulfils the request, else throws. */
async function settleFailure(error: unknown, options: ServeOptions, io: CliIo): Promise<undefined> {
  if (!(error instanceof StartError) || error.failure.reason === 'no-registry') throw asCliError(error);
  const { failure, message } = error;
  const fail = (sentence: string, below: readonly string[]) =>
    new CliError(EXIT_CODES.port, sentence, { below, cause: error });
  if (!('owner' in failure) || failure.owner === undefined || failure.sameRegistry !== true)
    throw fail(message, waysOut(failure, io));
  const { url, pid, registry } = failure.owner;
  const lacks = await findLack(url, options);
  if (lacks !== undefined)
    throw fail(`Already running at ${url} (pid ${pid}), ${lacks}.`, waysOut(failure, io));
  io.out(printable(`Already running at ${url} (pid ${pid}), serving ${registry}.`));
  return undefined;
}

/** Only the app can end its service. */
function waysOut(failure: StartFailure, io: CliIo): readonly string[] {
  const { owner, nextFreePort } = failure.reason === 'port-taken' ? failure : {};
  const end =
    owner?.app === 'tray'
      ? 'Choose the folder in the app, or quit it.'
      : owner && `End it: ${cliLine(['stop', '--port', String(owner.port)], io)}`;
  const free = nextFreePort === undefined ? [] : [`Or take a free port: --port ${nextFreePort}`];
  return [...(end === undefined ? [] : [end]), ...free];
}

/** Requested feature, missing in the running service. */
async function findLack(url: string, { allowSubmit, tokenFile }: ServeOptions): Promise<string | undefined> {
  const answer = await askStatus({ url });
  if (answer === undefined || answer === 'silent') return undefined;
  if (tokenFile !== undefined && answer.status !== undefined) return 'without a token';
  if (tokenFile === undefined && answer.status === undefined) return 'with a token';
  return allowSubmit && answer.status?.submissions === false ? 'without submissions' : undefined;
}

function describeStart(
  { url, status }: RunningServer,
  { why, instead }: ChosenRegistry & { readonly instead: string | undefined },
  hasToken: boolean,
): string {
  const present = status();
  const { counts, mcpUrl, submissions } = present;
  const bearer = hasToken ? ` -H "Authorization: Bearer $(cat <token file>)"` : '';
  return [
    `Skills Registry is serving ${servedSkills(counts)} at ${url}`,
    ...(!hasToken && builtPage() !== undefined ? [`  Open      ${url} in a browser`] : []),
    ...describeLayers(present, why),
    ...(instead === undefined ? [] : [`  Note      ${printable(instead)}`]),
    `  Problems  ${describeProblems(present, url)}`,
    `  MCP       ${mcpUrl}`,
    ...(submissions ? ['  Submit    on: POST /v1/skills adds skills to this registry'] : []),
    `  Try       curl${bearer} '${url}/v1/find?q=shut+down+cleanly'`,
    'Stop with Ctrl+C.',
  ].join('\n');
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
  if (checking === undefined && error + warning + info === 0) return 'none';
  const notes = info > 0 ? `none; ${problemWords(diagnostics)}` : 'none';
  const found = error + warning === 0 ? notes : problemWords(diagnostics);
  const far = checking === undefined ? '' : ` so far (${checkingWords(checking)})`;
  return `${found}${far}: ${url}/v1/diagnostics`;
}
