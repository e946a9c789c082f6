import { type Command, InvalidArgumentError, Option } from 'commander';
import { sampleRegistry } from '../../built-files.ts';
import { LOG_LEVELS, type LogLevel } from '../../contract/logger.ts';
import { printable } from '../../contract/printable.ts';
import { fetchStatus } from '../../discovery/fetch-status.ts';
import { DEFAULT_SCAN_INTERVAL_MS, type WatchMode } from '../../registry/disk/registry-follower.ts';
import type { RunningServer } from '../../service/running-server.ts';
import { StartError } from '../../service/start-error.ts';
import { DEFAULT_HOST, DEFAULT_PORT, startServer } from '../../start-server.ts';
import { type ChosenRegistry, chooseRegistry } from '../choose-registry.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { count } from '../count.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { createStderrLogger } from '../stderr-logger.ts';

interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly registry?: string;
  readonly allowedHost?: readonly string[];
  readonly allowedOrigin?: readonly string[];
  readonly allowSubmit: boolean;
  readonly watch: WatchMode | boolean;
  readonly scanInterval: number;
  readonly logLevel: LogLevel;
  readonly json: boolean;
}

/** `skills serve`: runs the service until it is told to stop. */
export function registerServe(program: Command, io: CliIo): void {
  program
    .command('serve')
    .description('serve a registry over HTTP until stopped (Ctrl+C)')
    .option('-p, --port <number>', 'TCP port; 0 takes a free one', parsePort, DEFAULT_PORT)
    .option('-H, --host <address>', 'address to bind', DEFAULT_HOST)
    .option(
      '-r, --registry <folder>',
      'the registry; default: SKILLS_REGISTRY, the current folder or one above, the sample',
    )
    .option('--allowed-host <name>', 'answer to this Host name too (repeatable)', collect)
    .option('--allowed-origin <origin>', 'let web pages of this origin ask (repeatable)', collectOrigin)
    .option('--allow-submit', 'let callers add skills with POST /v1/skills', false)
    .addOption(
      new Option('--watch <how>', 'notice changes on disk by the system’s events, by looking, or not at all')
        .choices(['auto', 'events', 'scan', 'off'])
        .default('auto'),
    )
    .option('--no-watch', 'the same as --watch off')
    .option(
      '--scan-interval <seconds>',
      'look at everything this often for what no event told; 0 for never',
      parseSeconds,
      DEFAULT_SCAN_INTERVAL_MS / 1_000,
    )
    .addOption(new Option('--log-level <level>', 'how much to log').choices(LOG_LEVELS).default('info'))
    .option('--json', 'log lines as JSON', false)
    .action((options: ServeOptions) => serve(options, io));
}

function parsePort(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
    throw new InvalidArgumentError('It is a number from 0 to 65535.');
  return Number(value);
}

function parseSeconds(value: string): number {
  const seconds = Number(value);
  if (!/^\d+(\.\d+)?$/.test(value) || seconds > 86_400)
    throw new InvalidArgumentError('It is a number of seconds from 0 to 86400.');
  return seconds;
}

function collectOrigin(value: string, earlier?: readonly string[]): readonly string[] {
  const origin = URL.canParse(value) ? new URL(value).origin : 'null';
  if (origin === 'null' || origin !== value.replace(/\/$/, '').toLowerCase()) {
    throw new InvalidArgumentError('It is an origin such as https://tool.example or http://127.0.0.1:3000.');
  }
  return collect(origin, earlier);
}

function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

async function serve(options: ServeOptions, io: CliIo): Promise<void> {
  const { port, host, watch, json, logLevel } = options;
  const chosen = chooseRegistry({
    option: options.registry,
    env: io.env,
    cwd: io.cwd,
    sample: sampleRegistry(),
  });
  const logger = createStderrLogger({ level: logLevel, json, write: io.err });
  const stopped = io.untilStopped();
  const server = await startServer({
    registry: chosen.path,
    port,
    host,
    watch,
    scanIntervalMs: options.scanInterval * 1_000,
    allowSubmit: options.allowSubmit,
    logger,
    allowedHosts: options.allowedHost ?? [],
    allowedOrigins: options.allowedOrigin ?? [],
  }).catch((error: unknown) => settleFailure(error, options, io));
  if (server === undefined) return;
  if (json) logger.info('Serving.', { url: server.url, ...server.status().counts });
  else io.out(describeStart(server, chosen));
  if (!isLoopback(host)) {
    logger.warn(
      `Bound to ${host}: other machines can read this registry. Only requests that name an allowed Host are answered.`,
    );
  }
  await stopped;
  logger.info('Stopping.');
  await server.close();
}

/** A service of ours that serves the same registry is all that was asked for; everything else is a failure. */
async function settleFailure(error: unknown, options: ServeOptions, io: CliIo): Promise<undefined> {
  if (!(error instanceof StartError)) throw error;
  const { failure, message } = error;
  if (failure.reason === 'no-registry') throw new CliError(EXIT_CODES.noRegistry, message, { cause: error });
  if (failure.reason === 'port-taken' && failure.owner !== undefined && failure.sameRegistry) {
    if (options.allowSubmit && !(await fetchStatus(failure.owner.url))?.submissions) {
      const running = `Already running at ${failure.owner.url} (pid ${failure.owner.pid}), without submissions.`;
      throw new CliError(EXIT_CODES.port, `${running} Stop it, then start again.`, { cause: error });
    }
    io.out(
      printable(
        `Already running at ${failure.owner.url} (pid ${failure.owner.pid}), serving ${failure.owner.registry}.`,
      ),
    );
    return undefined;
  }
  const free = 'nextFreePort' in failure ? failure.nextFreePort : undefined;
  const way = free === undefined ? '' : ` Try: skills serve --port ${free}`;
  throw new CliError(EXIT_CODES.port, `${message}${way}`, { cause: error });
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** The lines that greet: where, what, how many problems, and how to see them. */
function describeStart({ url, status }: RunningServer, { why }: ChosenRegistry): string {
  const { registry, counts, diagnostics, mcpUrl } = status();
  const lines = [
    `Skills Registry is serving ${count(counts.skills, 'skill')} at ${url}`,
    `  Registry  ${printable(registry.path)}${why === undefined ? '' : ` (${why})`}`,
    `  Problems  ${describeProblems(diagnostics, url)}`,
    `  MCP       ${mcpUrl}`,
    `  Try       curl '${url}/v1/find?q=shut+down+cleanly'`,
    'Stop with Ctrl+C.',
  ];
  return lines.join('\n');
}

function describeProblems(
  { error, warning, info }: { error: number; warning: number; info: number },
  url: string,
): string {
  if (error + warning === 0)
    return info === 0 ? 'none' : `none; ${count(info, 'remark')}: ${url}/v1/diagnostics`;
  return `${count(error, 'error')}, ${count(warning, 'warning')}, ${count(info, 'remark')}: ${url}/v1/diagnostics`;
}
