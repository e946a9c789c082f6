/** Whether this run may be started at login, and what such an entry would start. Pure. */
import { posix } from 'node:path';

/** What tells how the system would start this app. */
export interface LoginFacts {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  readonly execPath: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Why the app can't add itself, for its user; undefined where it can. */
export function whyNoLoginItem({ platform, isPackaged, env }: LoginFacts): string | undefined {
  // The entry would start a bare Electron, or stand in the installed app's place.
  if (!isPackaged) return 'This is a development run; the installed app can be started at login.';
  // They ask through a portal, which Electron doesn't offer.
  if (platform === 'linux' && (env['FLATPAK_ID'] || env['SNAP']))
    return 'Inside Flatpak or Snap the app cannot add itself; use the system’s own settings.';
  return undefined;
}

/**
 * The AppImage where this process runs out of one, else the running executable. `APPIMAGE` alone says nothing: a terminal
 * that is an AppImage itself hands its own on to everything that it starts.
 */
export function loginExecutable({ execPath, env }: LoginFacts): string {
  const { APPIMAGE, APPDIR } = env;
  if (!APPIMAGE || !APPDIR) return execPath;
  const between = posix.relative(APPDIR, execPath);
  return between.startsWith('..') || posix.isAbsolute(between) ? execPath : APPIMAGE;
}
