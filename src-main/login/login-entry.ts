import { posix } from 'node:path';
import type { LoginItemState } from '../contract/desktop-bridge.ts';

/** Off by default. The system keeps the state. */
export interface LoginItem {
  read(): Promise<LoginItemState>;
  set(on: boolean): Promise<void>;
  /** At each start corrects our entry's path. Keeps a disabled entry disabled. */
  repair(): Promise<void>;
}

export interface LoginFacts {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  readonly execPath: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Sentence for the user. */
export function whyNoLoginItem({ platform, isPackaged, env }: LoginFacts): string | undefined {
  // The entry would start a bare Electron, or replace the installed app's.
  if (!isPackaged) return 'This is a development run; the installed app can be started at login.';
  // Both need a portal, which Electron doesn't offer.
  if (platform === 'linux' && (env['FLATPAK_ID'] || env['SNAP']))
    return 'Inside Flatpak or Snap the app cannot add itself; use the system’s own settings.';
  return undefined;
}

/** Uses `APPIMAGE` only if run from the AppImage: a terminal in another AppImage passes the variable on. */
export function loginExecutable({ execPath, env }: LoginFacts): string {
  const { APPIMAGE, APPDIR } = env;
  if (!APPIMAGE || !APPDIR) return execPath;
  const between = posix.relative(APPDIR, execPath);
  return between.startsWith('..') || posix.isAbsolute(between) ? execPath : APPIMAGE;
}
