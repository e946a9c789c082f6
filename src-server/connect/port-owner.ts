/** Asks the system which process listens on a port. */

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { win32 } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TIMEOUT_MS = 3_000;
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
  const { stdout } = await run('/usr/sbin/lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], {
    timeout: TIMEOUT_MS,
  });
  return parseLsof(stdout);
}

async function windowsOwner(port: number): Promise<PortOwner | undefined> {
  const options = { timeout: TIMEOUT_MS, windowsHide: true };
  const { stdout } = await run(systemProgram('NETSTAT.EXE', process.env), ['-ano'], options);
  const pid = parseNetstat(stdout, port);
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
