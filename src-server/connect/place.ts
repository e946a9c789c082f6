import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, normalize, win32 } from 'node:path';
import type { ServiceProbe } from '../contract/service/discovery.ts';

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

/**
 * A path of the table of clients as it is on one machine; undefined where it has a folder that isn't there.
 *
 * @param template with `~`, a folder's name or `<NAME|default>` in it; see
 *   contract/mcp-client-rows.ts
 */
export function expandPath(template: string, place: Place): string | undefined {
  let isWhole = true;
  const path = template.replace(/<(\w+)(?:\|([^>]*))?>/g, (_, name: string, otherwise?: string) => {
    const folder = folderNamed(name, place) ?? otherwise;
    isWhole &&= folder !== undefined;
    return folder ?? '';
  });
  return isWhole ? normalize(path.replace(/^~/, () => place.home)) : undefined;
}

function folderNamed(name: string, place: Place): string | undefined {
  const { platform, home, env } = place;
  const isWindows = platform === 'win32';
  switch (name) {
    case 'settings':
      return settingsFolder(place);
    case 'xdg':
      return isWindows ? undefined : env['XDG_CONFIG_HOME'] || join(home, '.config');
    case 'roaming':
      return isWindows ? settingsFolder(place) : undefined;
    case 'windowsHome':
      return isWindows ? home : undefined;
    case 'local':
      return isWindows ? env['LOCALAPPDATA'] || join(home, 'AppData', 'Local') : undefined;
    default:
      return env[name] || undefined;
  }
}

/** By which name a container reaches the computer that it runs on: Docker Desktop, Podman, and Docker where it was told. */
export const CONTAINER_HOST = 'host.docker.internal';

/** Where this machine may be another one than the one whose clients or services are meant; undefined where it is plain. */
export type Surroundings = 'wsl' | 'container' | 'ssh' | undefined;

/** Where this program runs: by the variables and files that containers and WSL have. */
export function surroundingsOf({ env, platform, systemFile }: Place): Surroundings {
  if (platform === 'linux') {
    // Docker on Windows runs in WSL's kernel, so a container is looked for first.
    const marks = ['/.dockerenv', '/run/.containerenv'];
    const isContainer =
      env['REMOTE_CONTAINERS'] !== undefined ||
      env['CODESPACES'] !== undefined ||
      marks.some((file) => systemFile(file) !== undefined);
    if (isContainer) return 'container';
    if (env['WSL_DISTRO_NAME'] !== undefined || /microsoft/i.test(systemFile('/proc/version') ?? ''))
      return 'wsl';
  }
  return env['SSH_CONNECTION'] === undefined ? undefined : 'ssh';
}

/** Whether WSL and Windows have one network, so that 127.0.0.1 is the same in both; such a WSL has this interface. */
export function isMirrored({ systemFile }: Place): boolean {
  return systemFile('/sys/class/net/loopback0/operstate') !== undefined;
}

/**
 * Base URL of a service of ours on the computer that a container runs on, which is what clients in the container are to be
 * connected to; undefined where this is no container, or none is heard. One that refuses the name is one, too.
 */
export async function serviceOutside(
  place: Place,
  port: number,
  probe: (baseUrl: string) => Promise<ServiceProbe>,
): Promise<string | undefined> {
  if (surroundingsOf(place) !== 'container') return undefined;
  const baseUrl = `http://${CONTAINER_HOST}:${port}`;
  return (await probe(baseUrl)) === 'none-of-ours' ? undefined : baseUrl;
}
