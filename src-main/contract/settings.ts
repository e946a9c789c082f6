import type { LogLevel } from '../../src-server/contract/service.ts';
import { type Check, type Checked, flag, list, nullable, oneOf, shape, text, whole } from './checks.ts';

/** The most folders that are remembered as served before. */
export const MAX_RECENT_FOLDERS = 10;

export const PORT = whole(1, 65_535);
const PATHS = list(text(100_000), MAX_RECENT_FOLDERS);

/** Origins of web pages that may ask the service, such as `https://tool.example`. */
const WEB_ORIGINS = list(text(300, { like: /^[a-z][a-z0-9+.-]*:\/\/[^/\s]+$/ }), 100);

const SIDE = whole(1, 100_000);
const COORDINATE = whole(-100_000, 100_000);
/** Where the last window was. Older versions kept its size alone. */
const WINDOW_SIZE = shape({ width: SIDE, height: SIDE }, { x: COORDINATE, y: COORDINATE, isMaximized: flag });

const setting = <T>(check: Check<T>, standard: NoInfer<T>) => ({ check, standard });

const SETTINGS = {
  /** The version of the file's format. */
  schemaVersion: setting(oneOf(1), 1),
  /** The served folder. Null serves the sample. */
  registry: setting(nullable(text(100_000, { least: 0 })), null),
  /** The folders that were served, the latest first. */
  recentRegistries: setting(PATHS, []),
  port: setting(PORT, 8701),
  /** The address to listen on. Other addresses than the default expose the service to the network. */
  host: setting(text(253, { like: /^[0-9A-Za-z.:-]+$/ }), '127.0.0.1'),
  /** Whether no window opens when the app was started at login. */
  startHidden: setting(flag, true),
  serveOnStart: setting(flag, true),
  closeToTray: setting(flag, true),
  theme: setting(oneOf('system', 'light', 'dark'), 'system'),
  allowedOrigins: setting(WEB_ORIGINS, []),
  /** Whether `POST /v1/skills` takes new skills. */
  allowSubmit: setting(flag, false),
  logLevel: setting(oneOf<LogLevel>('error', 'warn', 'info', 'debug'), 'info'),
  /** Whether the service keeps what agents read and asked, for the view *Agents*. */
  recordActivity: setting(flag, true),
  /** Whether reads are counted per day, client and skill, in a file; only with `recordActivity`. */
  countReads: setting(flag, true),
  /** Whether the addresses of added registries are asked once a day. */
  checkRegistries: setting(flag, true),
  /** Where the last window was; null before the first has closed. */
  windowSize: setting(nullable(WINDOW_SIZE), null),
  /** The notices that are never shown again. */
  seenNotices: setting(list(text(1000, { least: 0 }), 1000), []),
};

/**
 * The settings of the app, one value for each row of `SETTINGS`, defaults included. The file settings.json holds only
 * those that differ, such as `{ "schemaVersion": 1, "registry": "/home/me/skills", "port": 8710 }`.
 */
export type Settings = { readonly [Key in keyof typeof SETTINGS]: Checked<(typeof SETTINGS)[Key]['check']> };

export const SETTING_NAMES = Object.keys(SETTINGS) as ReadonlyArray<keyof Settings>;

export const DEFAULT_SETTINGS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, SETTINGS[name].standard]),
) as unknown as Settings;

/** Returns the first fault, undefined if there is none. */
export function settingsFault(settings: Readonly<Record<keyof Settings, unknown>>): string | undefined {
  const faults = SETTING_NAMES.map((name) => SETTINGS[name].check(settings[name], `/${name}`));
  return faults.find((fault) => fault !== undefined);
}

type Checks<Name extends keyof Settings> = { readonly [Key in Name]: (typeof SETTINGS)[Key]['check'] };

function checksOf<Name extends keyof Settings>(...names: readonly Name[]): Checks<Name> {
  return Object.fromEntries(names.map((name) => [name, SETTINGS[name].check])) as unknown as Checks<Name>;
}

/** The settings that the page may change by `changeSettings`; other requests change the rest. */
export const SETTINGS_CHANGE = shape(
  {},
  {
    startAtLogin: flag,
    ...checksOf('port', 'host', 'allowedOrigins', 'allowSubmit', 'logLevel', 'theme'),
    ...checksOf(
      'startHidden',
      'serveOnStart',
      'closeToTray',
      'checkRegistries',
      'recordActivity',
      'countReads',
    ),
  },
);
export type SettingsChange = Checked<typeof SETTINGS_CHANGE>;

/** The settings that take effect with the service's next start; the others take effect at once. */
export const RESTART_SETTINGS = [
  'port',
  'host',
  'allowedOrigins',
  'allowSubmit',
] as const satisfies ReadonlyArray<keyof Settings>;
