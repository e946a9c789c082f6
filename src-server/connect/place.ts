import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, win32 } from 'node:path';

/** The machine and user whose clients are looked at. Tests give one of their own. */
export interface Place {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folders of installed applications, on macOS. */
  readonly applications: readonly string[];
  /** Text of a system file such as `/proc/version`; undefined where there is none. */
  readonly systemFile: (path: string) => string | undefined;
}

/** This process's own. */
export function ownPlace(env: NodeJS.ProcessEnv = process.env): Place {
  const { platform } = process;
  const home = (platform === 'win32' ? env['USERPROFILE'] : env['HOME']) || homedir();
  return {
    platform,
    home,
    env,
    applications: platform === 'darwin' ? ['/Applications', join(home, 'Applications')] : [],
    systemFile(path) {
      try {
        return readFileSync(path, 'utf8');
      } catch {
        return undefined;
      }
    },
  };
}

/** Where programs keep a user's settings: `~/.config`, `~/Library/Application Support`, `%APPDATA%`. */
export function settingsFolder({ platform, home, env }: Place): string {
  if (platform === 'win32') return env['APPDATA'] || join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return env['XDG_CONFIG_HOME'] || join(home, '.config');
}

/**
 * Folders that a terminal has on its `PATH` and a program that was started from Finder, the Dock or a panel has not: those
 * of package managers, and where agents' own installers put their commands.
 */
function usualFolders({ platform, home }: Place): string[] {
  if (platform === 'win32') return [];
  const own = ['.local/bin', '.claude/local', '.npm-global/bin', '.bun/bin', '.volta/bin', '.cargo/bin'];
  const shared = platform === 'darwin' ? ['/opt/homebrew/bin', '/usr/local/bin'] : ['/usr/local/bin'];
  return [...shared, ...own.map((folder) => join(home, folder))];
}

/**
 * The `PATH` to look for commands on, and to run them with: this process's, then the usual places. Absolute folders only: a
 * relative one means whatever folder somebody stands in.
 */
export function searchPath(place: Place): string {
  const given = (place.env['PATH'] ?? place.env['Path'] ?? '').split(delimiter);
  return [...new Set([...given, ...usualFolders(place)])]
    .filter((folder) => win32.isAbsolute(folder))
    .join(delimiter);
}

/** Path of a command on the `PATH` or in one of the usual places, or undefined. */
export function findCommand(place: Place, command: string): string | undefined {
  const { platform } = place;
  const isWindows = platform === 'win32';
  const names = isWindows ? [`${command}.exe`, `${command}.cmd`] : [command];
  return searchPath(place)
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}
