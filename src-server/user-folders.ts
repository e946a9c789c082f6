import { homedir } from 'node:os';
import { join } from 'node:path';

/** Absolute; created on the first write. */
export interface UserFolders {
  /** Permanent: discovery files, known clients, backups. */
  readonly data: string;
  /** Rebuildable. */
  readonly cache: string;
}

const NAME = 'skills-registry';

/**
 * By platform convention (Linux: XDG base directories).
 *
 * @param env variables such as `XDG_DATA_HOME`, `LOCALAPPDATA`
 */
export function userFolders(
  env: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
  home = homedir(),
): UserFolders {
  if (platform === 'darwin') {
    return {
      data: join(home, 'Library', 'Application Support', NAME),
      cache: join(home, 'Library', 'Caches', NAME),
    };
  }
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'] || join(home, 'AppData', 'Local');
    return { data: join(local, NAME), cache: join(local, NAME, 'Cache') };
  }
  return {
    data: join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), NAME),
    cache: join(env['XDG_CACHE_HOME'] || join(home, '.cache'), NAME),
  };
}
