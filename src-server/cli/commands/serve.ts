import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { programFolder, sampleRegistry } from '../../built-files.ts';
import { NO_WRITES_OF_REPLICAS } from '../../contract/errors.ts';
import { printable } from '../../contract/outside-text.ts';
import type { StartedWith } from '../../contract/page.ts';
import {
  DEFAULT_HOST,
  DEFAULT_PORT,
  DEFAULT_SCAN_INTERVAL_MS,
  type DiscoveryFile,
  isLoopbackName,
  LOG_LEVELS,
  type LogLevel,
  reachesOthers,
} from '../../contract/service.ts';
import { countWords, problemWords, progressWords } from '../../contract/words.ts';
import { askServers } from '../../discovery/find-services.ts';
import { userFolders } from '../../platform/files.ts';
import type { WatchMode } from '../../registry/worker-messages.ts';
import { type RunningServer, type ServerOptions, StartError } from '../../service/server-options.ts';
import { startServer } from '../../service/start-server.ts';
import { showPage } from '../browser.ts';
import {
  asCliError,
  type ChosenRegistry,
  chooseRegistry,
  collect,
  REGISTRIES,
  readTokenFile,
} from '../choose-registry.ts';
import {
  agrees,
  CliError,
  type CliIo,
  cliLine,
  EXIT_CODES,
  examples,
  lineWords,
  parseNumber,
} from '../cli-io.ts';
import { createStderrLogger, layerWords, servedSkills } from '../text.ts';
import { endService } from './running-services.ts';

const START_GRACE_MS = 1_000;

interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly registry?: readonly string[];
  readonly sample: boolean;
  readonly replace: boolean;
  readonly tokenFile?: string;
  readonly allowedHost?: readonly string[];
  readonly allowedOrigin?: readonly string[];
  readonly allowHook: boolean;
  readonly allowSubmit: boolean;
  readonly replica: boolean;
  /** Whether reads are counted per day, client and skill. */
  readonly counts: boolean;
  readonly watch: WatchMode;
  /** The seconds between two scans of the folder. */
  readonly scanInterval: number;
  readonly logLevel: LogLevel;
  readonly json: boolean;
  /** True opens the page where somebody sits; true and false print its address as the last line. */
  readonly open?: boolean;
}

export function registerServe(program: Command, io: CliIo): void {
  const command = program.command('serve').description('serve a registry over HTTP until stopped (Ctrl+C)');
  command.argument('[registry...]', 'as -r: folder, or name of an added registry');
  addServeOptions(command).action((named: readonly string[], options: ServeOptions) => {
    const isTwice = named.length > 0 && (options.registry !== undefined || options.sample);
    if (isTwice)
      throw new CliError(EXIT_CODES.usage, 'Name the registry once: as the argument, or with an option.');
    return serve(named.length === 0 ? options : { ...options, registry: named }, io);
  });
  examples(command, io, {
    'Serve your own folder on a free port': ['serve', '-r', 'my-registry', '--port', '0'],
  });
}

/** Adds the options in the order in which the help lists them. */
function addServeOptions(command: Command): Command {
  return command
    .option('-p, --port <number>', 'TCP port; 0 takes a free port', parseNumber(0, 65_535), DEFAULT_PORT)
    .option('-H, --host <address>', 'address to bind', DEFAULT_HOST)
    .option('-r, --registry <folder>', REGISTRIES, collect)
    .addOption(
      new Option('--sample', 'serve the sample that comes with the program')
        .conflicts('registry')
        .default(false),
    )
    .option('--replace', 'if your own service has the port, stop it and take its place', false)
    .option('--allowed-host <name>', 'also accept this Host header (repeatable)', collect)
    .option('--allowed-origin <origin>', 'also accept web pages of this origin (repeatable)', collectOrigin)
    .option('--allow-hook', 'answer hooks of clients, too, if other machines reach it', false)
    .option('--allow-submit', 'accept new skills; with a token if other machines reach it', false)
    .option('--replica', 'one of several services over the same registry: refuses submissions', false)
    .option('--no-counts', 'count no reads per day, client and skill')
    .option('--token-file <path>', 'require the token in this file (Authorization: Bearer)')
    .addOption(
      new Option(
        '--watch <how>',
        'how to notice changes on disk: by the system’s events and the scans below, by a scan each second (scan, for network drives), not at all (off)',
      )
        .choices(['events', 'scan', 'off'])
        .default('events'),
    )
    .option(
      '--scan-interval <seconds>',
      'scan everything at this interval, for changes without an event; 0 for never',
      parseNumber(0, 86_400),
      DEFAULT_SCAN_INTERVAL_MS / 1_000,
    )
    .addOption(new Option('--log-level <level>', 'how much to log').choices(LOG_LEVELS).default('info'))
    .option('--json', 'log lines as JSON', false)
    .option(
      '--open',
      'open the page in the browser if this is a terminal with a display; print its address last',
    )
    .addOption(new Option('--no-open', 'print the address last, and open nothing').hideHelp());
}

function collectOrigin(value: string, earlier?: readonly string[]): readonly string[] {
  const origin = URL.canParse(value) ? new URL(value).origin : 'null';
  if (origin !== 'null' && origin === value.replace(/\/$/, '').toLowerCase()) return collect(origin, earlier);
  throw new InvalidArgumentError('Allowed: an origin such as https://tool.example or http://127.0.0.1:3000.');
}

async function serve(options: ServeOptions, io: CliIo): Promise<void> {
  const access = accessOptions(options, io);
  const chosen: ChosenRegistry = options.sample
    ? { path: sampleRegistry(), isFallback: true }
    : await chooseRegistry(options.registry, io);
  const logger = createStderrLogger({ level: options.logLevel, json: options.json, write: io.err });
  const stopped = io.untilStopped().then(() => logger.info('Stopping.'));
  const serverOptions: ServerOptions = {
    registry: chosen.path,
    layers: chosen.layers,
    isFallback: chosen.isFallback ?? false,
    watch: options.watch,
    scanIntervalMs: options.scanInterval * 1_000,
    logger,
    recordActivity: options.counts ? 'counted' : 'memory',
    onLongReading: () => logger.info(`Reading ${chosen.path} …`),
    onReading: (skills) => io.progress?.(progressWords({ reading: { done: skills } })?.line ?? ''),
    ...access,
    // Local paths are useless to remote clients.
    ...(!reachesOthers(options.host, options.allowedHost ?? []) && {
      command: cliLine([], io),
      startedWith: startedWith(options, chosen, io),
    }),
  };
  const starting = startServer(serverOptions)
    .catch(async (error: unknown) => {
      if (await takesPlace(error, options, io)) return startServer(serverOptions);
      throw error;
    })
    .catch(async (error: unknown) => {
      const running = settleFailure(error, options, io);
      if (options.open !== undefined) await showPage(running, options.open, io);
    });
  const server = await Promise.race([starting, stopped.then(() => 'stopped' as const)]);
  if (server === 'stopped') {
    // Reading a large registry can take a minute, and nobody knows of the service yet.
    io.endBy(START_GRACE_MS);
    await (await starting)?.close();
    return;
  }
  if (server === undefined) return;
  if (options.json) logger.info('Serving.', { url: server.url, ...server.status().counts });
  else io.out(describeStart(server));
  const { progress } = io;
  if (progress !== undefined)
    server.queries.follow({
      onStatus: (status) => progress(progressWords(status, 1)?.line ?? ''),
      onEnd: () => progress(''),
    });
  for (const warning of warningsOf(options)) logger.warn(warning);
  // A browser sends no token.
  const opens = options.open === true && options.tokenFile === undefined;
  if (options.open !== undefined) await showPage(server.url, opens, io);
  await stopped;
  await server.close();
}

/**
 * Returns the options as words for a terminal, so that the page of the service can say how to start it again.
 */
function startedWith(options: ServeOptions, { layers }: ChosenRegistry, io: CliIo): StartedWith {
  const { host, tokenFile, allowedHost = [], allowedOrigin = [], scanInterval } = options;
  const named = layers?.map((choice) =>
    'folder' in choice ? choice.folder : 'added' in choice && choice.added,
  );
  const registries = named?.flatMap((name) => (name === false ? [] : ['-r', name])) ?? [];
  const others = [
    ...(host === DEFAULT_HOST ? [] : ['--host', host]),
    ...allowedHost.flatMap((name) => ['--allowed-host', name]),
    ...allowedOrigin.flatMap((origin) => ['--allowed-origin', origin]),
    ...(options.allowHook ? ['--allow-hook'] : []),
    ...(options.allowSubmit ? ['--allow-submit'] : []),
    ...(options.replica ? ['--replica'] : []),
    ...(options.counts ? [] : ['--no-counts']),
    ...(tokenFile === undefined ? [] : ['--token-file', resolve(io.cwd, tokenFile)]),
    ...(options.watch === 'events' ? [] : ['--watch', options.watch]),
    ...(scanInterval * 1_000 === DEFAULT_SCAN_INTERVAL_MS ? [] : ['--scan-interval', String(scanInterval)]),
    ...(options.logLevel === 'info' ? [] : ['--log-level', options.logLevel]),
    ...(options.json ? ['--json'] : []),
  ];
  return { registries: lineWords(registries), options: lineWords(others) };
}

/** Returns who may ask the service. Throws a `CliError` if strangers could write. */
function accessOptions(options: ServeOptions, io: CliIo) {
  const { host, port, tokenFile, allowHook, allowSubmit, replica } = options;
  const { allowedHost = [], allowedOrigin = [] } = options;
  if (allowSubmit && tokenFile === undefined && reachesOthers(host, allowedHost)) {
    const why = 'Here --allow-submit would let everybody in the network write into the registry.';
    throw new CliError(EXIT_CODES.usage, `${why} Give a token with --token-file.`);
  }
  return {
    host,
    port,
    allowHook,
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
    ...(isLoopbackName(host) ? [] : [`Bound to ${host}: ${who} can read this registry.`]),
    ...(allowSubmit && tokenFile === undefined
      ? ['Submissions need no token: every program and user of this computer can add skills.']
      : []),
    ...(allowSubmit && replica ? [NO_WRITES_OF_REPLICAS] : []),
  ];
}

/**
 * Stops this user's service that has the port and runs from this program: with --replace, or if the user agrees. Returns
 * whether the port is free.
 */
async function takesPlace(error: unknown, options: ServeOptions, io: CliIo): Promise<boolean> {
  if (!(error instanceof StartError) || error.failure.reason !== 'port-taken') return false;
  const { owner, sameRegistry } = error.failure;
  if (owner === undefined || owner.app === 'tray' || (sameRegistry && !isAnother(options))) return false;
  if (!isOfThisProgram(owner)) return false;
  const what = `${printable(owner.url)} serves ${printable(owner.registry)}.`;
  if (!options.replace && !(await agrees(`${what} Serve this instead?`, io))) return false;
  const { data } = userFolders(io.env);
  const { answering } = await askServers(data, ({ instanceId }) => instanceId === owner.instanceId);
  for (const server of answering) await endService(server, data, io);
  return true;
}

/**
 * Says whether a service runs from this program. Another installation may be another version, or somebody’s
 * work in progress: only its own `stop` ends it.
 */
function isOfThisProgram({ program }: DiscoveryFile): boolean {
  return program === programFolder();
}

function otherProgramWords({ program }: DiscoveryFile): string {
  return program === undefined
    ? 'It was started by an older version of this program, so --replace leaves it alone.'
    : `It runs from another program, in ${printable(program)}, so --replace leaves it alone.`;
}

/**
 * Says whether the options ask for another service than any that runs: nobody knows whether that has a token
 * or takes submissions.
 */
function isAnother({ allowSubmit, tokenFile }: ServeOptions): boolean {
  return allowSubmit || tokenFile !== undefined;
}

/** Returns the address of our running service if it serves this registry already, else throws. */
function settleFailure(error: unknown, options: ServeOptions, io: CliIo): string {
  if (!(error instanceof StartError) || error.failure.reason === 'no-registry') throw asCliError(error);
  const { failure, message } = error;
  const { owner, nextFreePort } = failure.reason === 'port-taken' ? failure : {};
  if ('sameRegistry' in failure && failure.sameRegistry === true && failure.owner && !isAnother(options)) {
    const { url, pid, registry } = failure.owner;
    io.out(printable(`Already running at ${url} (pid ${pid}), serving ${registry}.`));
    return url;
  }
  const end =
    owner?.app === 'tray'
      ? ['Choose the folder in the app, or quit it.']
      : owner && [
          ...(isOfThisProgram(owner) ? [] : [otherProgramWords(owner)]),
          `End it: ${cliLine(['stop', '--port', String(owner.port)], io)}`,
          ...(isOfThisProgram(owner) ? ['Or take its place: --replace'] : []),
        ];
  const free = nextFreePort === undefined ? [] : [`Or take a free port: --port ${nextFreePort}`];
  throw new CliError(EXIT_CODES.port, message, { below: [...(end ?? []), ...free], cause: error });
}

function describeStart({ url, status }: RunningServer): string {
  const { counts, mcpUrl, registry, registries = [], diagnostics, checking } = status();
  const layers = registries.length < 2 ? [registry.path] : registries.map(layerWords);
  // It stands while the counts move on.
  const far = checking === undefined ? '' : ` so far (still checking ${countWords(checking.total, 'skill')})`;
  return [
    `Skills Registry is serving ${servedSkills(counts)} at ${url}`,
    ...layers.map((layer) => `  Registry  ${printable(layer)}`),
    `  Problems  ${problemWords(diagnostics)}${far}: ${url}/v1/diagnostics`,
    `  MCP       ${mcpUrl}`,
    'Stop with Ctrl+C.',
  ].join('\n');
}
