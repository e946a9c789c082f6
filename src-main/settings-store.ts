/** The settings of the app: their file is read once, at the start, and written after each change. */

import { constants, copyFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LIMITS } from '../src-server/contract/limits.ts';
import type { Logger } from '../src-server/contract/service.ts';
import { writeInside } from '../src-server/platform/files.ts';
import { NotPlain, readSettingsText } from '../src-server/platform/plain-file.ts';
import {
  DEFAULT_SETTINGS,
  MAX_RECENT_FOLDERS,
  SETTING_NAMES,
  type Settings,
  settingsFault,
} from './contract/settings.ts';

/** Where the settings came from at the start. */
export type SettingsOrigin =
  | { readonly kind: 'read' }
  /** There is no file: this is the first start. */
  | { readonly kind: 'none' }
  /** All or some values could not be used. */
  | {
      readonly kind: 'recovered';
      /** The copy of the file; undefined if it could not be made. */
      readonly backup: string | undefined;
      readonly reason: string;
      readonly isPartial: boolean;
    };

/** The settings in memory, which the file follows. Changes apply at once and are written one after the other. */
export interface SettingsStore {
  readonly file: string;
  readonly origin: SettingsOrigin;
  get(): Settings;
  /** Applies a change at once, and writes it in the background. */
  update(change: Partial<Settings>): Settings;
  /** Keeps a folder as the one to serve, and as the latest of the recent ones. */
  chooseRegistry(path: string): Settings;
  /**
   * Keeps the sample as the registry to serve. Its path is not stored: AppImages, and macOS until the app is moved, mount it elsewhere on
   * each start.
   */
  chooseSample(): Settings;
  forgetRegistry(path: string): Settings;
  settled(): Promise<void>;
}

/** Opens the file, and falls back to defaults. It never throws. */
export function openSettingsStore(file: string, logger: Logger): SettingsStore {
  const { settings, origin } = readSettings(file, logger);
  let current = settings;
  let writing: Promise<void> = Promise.resolve();

  function update(change: Partial<Settings>): Settings {
    current = { ...current, ...change };
    const text = formatSettings(current);
    // In order, so that the last change wins.
    writing = writing
      .then(() => writeInside(dirname(file), basename(file), text, { mode: 0o600 }))
      .catch((cause: unknown) =>
        logger.error('The settings could not be written.', { file, cause: String(cause) }),
      );
    return current;
  }

  return {
    file,
    origin,
    get: () => current,
    update,
    chooseRegistry: (path) =>
      update({ registry: path, recentRegistries: withLatest(current.recentRegistries, path) }),
    chooseSample: () => update({ registry: null }),
    forgetRegistry: (path) =>
      update({ recentRegistries: current.recentRegistries.filter((known) => known !== path) }),
    settled: () => writing,
  };
}

/** Moves a folder to the front, and keeps at most `MAX_RECENT_FOLDERS`. */
export function withLatest(recent: readonly string[], path: string): string[] {
  return [path, ...recent.filter((known) => known !== path)].slice(0, MAX_RECENT_FOLDERS);
}

function readSettings(file: string, logger: Logger): { settings: Settings; origin: SettingsOrigin } {
  let text: string;
  try {
    text = readSettingsText(file, LIMITS.settingsBytes).replace(/^\uFEFF/, '');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT')
      return { settings: DEFAULT_SETTINGS, origin: { kind: 'none' } };
    if (cause instanceof NotPlain) return recover(file, cause.message, logger);
    return recover(file, `it could not be read (${String(cause)})`, logger);
  }
  const parsed = parseSettings(text);
  if (!parsed.ok) return recover(file, parsed.reason, logger);
  if (parsed.fault !== undefined) return recover(file, parsed.fault, logger, parsed.settings);
  return { settings: parsed.settings, origin: { kind: 'read' } };
}

function recover(
  file: string,
  reason: string,
  logger: Logger,
  usable?: Settings,
): { settings: Settings; origin: SettingsOrigin } {
  const backup = setAside(file, logger);
  logger.warn('Settings could not be used; defaults are in use for them.', { file, backup, reason });
  const isPartial = usable !== undefined;
  return { settings: usable ?? DEFAULT_SETTINGS, origin: { kind: 'recovered', backup, reason, isPartial } };
}

/** Copies a settings file beside it. Returns the path of the copy; undefined if it could not be made. */
function setAside(file: string, logger: Logger): string | undefined {
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  const backup = join(dirname(file), `settings.broken-${time}.json`);
  try {
    // A copy of a pipe waits for a writer, and one of a device may have no end.
    if (!statSync(file).isFile()) throw new NotPlain('it is no regular file');
    copyFileSync(file, backup, constants.COPYFILE_EXCL);
    return backup;
  } catch (cause) {
    logger.error('The broken settings file could not be set aside.', { file, cause: String(cause) });
    return undefined;
  }
}

type ParsedSettings =
  /** The file can be used. `fault` is a clause about the values that were reset. */
  | { readonly ok: true; readonly settings: Settings; readonly fault?: string }
  /** The file can't be used. `reason` is a clause for the user and the log. */
  | { readonly ok: false; readonly reason: string };

/** Reads a settings file: adds defaults, drops unknown keys, and resets invalid values. */
export function parseSettings(text: string): ParsedSettings {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'it is not JSON' };
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return { ok: false, reason: 'it is not a JSON object' };
  const { schemaVersion } = data as Record<string, unknown>;
  if (typeof schemaVersion === 'number' && schemaVersion > DEFAULT_SETTINGS.schemaVersion)
    return { ok: false, reason: 'it is from a newer version of the app' };
  const known: Record<string, unknown> = Object.fromEntries(
    Object.entries(data).filter(([key]) => key in DEFAULT_SETTINGS),
  );
  const faults = new Map(
    SETTING_NAMES.flatMap((name) => {
      const fault = name in known ? settingsFault({ ...DEFAULT_SETTINGS, [name]: known[name] }) : undefined;
      return fault === undefined ? [] : [[name as string, fault] as const];
    }),
  );
  const fitting = Object.entries(known).filter(([name]) => !faults.has(name));
  const settings = { ...DEFAULT_SETTINGS, ...Object.fromEntries(fitting) } as Settings;
  return faults.size === 0
    ? { ok: true, settings }
    : { ok: true, settings, fault: [...faults.values()].join(', ') };
}

/** Returns the text of the file, without the values that are defaults. */
export function formatSettings(settings: Settings): string {
  const changed = Object.entries(settings).filter(
    ([key, value]) =>
      key === 'schemaVersion' ||
      JSON.stringify(value) !== JSON.stringify(DEFAULT_SETTINGS[key as keyof Settings]),
  );
  return `${JSON.stringify(Object.fromEntries(changed), null, 2)}\n`;
}
