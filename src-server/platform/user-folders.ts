import { homedir, userInfo } from 'node:os';
import { join, parse, posix, win32 } from 'node:path';

const NAME = 'skills-registry';

/** Empty without an absolute `HOME` and without a folder of the account. */
export function homeFolder(env: NodeJS.ProcessEnv = process.env): string {
  const variable = process.platform === 'win32' ? 'USERPROFILE' : 'HOME';
  try {
    const account = () => (process.platform === 'win32' ? homedir() : userInfo().homedir);
    return absolute(env[variable]) ?? absolute(account()) ?? '';
  } catch {
    return ''; // The account has no entry, as in containers with a foreign uid.
  }
}

export function requiredHome(home: string): string {
  if (home !== '') return home;
  throw new Error('This account has no home folder. Set HOME to a folder that you can write.');
}

/** The XDG specification ignores relative folders. */
export function absolute(folder: string | undefined, platform = process.platform): string | undefined {
  const { isAbsolute } = platform === 'win32' ? win32 : posix;
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}

/**
 * By platform convention. `data` is permanent (discovery files, known clients, backups) and made by the first write.
 * Throws where it would be below a missing home.
 */
export function userFolders(
  env: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
  home = homeFolder(env),
): { readonly data: string } {
  const inHome = (...parts: readonly string[]) => join(requiredHome(home), ...parts);
  if (platform === 'darwin') return { data: inHome('Library', 'Application Support', NAME) };
  const isWindows = platform === 'win32';
  const named = absolute(isWindows ? env['LOCALAPPDATA'] : env['XDG_DATA_HOME'], platform);
  const usual = isWindows ? ['AppData', 'Local'] : ['.local', 'share'];
  return { data: join(named ?? inHome(...usual), NAME) };
}

/** The path of a deleted folder stays, so that names below it are missing, not somewhere else. */
export function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    leaveWorkingFolder();
    return absolute(process.env['PWD']) ?? '/deleted-folder';
  }
}

/** Threads and programs that start later need a working folder that exists, and Windows deletes none in use. */
export function leaveWorkingFolder(): void {
  process.chdir(parse(process.execPath).root);
}
