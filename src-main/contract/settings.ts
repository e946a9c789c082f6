/** What the app remembers. The checks stand in settings.schema.json; a test holds the two together. */
import type { LogLevel } from '../../src-server/contract/service/logger.ts';

/** What `settings.json` holds. */
export interface Settings {
  /** Version of this format; `migrate` in migrations.ts lifts older ones. */
  readonly schemaVersion: 1;
  /** The folder that is served; null until one was chosen: the sample is served then. */
  readonly registry: string | null;
  /** Folders that were served before, the latest first; at most 10. */
  readonly recentRegistries: readonly string[];
  /** What the recent ones held when they were served last, by path. */
  readonly lastServed: Readonly<Record<string, LastServed>>;
  /** Projects that were opened, the latest first; at most 10. */
  readonly recentProjects: readonly string[];
  /** TCP port, 1 to 65535; default 8701. */
  readonly port: number;
  /** Address to bind; default 127.0.0.1. Any other makes the service reachable for other computers. */
  readonly host: string;
  /** Starting at login shows no window; default true. The state of the login item itself is the system's. */
  readonly startHidden: boolean;
  /** Serve as soon as the app starts; default true. */
  readonly serveOnStart: boolean;
  /** Closing the window keeps the app in the tray; default true. */
  readonly closeToTray: boolean;
  readonly theme: 'system' | 'light' | 'dark';
  /** Origins of web pages that may ask the service, such as `https://tool.example`. */
  readonly allowedOrigins: readonly string[];
  /** Accept new skills by `POST /v1/skills`; default false. */
  readonly allowSubmit: boolean;
  readonly logLevel: LogLevel;
  /** Keep the last requests in memory for the activity view; default true. */
  readonly recordActivity: boolean;
  /** Ask once a day whether there is a new version, and say so; default false. */
  readonly noticeUpdates: boolean;
  /** When that was asked last; null until it was. */
  readonly lastUpdateLook: LastUpdateLook | null;
  /** Notices that were shown once and need not be again. */
  readonly seenNotices: readonly string[];
}

/** The last look for a new version. */
export interface LastUpdateLook {
  /** ISO 8601. */
  readonly at: string;
  /** The version that was told of last; null until there was one. */
  readonly told: string | null;
}

/** A folder as it was when it was served last. */
export interface LastServed {
  readonly skills: number;
  /** ISO 8601, to the hour or better. */
  readonly at: string;
}

/** What holds where nothing was said. */
export const DEFAULT_SETTINGS: Settings = {
  schemaVersion: 1,
  registry: null,
  recentRegistries: [],
  lastServed: {},
  recentProjects: [],
  port: 8701,
  host: '127.0.0.1',
  startHidden: true,
  serveOnStart: true,
  closeToTray: true,
  theme: 'system',
  allowedOrigins: [],
  allowSubmit: false,
  logLevel: 'info',
  recordActivity: true,
  noticeUpdates: false,
  lastUpdateLook: null,
  seenNotices: [],
};

/** What the window may change. The registry has a request of its own; `startAtLogin` is handed to the system. */
export interface SettingsChange {
  readonly port?: number;
  readonly host?: string;
  readonly startAtLogin?: boolean;
  readonly startHidden?: boolean;
  readonly serveOnStart?: boolean;
  readonly closeToTray?: boolean;
  readonly theme?: Settings['theme'];
  readonly allowedOrigins?: readonly string[];
  readonly allowSubmit?: boolean;
  readonly logLevel?: LogLevel;
  readonly noticeUpdates?: boolean;
}

/** Settings that the running service only takes on with a restart. */
export const RESTART_SETTINGS = [
  'port',
  'host',
  'allowedOrigins',
  'allowSubmit',
] as const satisfies ReadonlyArray<keyof Settings>;

/** Folders that are remembered, of registries and of projects; the one that was chosen longest ago goes. */
export const MAX_RECENT_FOLDERS = 10;
