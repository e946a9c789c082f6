import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

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

/** Path of a command on the `PATH`, or undefined. */
export function findCommand({ platform, env }: Place, command: string): string | undefined {
  const isWindows = platform === 'win32';
  const names = isWindows ? [`${command}.exe`, `${command}.cmd`] : [command];
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}
