/** Finds out about the computer: its folders, its programs, and where clients keep their settings. */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join, normalize, win32 } from 'node:path';
import type { McpClientKind } from '../contract/clients/clients.ts';
import { CONTAINER_HOST, type ServiceProbe } from '../contract/service.ts';
import { absolute, homeFolder, requiredHome } from '../platform/files.ts';

/** Programs that were started from Finder, the Dock or a panel lack these folders in `PATH`. */
const USUAL_FOLDERS = [
  ...['/opt/homebrew/bin', '/usr/local/bin', '~/.local/bin', '~/.claude/local'],
  ...['~/.npm-global/bin', '~/.bun/bin', '~/.volta/bin', '~/.cargo/bin'],
];

/**
 * The computer on which clients are looked for. `thisMachine` is the real one; tests make others. Paths are
 * absolute, and `systemFile` returns the text of a file of the system, such as `/proc/version`, or undefined.
 */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folders of applications on macOS; elsewhere there are none. */
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

/** Returns `~/.config`, `~/Library/Application Support` or `%APPDATA%`. */
export function settingsFolder({ platform, home, env }: Machine): string {
  if (platform === 'win32') return absolute(env['APPDATA'], platform) ?? join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return absolute(env['XDG_CONFIG_HOME'], platform) ?? join(home, '.config');
}

/** Looks in `PATH` of the process, then in the usual folders. Relative folders are ignored. */
export function findCommand(machine: Machine, command: string): string | undefined {
  const { platform, env, home } = machine;
  const usual = platform === 'win32' ? [] : USUAL_FOLDERS.map((folder) => folder.replace(/^~/, () => home));
  const names = platform === 'win32' ? [`${command}.exe`, `${command}.cmd`] : [command];
  return [...(env['PATH'] ?? env['Path'] ?? '').split(delimiter), ...usual]
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
  const path = template.replace(/<(\w+)(?:\|([^<>]*))?>/g, (_, name: string, otherwise?: string) => {
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

/** Where the process runs, if clients may run on another computer than it. */
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

/** Says whether WSL shares 127.0.0.1 with Windows: only then the interface `loopback0` is there. */
export function isMirrored({ systemFile }: Machine): boolean {
  return systemFile('/sys/class/net/loopback0/operstate') !== undefined;
}

/**
 * Returns the base URL of our service on the container’s host. It is undefined outside of containers, and if
 * nothing of ours responds there; refusing the host name is a response.
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

const FLATPAK_FOLDER = /^.*[\\/]\.var[\\/]app[\\/][^\\/]+/;

/** Returns the file of a client’s settings, which are those of its user or of a project. */
export function settingsFile(machine: Machine, kind: McpClientKind, project?: string): string | undefined {
  const { files, projectFile } = kind;
  if (project !== undefined) return projectFile === undefined ? undefined : join(project, projectFile);
  if (isRemote(machine, kind)) return undefined;
  const paths = expandAll(files, machine);
  return (
    paths.find((file) => existsSync(file)) ??
    paths.find((file) => existsSync(dirname(file))) ??
    expandAll(files.filter(isOptional), machine)[0] ??
    paths[0]
  );
}

/**
 * Says whether the client runs on another computer, as VS Code with WSL or over ssh, and was never started
 * here.
 */
export function isRemote(machine: Machine, { remoteFolder, files, signs = [] }: McpClientKind): boolean {
  if (remoteFolder === undefined || !expandAll([remoteFolder], machine).some(isTrace)) return false;
  const here = expandAll([...signs, ...files.filter(isOptional)], machine);
  return !here.some((path) => existsSync(path) || FLATPAK_FOLDER.test(path));
}

/**
 * Says whether the client left traces here. Empty folders are none: uninstalled clients and other programs
 * leave them.
 */
export function isInstalled(machine: Machine, kind: McpClientKind): boolean {
  const { files, signs = [], commands = [], applications = [], remoteFolder } = kind;
  const traces = [...files, ...signs, ...(remoteFolder === undefined ? [] : [remoteFolder])];
  const bundles = machine.applications.flatMap((folder) => applications.map((name) => join(folder, name)));
  return (
    expandAll(traces, machine).some(isTrace) ||
    bundles.some((path) => existsSync(path)) ||
    commands.some((command) => findCommand(machine, command) !== undefined)
  );
}

/** Returns the files in which the servers of a project are switched off. */
export function switchFiles(
  machine: Machine,
  { projectSwitch }: McpClientKind,
  project: string,
): readonly string[] {
  if (projectSwitch === undefined) return [];
  const { file, projectFiles } = projectSwitch;
  return [...projectFiles.map((each) => join(project, each)), ...expandAll([file], machine)];
}

/** Returns files that may hold misplaced servers: the client doesn’t read them. */
export function otherFiles(machine: Machine, { otherFiles: files = [] }: McpClientKind): readonly string[] {
  return expandAll(files, machine);
}

function isOptional(template: string): boolean {
  return template.startsWith('?');
}

/** Expands templates. An optional one counts only if its folder, or that of the Flatpak, exists. */
function expandAll(templates: readonly string[], machine: Machine): readonly string[] {
  return templates.flatMap((template) => {
    const path = expandPath(template.replace(/^\?/, ''), machine);
    if (path === undefined) return [];
    const isMeant = !isOptional(template) || existsSync(FLATPAK_FOLDER.exec(path)?.[0] ?? dirname(path));
    return isMeant ? [path] : [];
  });
}

function isTrace(path: string): boolean {
  try {
    return !statSync(path).isDirectory() || readdirSync(path).length > 0;
  } catch {
    return false;
  }
}
