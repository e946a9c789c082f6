import { statfsSync } from 'node:fs';
import { isInside } from '../paths.ts';

/** `f_type` without events for remote changes (Linux magic.h, statfs(2)). */
const REMOTE_TYPES: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9p'],
  [0x65735546, 'FUSE'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x786f4256, 'VirtualBox'],
]);

export function networkDriveOf(
  path: string,
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  typeOf: (path: string) => number = (place) => statfsSync(place).type,
): string | undefined {
  if (platform === 'win32') return /^[\\/]{2}/.test(path) ? 'a network share' : undefined;
  if (platform !== 'linux') return undefined;
  // An AppImage mounts itself with FUSE, so its own files are local.
  if (env['APPDIR'] && isInside(env['APPDIR'], path)) return undefined;
  try {
    return REMOTE_TYPES.get(typeOf(path));
  } catch {
    return undefined;
  }
}
