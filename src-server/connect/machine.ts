/** Finds out about the computer: its folders, its programs, where clients keep their settings, and who has a port. */

import { type ExecFileOptions, execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
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
function findCommand(machine: Machine, command: string): string | undefined {
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
export function settingsPath(machine: Machine, kind: McpClientKind, project?: string): string | undefined {
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

/** Returns what a program prints. Rejects if it fails. */
function outputOf(program: string, args: readonly string[], options: ExecFileOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { ...options, encoding: 'utf8' }, (error, output) =>
      error === null ? resolve(output) : reject(error),
    );
  });
}

const PORT_QUESTION_MS = 3_000;
/** This is the state of a listening socket in /proc/net/tcp. */
const LISTEN_STATE = '0A';

export interface PortOwner {
  readonly pid: number;
  readonly name?: string;
}

/**
 * Returns the process that listens on a port. It is undefined if the port is free or the system doesn’t tell.
 */
export async function findPortOwner(
  port: number,
  platform = process.platform,
): Promise<PortOwner | undefined> {
  try {
    if (platform === 'linux') return linuxOwner(port);
    return platform === 'win32' ? await windowsOwner(port) : await lsofOwner(port);
  } catch {
    return undefined;
  }
}

/** Finds the socket’s inode, then a process that has it open; see proc(5). */
function linuxOwner(port: number): PortOwner | undefined {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  const lines = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  const inodes = new Set(
    lines.flatMap((line) => {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
      return local.endsWith(`:${hexPort}`) && state === LISTEN_STATE ? [`socket:[${inode}]`] : [];
    }),
  );
  if (inodes.size === 0) return undefined;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (hasOpen(pid, inodes)) {
      return { pid: Number(pid), name: readFileSync(`/proc/${pid}/comm`, 'utf8').trim() };
    }
  }
  return undefined;
}

function hasOpen(pid: string, inodes: ReadonlySet<string>): boolean {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((fd) => {
      try {
        return inodes.has(readlinkSync(`${folder}/${fd}`));
      } catch {
        return false;
      }
    });
  } catch {
    return false; // another user's process, or gone
  }
}

async function lsofOwner(port: number): Promise<PortOwner | undefined> {
  const args = ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'];
  return parseLsof(await outputOf('/usr/sbin/lsof', args, { timeout: PORT_QUESTION_MS }));
}

async function windowsOwner(port: number): Promise<PortOwner | undefined> {
  const options = { timeout: PORT_QUESTION_MS, windowsHide: true };
  const output = await outputOf(systemProgram('NETSTAT.EXE', process.env), ['-ano'], options);
  const pid = parseNetstat(output, port);
  return pid === undefined ? undefined : { pid };
}

/** Parses the lines `p48213` and `cnode`. */
export function parseLsof(output: string): PortOwner | undefined {
  const [, pid, name] = /^p(\d+)\n(?:[^c\n].*\n)*(?:c(.+))?/m.exec(output) ?? [];
  return pid === undefined ? undefined : { pid: Number(pid), ...(name === undefined ? {} : { name }) };
}

/**
 * Parses ` TCP 127.0.0.1:8701 0.0.0.0:0 LISTENING 48213` or `[::]:8701 [::]:0`. The state is translated:
 * remote port 0 marks listening sockets.
 */
export function parseNetstat(output: string, port: number): number | undefined {
  for (const line of output.split('\n')) {
    const [protocol, local, remote, ...state] = line.trim().split(/\s+/);
    const isListening = protocol === 'TCP' && local?.endsWith(`:${port}`) && remote?.endsWith(':0');
    const pid = state.at(-1) ?? '';
    if (isListening && /^\d+$/.test(pid)) return Number(pid);
  }
  return undefined;
}

/**
 * Absolute, since Windows searches bare names first in the current folder, perhaps a cloned repository.
 *
 * @param name below `System32`
 */
export function systemProgram(name: string, env: Readonly<Record<string, string | undefined>>): string {
  const given = env['SystemRoot'] ?? '';
  return win32.join(win32.isAbsolute(given) ? given : 'C:\\Windows', 'System32', name);
}
