import { type Command, InvalidArgumentError, Option } from 'commander';
import { LIMITS } from '../contract/limits.ts';
import { LOG_LEVELS, type LogLevel } from '../contract/service/logger.ts';
import {
  DEFAULT_HOST,
  DEFAULT_PORT,
  DEFAULT_SCAN_INTERVAL_MS,
} from '../contract/service/service-defaults.ts';
import type { WatchMode } from '../registry/registry-patch.ts';
import type { ServerOptions } from '../service/running-server.ts';
import { collect } from './collect.ts';
import { REGISTRIES } from './target/choose-registry.ts';

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly socket?: string;
  readonly registry?: readonly string[];
  readonly tokenFile?: string;
  readonly maxConnections?: number;
  /** Seconds. */
  readonly requestTimeout?: number;
  /** MiB. */
  readonly bodyBudget?: number;
  readonly allowedHost?: readonly string[];
  readonly allowedOrigin?: readonly string[];
  readonly allowSubmit: boolean;
  readonly replica: boolean;
  readonly watch: WatchMode | boolean;
  readonly scanInterval: number;
  readonly logLevel: LogLevel;
  readonly json: boolean;
  readonly open?: boolean;
}

/** In help order. */
export function addServeOptions(command: Command): Command {
  for (const add of [addPlace, addAccess, addLimits, addWatching]) add(command);
  return command
    .addOption(new Option('--log-level <level>', 'how much to log').choices(LOG_LEVELS).default('info'))
    .option('--json', 'log lines as JSON', false)
    .option('--open', 'open the page in the browser; not in CI, over ssh or without a display')
    .option('--no-open', 'open no page (default)');
}

function addPlace(command: Command): void {
  command
    .option('-p, --port <number>', 'TCP port; 0 takes a free port', parsePort, DEFAULT_PORT)
    .option('-H, --host <address>', 'address to bind', DEFAULT_HOST)
    .option('--socket <path>', 'listen on a Unix socket (a named pipe on Windows) instead of a port')
    .option('-r, --registry <folder>', REGISTRIES, collect);
}

function addAccess(command: Command): void {
  command
    .option('--allowed-host <name>', 'also accept this Host header (repeatable)', collect)
    .option(
      '--allowed-origin <origin>',
      'accept requests from web pages of this origin (repeatable)',
      collectOrigin,
    )
    .option(
      '--allow-submit',
      'let callers add skills with POST /v1/skills; requires a token if reachable from other machines',
      false,
    )
    .option('--replica', 'one of several services over the same registry: refuses submissions', false)
    .option('--token-file <path>', 'require the token in this file (Authorization: Bearer)');
}

function addLimits(command: Command): void {
  command
    .option(
      '--max-connections <number>',
      `most connections at once; default ${LIMITS.connections}`,
      parseCount(1, 65_535),
    )
    .option(
      '--request-timeout <seconds>',
      `time for a whole request to arrive; default ${LIMITS.requestMs / 1_000}`,
      parseCount(1, 3_600),
    )
    .option(
      '--body-budget <MiB>',
      `memory for prepared answers; default ${LIMITS.preparedBytes / 1024 / 1024}`,
      parseCount(1, 16_384),
    );
}

function addWatching(command: Command): void {
  command
    .addOption(
      new Option(
        '--watch <how>',
        'how to notice changes on disk: by the system’s events, by scans, by either as the disk allows (auto), not at all (off)',
      )
        .choices(['auto', 'events', 'scan', 'off'])
        .default('auto'),
    )
    .option('--no-watch', 'same as --watch off')
    .option(
      '--scan-interval <seconds>',
      'scan everything at this interval, for changes without an event; 0 for never',
      parseSeconds,
      DEFAULT_SCAN_INTERVAL_MS / 1_000,
    );
}

/** Units of `ServerOptions`. */
export function limitOptions({
  maxConnections,
  requestTimeout,
  bodyBudget,
}: ServeOptions): Partial<ServerOptions> {
  return {
    ...(maxConnections === undefined ? {} : { maxConnections }),
    ...(requestTimeout === undefined ? {} : { requestTimeoutMs: requestTimeout * 1_000 }),
    ...(bodyBudget === undefined ? {} : { bodyBudgetBytes: bodyBudget * 1024 * 1024 }),
  };
}

function parsePort(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
    throw new InvalidArgumentError('Allowed: a number from 0 to 65535.');
  return Number(value);
}

function parseSeconds(value: string): number {
  const seconds = Number(value);
  if (/^\d+(\.\d+)?$/.test(value) && seconds <= 86_400) return seconds;
  throw new InvalidArgumentError('Allowed: a number of seconds from 0 to 86400.');
}

function parseCount(least: number, most: number): (value: string) => number {
  return (value) => {
    const count = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
    if (count >= least && count <= most) return count;
    throw new InvalidArgumentError(`Allowed: a number from ${least} to ${most}.`);
  };
}

function collectOrigin(value: string, earlier?: readonly string[]): readonly string[] {
  const origin = URL.canParse(value) ? new URL(value).origin : 'null';
  if (origin === 'null' || origin !== value.replace(/\/$/, '').toLowerCase()) {
    throw new InvalidArgumentError(
      'Allowed: an origin such as https://tool.example or http://127.0.0.1:3000.',
    );
  }
  return collect(origin, earlier);
}
