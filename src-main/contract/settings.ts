import type { LogLevel } from '../../src-server/contract/service.ts';
import { type Check, type Checked, flag, list, nullable, oneOf, shape, text, whole } from './checks.ts';

export const MAX_RECENT_FOLDERS = 10;

export const PORT = whole(1, 65_535);
const PATHS = list(text(100_000), MAX_RECENT_FOLDERS);

/** With access, such as `https://tool.example`. */
const WEB_ORIGINS = list(text(300, { like: /^[a-z][a-z0-9+.-]*:\/\/[^/\s]+$/ }), 100);

const SIDE = whole(1, 100_000);
const COORDINATE = whole(-100_000, 100_000);
/** Older versions keep no place. */
const WINDOW_SIZE = shape({ width: SIDE, height: SIDE }, { x: COORDINATE, y: COORDINATE, isMaximized: flag });

const setting = <T>(check: Check<T>, standard: NoInfer<T>) => ({ check, standard });

const SETTINGS = {
  /** Format version. */
  schemaVersion: setting(oneOf(1), 1),
  /** Null serves the sample. */
  registry: setting(nullable(text(100_000, { least: 0 })), null),
  /** Latest first. */
  recentRegistries: setting(PATHS, []),
  port: setting(PORT, 8701),
  /** Other addresses expose the service to the network. */
  host: setting(text(253, { like: /^[0-9A-Za-z.:-]+$/ }), '127.0.0.1'),
  /** No window when started at login. */
  startHidden: setting(flag, true),
  serveOnStart: setting(flag, true),
  closeToTray: setting(flag, true),
  theme: setting(oneOf('system', 'light', 'dark'), 'system'),
  allowedOrigins: setting(WEB_ORIGINS, []),
  /** Enables `POST /v1/skills`. */
  allowSubmit: setting(flag, false),
  logLevel: setting(oneOf<LogLevel>('error', 'warn', 'info', 'debug'), 'info'),
  /** Whether the service keeps what agents read and asked, for the view *Agents*. */
  recordActivity: setting(flag, true),
  /** Daily. */
  checkRegistries: setting(flag, true),
  /** Of the last window; null before the first closes. */
  windowSize: setting(nullable(WINDOW_SIZE), null),
  /** Never shown again. */
  seenNotices: setting(list(text(1000, { least: 0 }), 1000), []),
};

export type Settings = { readonly [Key in keyof typeof SETTINGS]: Checked<(typeof SETTINGS)[Key]['check']> };

export const SETTING_NAMES = Object.keys(SETTINGS) as ReadonlyArray<keyof Settings>;

export const DEFAULT_SETTINGS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, SETTINGS[name].standard]),
) as unknown as Settings;

/** @returns the first fault */
export function settingsFault(settings: Readonly<Record<keyof Settings, unknown>>): string | undefined {
  const faults = SETTING_NAMES.map((name) => SETTINGS[name].check(settings[name], `/${name}`));
  return faults.find((fault) => fault !== undefined);
}

type Checks<Name extends keyof Settings> = { readonly [Key in Name]: (typeof SETTINGS)[Key]['check'] };

function checksOf<Name extends keyof Settings>(...names: readonly Name[]): Checks<Name> {
  return Object.fromEntries(names.map((name) => [name, SETTINGS[name].check])) as unknown as Checks<Name>;
}

/** By the page; other requests change the rest. */
export const SETTINGS_CHANGE = shape(
  {},
  {
    startAtLogin: flag,
    ...checksOf('port', 'host', 'allowedOrigins', 'allowSubmit', 'logLevel', 'theme'),
    ...checksOf('startHidden', 'serveOnStart', 'closeToTray', 'checkRegistries', 'recordActivity'),
  },
);
export type SettingsChange = Checked<typeof SETTINGS_CHANGE>;

export const RESTART_SETTINGS = [
  'port',
  'host',
  'allowedOrigins',
  'allowSubmit',
] as const satisfies ReadonlyArray<keyof Settings>;
