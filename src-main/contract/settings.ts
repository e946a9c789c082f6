/** A test compares the settings with settings.schema.json. */
import type { LogLevel } from '../../src-server/contract/service/logger.ts';

export interface Settings {
  /** Format version; see `MIGRATIONS`. */
  readonly schemaVersion: 1;
  /** Null serves the sample. */
  readonly registry: string | null;
  /** Latest first; at most 10. */
  readonly recentRegistries: readonly string[];
  /** By path. */
  readonly lastServed: Readonly<Record<string, LastServed>>;
  /** Latest first; at most 10. */
  readonly recentProjects: readonly string[];
  /** 1 to 65535; default 8701. */
  readonly port: number;
  /** Default 127.0.0.1. Other addresses expose the service to the network. */
  readonly host: string;
  /** No window when started at login; default true. */
  readonly startHidden: boolean;
  /** Default true. */
  readonly serveOnStart: boolean;
  /** Default true. */
  readonly closeToTray: boolean;
  readonly theme: 'system' | 'light' | 'dark';
  /** Web origins with access, such as `https://tool.example`. */
  readonly allowedOrigins: readonly string[];
  /** Enables `POST /v1/skills`; default false. */
  readonly allowSubmit: boolean;
  readonly logLevel: LogLevel;
  /** For the activity view; default true. */
  readonly recordActivity: boolean;
  /** Daily; default false. */
  readonly noticeUpdates: boolean;
  /** Daily; default true. */
  readonly checkRegistries: boolean;
  /** Null before the first check. */
  readonly lastUpdateLook: LastUpdateCheck | null;
  /** Of the last window; null before the first closes. */
  readonly windowSize: { readonly width: number; readonly height: number } | null;
  /** Never shown again. */
  readonly seenNotices: readonly string[];
}

export interface LastUpdateCheck {
  /** ISO 8601. */
  readonly at: string;
  /** Last announced version. */
  readonly told: string | null;
}

export interface LastServed {
  readonly skills: number;
  /** ISO 8601, precise to the hour or better. */
  readonly at: string;
}

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
  checkRegistries: true,
  lastUpdateLook: null,
  windowSize: null,
  seenNotices: [],
};

/** Registry and `startAtLogin` change elsewhere. */
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
  readonly checkRegistries?: boolean;
}

export const RESTART_SETTINGS = [
  'port',
  'host',
  'allowedOrigins',
  'allowSubmit',
] as const satisfies ReadonlyArray<keyof Settings>;

/** Registries and projects each. */
export const MAX_RECENT_FOLDERS = 10;
