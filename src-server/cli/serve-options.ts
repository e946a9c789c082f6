import { type Command, InvalidArgumentError, Option } from 'commander';
import { LOG_LEVELS, type LogLevel } from '../contract/service/logger.ts';
import {
  DEFAULT_HOST,
  DEFAULT_PORT,
  DEFAULT_SCAN_INTERVAL_MS,
} from '../contract/service/service-defaults.ts';
import type { WatchMode } from '../registry/registry-patch.ts';
import { collect, REGISTRIES } from './choose-registry.ts';
import { parseNumber } from './parse-number.ts';

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly registry?: readonly string[];
  readonly tokenFile?: string;
  readonly allowedHost?: readonly string[];
  readonly allowedOrigin?: readonly string[];
  readonly allowSubmit: boolean;
  readonly replica: boolean;
  readonly watch: WatchMode | boolean;
  /** Seconds. */
  readonly scanInterval: number;
  readonly logLevel: LogLevel;
  readonly json: boolean;
  readonly open?: boolean;
}

/** In help order. */
export function addServeOptions(command: Command): Command {
  return command
    .option('-p, --port <number>', 'TCP port; 0 takes a free port', parseNumber(0, 65_535), DEFAULT_PORT)
    .option('-H, --host <address>', 'address to bind', DEFAULT_HOST)
    .option('-r, --registry <folder>', REGISTRIES, collect)
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
    .option('--token-file <path>', 'require the token in this file (Authorization: Bearer)')
    .addOption(
      new Option(
        '--watch <how>',
        'how to notice changes on disk: by the system’s events and the scans below, by a scan each second (scan, for network drives), not at all (off)',
      )
        .choices(['events', 'scan', 'off'])
        .default('events'),
    )
    .option('--no-watch', 'same as --watch off')
    .option(
      '--scan-interval <seconds>',
      'scan everything at this interval, for changes without an event; 0 for never',
      parseNumber(0, 86_400),
      DEFAULT_SCAN_INTERVAL_MS / 1_000,
    )
    .addOption(new Option('--log-level <level>', 'how much to log').choices(LOG_LEVELS).default('info'))
    .option('--json', 'log lines as JSON', false)
    .option('--open', 'open the page in the browser; not in CI, over ssh or without a display')
    .option('--no-open', 'open no page (default)');
}

function collectOrigin(value: string, earlier?: readonly string[]): readonly string[] {
  const origin = URL.canParse(value) ? new URL(value).origin : 'null';
  if (origin !== 'null' && origin === value.replace(/\/$/, '').toLowerCase()) return collect(origin, earlier);
  throw new InvalidArgumentError('Allowed: an origin such as https://tool.example or http://127.0.0.1:3000.');
}
