/**
 * How the app starts: what its arguments ask for, as a folder, a port and no window; and at login, by an autostart
 * entry on Linux, by login items on macOS, by startup entries on Windows.
 */

import { readFile, rm } from 'node:fs/promises';
import { join, posix, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { App } from 'electron';
import { writeInside } from '../src-server/platform/files.ts';
import type { LoginItemState } from './contract/app-states.ts';
import { Refusal } from './contract/requests.ts';

/** The switch in our login entries, by which the app knows that the system started it. */
const LOGIN_SWITCH = '--at-login';
export const HIDDEN_SWITCH = '--hidden';

interface StartFacts {
  readonly argv: readonly string[];
  /** Whether macOS says that it opened the app at login. */
  readonly openedAtLogin: boolean;
  readonly startHidden: boolean;
}

export function startsHidden({ argv, openedAtLogin, startHidden }: StartFacts): boolean {
  if (argv.includes(HIDDEN_SWITCH)) return true;
  return startHidden && (openedAtLogin || argv.includes(LOGIN_SWITCH));
}

/** Reads the options that `serve` has, too; Chromium's own are passed over. */
function optionsOf(argv: readonly string[]) {
  const options = { port: { type: 'string', short: 'p' }, registry: { type: 'string', short: 'r' } } as const;
  return parseArgs({ args: [...argv], options, strict: false, allowPositionals: true }).values;
}

export function portOf(argv: readonly string[]): number | undefined {
  const { port } = optionsOf(argv);
  if (typeof port !== 'string' || !/^[0-9]{1,5}$/.test(port)) return undefined;
  return Number(port) >= 1 && Number(port) <= 65_535 ? Number(port) : undefined;
}

/**
 * Returns the folder that was named, as an absolute path or as one that begins with `~`.
 * @param cwd the base of relative paths
 */
export function registryOf(argv: readonly string[], cwd: string): string | undefined {
  const { registry } = optionsOf(argv);
  if (typeof registry !== 'string' || registry === '' || registry.startsWith('-')) return undefined;
  return registry.startsWith('~') ? registry : resolve(cwd, registry);
}

/**
 * Returns the folder that a second start hands over; Chromium reorders its arguments, so it is sent apart.
 * @param data from another process of the same user
 */
export function readHandedOver(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('registry' in data)) return undefined;
  return typeof data.registry === 'string' ? data.registry : undefined;
}

/** Whether the system starts the app at login: off by default, and kept by the system. */
export interface LoginItem {
  read(): Promise<LoginItemState>;
  set(on: boolean): Promise<void>;
  /** Corrects the path in our entry at each start. An entry that was turned off stays so. */
  repair(): Promise<void>;
}

export interface LoginFacts {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  readonly execPath: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Returns why the app can't be started at login, as a sentence for the user; undefined if it can. */
export function whyNoLoginItem({ platform, isPackaged, env }: LoginFacts): string | undefined {
  // The entry would start a bare Electron, or replace the installed app's.
  if (!isPackaged) return 'This is a development run; the installed app can be started at login.';
  // Both need a portal, which Electron doesn't offer.
  if (platform === 'linux' && (env['FLATPAK_ID'] || env['SNAP']))
    return 'Inside Flatpak or Snap the app cannot add itself; use the system’s own settings.';
  return undefined;
}

/**
 * Returns the program of the entry. `APPIMAGE` counts only if the app runs from it: a terminal inside another
 * AppImage passes its variable on.
 */
export function loginExecutable({ execPath, env }: LoginFacts): string {
  const { APPIMAGE, APPDIR } = env;
  if (!APPIMAGE || !APPDIR) return execPath;
  const between = posix.relative(APPDIR, execPath);
  return between.startsWith('..') || posix.isAbsolute(between) ? execPath : APPIMAGE;
}

interface LinuxLoginOptions {
  /** The folder `$XDG_CONFIG_HOME` or `~/.config`. */
  readonly configHome: string;
  readonly desktopFileName: string;
  readonly appName: string;
  /** The file `$APPIMAGE`, or the running executable. */
  readonly executable: string;
  readonly unsupported?: string;
}

/** Writes an autostart entry of the desktop. `set` rejects with a `Refusal` where that is unsupported. */
export function createLinuxLoginItem(options: LinuxLoginOptions): LoginItem {
  const { unsupported } = options;
  const folder = join(options.configHome, 'autostart');
  const file = join(folder, options.desktopFileName);
  const read = () => readFile(file, 'utf8').catch(() => undefined);

  const write = () =>
    writeInside(folder, options.desktopFileName, autostartEntry(options.appName, options.executable));

  return {
    async read() {
      if (unsupported !== undefined) return { state: 'unsupported', reason: unsupported };
      const entry = await read();
      if (entry === undefined) return { state: 'off' };
      if (isDisabled(entry))
        return { state: 'blocked', reason: `The desktop turned it off in ${file}; turn it off and on here.` };
      return { state: 'on' };
    },
    async set(on) {
      if (unsupported !== undefined) throw new Refusal(unsupported);
      if (on) await write();
      else await rm(file, { force: true });
    },
    async repair() {
      const entry = unsupported === undefined ? await read() : undefined;
      if (entry === undefined || isDisabled(entry)) return;
      if (executableOf(entry) !== options.executable) await write();
    },
  };
}

/**
 * Returns the entry, escaped by the Desktop Entry Specification.
 * @param executable the AppImage itself: its mount point changes with each start
 */
export function autostartEntry(name: string, executable: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${name}`,
    `Exec=${quoteExec(executable)} ${LOGIN_SWITCH}`,
    'X-GNOME-Autostart-enabled=true',
    'Terminal=false',
    '',
  ].join('\n');
}

/** Returns the program of an entry; undefined if it has none. */
export function executableOf(entry: string): string | undefined {
  const exec = /^Exec=(.*)$/m.exec(entry)?.[1];
  if (exec === undefined) return undefined;
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(exec.replace(/\\\\/g, '\\'));
  if (quoted?.[1] !== undefined) return quoted[1].replace(/\\(.)/g, '$1').replace(/%%/g, '%');
  return exec.split(' ')[0] || undefined;
}

export function isDisabled(entry: string): boolean {
  return /^(?:Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m.test(entry);
}

/**
 * Quotes a program. In quotes, `"`, `` ` ``, `$` and `\` need a backslash, which string values escape again; `%` is
 * doubled.
 */
function quoteExec(executable: string): string {
  const quoted = executable.replace(/["`$\\]/g, '\\$&').replace(/%/g, '%%');
  return `"${quoted}"`.replace(/\\/g, '\\\\');
}

const LOGIN_ITEMS_PLACE = {
  darwin: 'System Settings, General, Login Items',
  win32: 'the Task Manager, Startup apps',
} as const;

/**
 * Uses the login items of macOS, or the startup entries of Windows.
 * @param unsupported why the app can't add itself
 */
export function createSystemLoginItem(
  app: App,
  platform: 'darwin' | 'win32',
  unsupported: string | undefined,
): LoginItem {
  // Windows finds an entry by its arguments.
  const options = platform === 'win32' ? { args: [LOGIN_SWITCH] } : {};

  function read(): LoginItemState {
    if (unsupported !== undefined) return { state: 'unsupported', reason: unsupported };
    const found = app.getLoginItemSettings(options);
    if (platform === 'darwin' && found.status === 'requires-approval')
      return { state: 'blocked', reason: `Allow it in ${LOGIN_ITEMS_PLACE.darwin}.` };
    if (!found.openAtLogin) return { state: 'off' };
    if (platform === 'win32' && !found.executableWillLaunchAtLogin)
      return { state: 'blocked', reason: `Enable it in ${LOGIN_ITEMS_PLACE.win32}.` };
    return { state: 'on' };
  }

  return {
    read: async () => read(),
    async set(on) {
      if (unsupported !== undefined) throw new Refusal(unsupported);
      app.setLoginItemSettings({ openAtLogin: on, ...options });
      // Electron reports no failure.
      const isOn = read().state !== 'off';
      if (isOn === on) return;
      const what = on ? 'did not add the app to the login items' : 'still starts the app at login';
      throw new Refusal(`The system ${what}. Change it in ${LOGIN_ITEMS_PLACE[platform]}.`);
    },
    async repair() {},
  };
}
