import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'electron';
import { absolute } from '../src-server/platform/files.ts';

/** The paths of the app, all absolute: its own files, the user's, and those of the system. */
export interface AppPaths {
  readonly page: string;
  readonly preload: string;
  readonly serverEntry: string;
  readonly trayIcons: string;
  /** Linux draws the window's icon from this file; elsewhere the executable has the icon. */
  readonly windowIcon: string | undefined;
  /** The sample, with links resolved so that paths can be compared. */
  readonly sampleRegistry: string;
  readonly claudeBundle: string;
  readonly settingsFile: string;
  readonly logs: string;
  readonly home: string;
  /** The user's configuration folder on Linux, such as `~/.config`; `autostart` is in it. */
  readonly configHome: string;
}

/**
 * Chooses the folders of the app's own data. Development runs have separate settings, window and lock; Chromium's
 * data goes into a subfolder. Call it before `ready` and before the single-instance lock, which lies in the folder.
 */
export function settleUserData(app: App): void {
  const name = app.isPackaged ? 'skills-registry' : 'skills-registry-development';
  if (!app.commandLine.hasSwitch('user-data-dir'))
    setFolder(app, 'userData', join(app.getPath('appData'), name));
  setFolder(app, 'sessionData', join(app.getPath('userData'), 'session'));
}

/** Makes the folder first: Electron rejects one that is missing. */
function setFolder(app: App, name: 'userData' | 'sessionData', folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  app.setPath(name, folder);
}

/** Returns every path of the app, without reading a file. Call `settleUserData` first. */
export function appPaths(app: App, env: NodeJS.ProcessEnv): AppPaths {
  const root = app.getAppPath();
  // Files that other programs or processes open lie beside the packaged archive.
  const resources = app.isPackaged ? process.resourcesPath : join(root, 'assets');
  // The service with its threads, the sample and the page of browsers: Node without Electron reads no archive.
  const cli = app.isPackaged ? join(resources, 'cli') : root;
  const userData = app.getPath('userData');
  const home = homedir();
  const windowIcon = join(resources, 'icons', '512x512.png');
  return {
    page: join(root, 'dist', 'renderer'),
    preload: join(root, 'dist', 'main', 'preload.cjs'),
    serverEntry: join(cli, 'dist', 'server', 'utility-process.js'),
    trayIcons: join(resources, 'tray'),
    windowIcon: process.platform === 'linux' && existsSync(windowIcon) ? windowIcon : undefined,
    sampleRegistry: resolved(join(cli, 'assets', 'sample-registry')),
    claudeBundle: app.isPackaged
      ? join(resources, 'skills-registry.mcpb')
      : join(root, 'release', 'skills-registry.mcpb'),
    settingsFile: join(userData, 'settings.json'),
    logs: join(userData, 'logs'),
    home,
    configHome: absolute(env['XDG_CONFIG_HOME']) ?? join(home, '.config'),
  };
}

function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
