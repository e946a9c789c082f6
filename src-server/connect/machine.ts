import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join, normalize, win32 } from 'node:path';
import type { ServiceProbe } from '../contract/service/discovery.ts';
import { CONTAINER_HOST } from '../contract/service/service-address.ts';
import { absolute, homeFolder, requiredHome } from '../platform/user-folders.ts';

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** On macOS. */
  readonly applications: readonly string[];
  readonly systemFile: (path: string) => string | undefined;
}

export function thisMachine(env: NodeJS.ProcessEnv = process.env): Machine {
  const { platform } = process;
  const home = requiredHome(homeFolder(env));
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

/** `~/.config`, `~/Library/Application Support` or `%APPDATA%`. */
export function settingsFolder({ platform, home, env }: Machine): string {
  if (platform === 'win32') return absolute(env['APPDATA'], platform) ?? join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return absolute(env['XDG_CONFIG_HOME'], platform) ?? join(home, '.config');
}

/** Missing in `PATH` of programs started from Finder, the Dock or a panel. */
function usualFolders({ platform, home }: Machine): string[] {
  if (platform === 'win32') return [];
  const own = ['.local/bin', '.claude/local', '.npm-global/bin', '.bun/bin', '.volta/bin', '.cargo/bin'];
  const shared = platform === 'darwin' ? ['/opt/homebrew/bin', '/usr/local/bin'] : ['/usr/local/bin'];
  return [...shared, ...own.map((folder) => join(home, folder))];
}

/** In `PATH` of the process, then in the usual folders. Ignores relative folders. */
export function findCommand(machine: Machine, command: string): string | undefined {
  const { platform, env } = machine;
  const names = platform === 'win32' ? [`${command}.exe`, `${command}.cmd`] : [command];
  return [...(env['PATH'] ?? env['Path'] ?? '').split(delimiter), ...usualFolders(machine)]
    .filter((folder) => win32.isAbsolute(folder))
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}

/**
 * Undefined for templates of another system.
 *
 * @param template see `McpClientRow`
 */
export function expandPath(template: string, machine: Machine): string | undefined {
  let isWhole = true;
  const path = template.replace(/<(\w+)(?:\|([^>]*))?>/g, (_, name: string, otherwise?: string) => {
    const folder = folderNamed(name, machine) ?? otherwise;
    isWhole &&= folder !== undefined;
    return folder ?? '';
  });
  return isWhole ? normalize(path.replace(/^~/, () => machine.home)) : undefined;
}

function folderNamed(name: string, machine: Machine): string | undefined {
  const { platform, home, env } = machine;
  const isWindows = platform === 'win32';
  switch (name) {
    case 'settings':
      return settingsFolder(machine);
    case 'xdg':
      return isWindows ? undefined : (absolute(env['XDG_CONFIG_HOME'], platform) ?? join(home, '.config'));
    case 'roaming':
      return isWindows ? settingsFolder(machine) : undefined;
    case 'windowsHome':
      return isWindows ? home : undefined;
    case 'local':
      return isWindows
        ? (absolute(env['LOCALAPPDATA'], platform) ?? join(home, 'AppData', 'Local'))
        : undefined;
    default:
      return name.startsWith('XDG_') ? absolute(env[name]) : env[name] || undefined;
  }
}

/** Clients run on another computer than the process. */
export type Surroundings = 'wsl' | 'container' | undefined;

export function surroundingsOf({ env, platform, systemFile }: Machine): Surroundings {
  if (platform !== 'linux') return undefined;
  // Containers first: Docker on Windows runs in WSL's kernel.
  const marks = ['/.dockerenv', '/run/.containerenv'];
  const isContainer =
    env['REMOTE_CONTAINERS'] !== undefined ||
    env['CODESPACES'] !== undefined ||
    marks.some((file) => systemFile(file) !== undefined);
  if (isContainer) return 'container';
  const isWsl = env['WSL_DISTRO_NAME'] !== undefined || /microsoft/i.test(systemFile('/proc/version') ?? '');
  return isWsl ? 'wsl' : undefined;
}

/** Only a mirrored WSL, sharing 127.0.0.1 with Windows, has the interface. */
export function isMirrored({ systemFile }: Machine): boolean {
  return systemFile('/sys/class/net/loopback0/operstate') !== undefined;
}

/**
 * Base URL of our service on the container's host. Undefined outside of containers, or without a response.
 * Refusing the host name is a response.
 */
export async function serviceOutside(
  machine: Machine,
  port: number,
  probe: (baseUrl: string) => Promise<ServiceProbe>,
): Promise<string | undefined> {
  if (surroundingsOf(machine) !== 'container') return undefined;
  const baseUrl = `http://${CONTAINER_HOST}:${port}`;
  return (await probe(baseUrl)) === 'none-of-ours' ? undefined : baseUrl;
}
