import { readlinkSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join, parse, posix, win32 } from 'node:path';

/** Absolute; created on the first write. */
export interface UserFolders {
  /** Permanent: discovery files, known clients, backups. */
  readonly data: string;
}

const NAME = 'skills-registry';

export class NoHomeError extends Error {
  override readonly name = 'NoHomeError';
}

/**
 * Empty without an absolute `HOME` and without a folder of the account. An empty `HOME` counts as unset.
 */
export function homeFolder(env: NodeJS.ProcessEnv = process.env): string {
  const variable = process.platform === 'win32' ? 'USERPROFILE' : 'HOME';
  try {
    const account = () => (process.platform === 'win32' ? homedir() : userInfo().homedir);
    return absolute(env[variable]) ?? absolute(account()) ?? '';
  } catch {
    return ''; // The account has no entry, as in containers with a foreign uid.
  }
}

/** @throws {NoHomeError} */
export function requiredHome(home: string): string {
  if (home !== '') return home;
  throw new NoHomeError('This account has no home folder. Set HOME to a folder that you can write.');
}

/** The XDG specification ignores relative folders. */
export function absolute(folder: string | undefined, platform = process.platform): string | undefined {
  const { isAbsolute } = platform === 'win32' ? win32 : posix;
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}

/**
 * By platform convention (Linux: XDG base directories).
 *
 * @param env variables such as `XDG_DATA_HOME`, `LOCALAPPDATA`
 * @throws {NoHomeError} if a folder would be below a missing home
 */
export function userFolders(
  env: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
  home = homeFolder(env),
): UserFolders {
  const inHome = (...parts: readonly string[]) => join(requiredHome(home), ...parts);
  if (platform === 'darwin') {
    return { data: inHome('Library', 'Application Support', NAME) };
  }
  if (platform === 'win32') {
    const local = absolute(env['LOCALAPPDATA'], platform) ?? inHome('AppData', 'Local');
    return { data: join(local, NAME) };
  }
  return { data: join(absolute(env['XDG_DATA_HOME']) ?? inHome('.local', 'share'), NAME) };
}

/** The path of a deleted folder stays, so that names below it are missing, not somewhere else. */
export function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    const folder = deletedFolder();
    leaveWorkingFolder();
    return folder;
  }
}

/** Threads and programs that start later need a working folder that exists, and Windows deletes none in use. */
export function leaveWorkingFolder(): void {
  process.chdir(parse(process.execPath).root);
}

function deletedFolder(): string {
  try {
    return readlinkSync('/proc/self/cwd').replace(/ \(deleted\)$/, '');
  } catch {
    return absolute(process.env['PWD']) ?? '/deleted-folder';
  }
}
