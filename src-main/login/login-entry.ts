import { posix } from 'node:path';

export interface LoginFacts {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  readonly execPath: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Reason why the app can't start at login: a sentence for the user. */
export function whyNoLoginItem({ platform, isPackaged, env }: LoginFacts): string | undefined {
  // The entry would start a bare Electron, or replace the installed app's.
  if (!isPackaged) return 'This is a development run; the installed app can be started at login.';
  // Both need a portal, which Electron doesn't offer.
  if (platform === 'linux' && (env['FLATPAK_ID'] || env['SNAP']))
    return 'Inside Flatpak or Snap the app cannot add itself; use the system’s own settings.';
  return undefined;
}

/**
 * `APPIMAGE` counts only if the process runs from the AppImage: a terminal in an AppImage passes the variable
 * to its children.
 */
export function loginExecutable({ execPath, env }: LoginFacts): string {
  const { APPIMAGE, APPDIR } = env;
  if (!APPIMAGE || !APPDIR) return execPath;
  const between = posix.relative(APPDIR, execPath);
  return between.startsWith('..') || posix.isAbsolute(between) ? execPath : APPIMAGE;
}
