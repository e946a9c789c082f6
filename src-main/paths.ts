/** Every place the app reads from and writes to. */
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'electron';

/** Absolute paths. */
export interface AppPaths {
  readonly page: string;
  readonly preload: string;
  readonly serverEntry: string;
  /** The app's own package.json, which a build may add to. */
  readonly manifest: string;
  readonly trayIcons: string;
  /** Linux takes the window's icon from a file; elsewhere it is part of the app. */
  readonly windowIcon: string | undefined;
  /** Links resolved, as a look at it finds it. */
  readonly sampleRegistry: string;
  /** The bundle that Claude Desktop installs by opening it. */
  readonly claudeBundle: string;
  /** The folder of the command line, with `dist/server` in it. */
  readonly cli: string;
  readonly settingsFile: string;
  readonly logs: string;
  readonly home: string;
  /** `$XDG_CONFIG_HOME` or `~/.config`: where Linux desktops look for autostart entries. */
  readonly configHome: string;
}

/**
 * Gives the app one folder of its own, with Chromium's data in a subfolder, so that `settings.json` is easily found.
 * Before `ready`, and before the single-instance lock, which lies there too.
 */
export function settleUserData(app: App): void {
  if (!app.commandLine.hasSwitch('user-data-dir'))
    setFolder(app, 'userData', join(app.getPath('appData'), userDataName(app.isPackaged)));
  setFolder(app, 'sessionData', join(app.getPath('userData'), 'session'));
}

/** A development run beside the installed app is one of its own: other settings, another window, its own options. */
function userDataName(isPackaged: boolean): string {
  return isPackaged ? 'skills-registry' : 'skills-registry-development';
}

/** Electron refuses a folder that isn't there. */
function setFolder(app: App, name: 'userData' | 'sessionData', folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  app.setPath(name, folder);
}

/** Where everything of the app lies, packed or from source. Reads nothing; `settleUserData` comes first. */
export function appPaths(app: App, env: NodeJS.ProcessEnv): AppPaths {
  const root = app.getAppPath();
  // A packed app keeps what other programs or processes open as files beside its archive.
  const resources = app.isPackaged ? process.resourcesPath : join(root, 'assets');
  // The service is the command line's own code there: plain files, with the sample and the page beside them.
  const cli = app.isPackaged ? join(resources, 'cli') : root;
  const userData = app.getPath('userData');
  const home = homedir();
  const windowIcon = join(resources, 'icons', '512x512.png');
  return {
    page: join(root, 'dist', 'renderer'),
    preload: join(root, 'dist', 'main', 'preload.cjs'),
    serverEntry: join(cli, 'dist', 'server', 'utility-process.js'),
    manifest: join(root, 'package.json'),
    trayIcons: join(resources, 'tray'),
    windowIcon: process.platform === 'linux' && existsSync(windowIcon) ? windowIcon : undefined,
    sampleRegistry: resolved(join(cli, 'assets', 'sample-registry')),
    claudeBundle: app.isPackaged
      ? join(resources, 'skills-registry.mcpb')
      : join(root, 'release', 'skills-registry.mcpb'),
    cli,
    settingsFile: join(userData, 'settings.json'),
    logs: join(userData, 'logs'),
    home,
    configHome: env['XDG_CONFIG_HOME'] || join(home, '.config'),
  };
}

function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Whether this is a build with everything in its place; a broken one says so instead of showing an empty window. */
export function missingParts(paths: AppPaths): string[] {
  return [paths.page, paths.preload, paths.serverEntry].filter((part) => !existsSync(part));
}

/** What a package.json holds; nothing where it can't be read. */
export function readManifest(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
