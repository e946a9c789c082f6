/** Where electron-builder leaves the unpacked app, and what in it is what. Pure. */
import { posix, win32 } from 'node:path';

const PRODUCT = 'Skills Registry';
const EXECUTABLE = 'skills-registry-app';

/** The folder in `release/` that holds the unpacked app for a system and a processor. */
export function unpackedFolder(platform, arch) {
  const suffix = arch === 'x64' ? '' : `-${arch}`;
  if (platform === 'darwin') return `mac${suffix}`;
  return `${platform === 'win32' ? 'win' : 'linux'}${suffix}-unpacked`;
}

/**
 * What is where in an app's folder; on macOS that is the folder which holds the `.app`.
 * @returns {{ app: string, binary: string, resources: string, fuses: string }} paths; `app` is all of it, `fuses` the file
 *   that has them
 */
export function packedApp(folder, platform) {
  const { join } = platform === 'win32' ? win32 : posix;
  if (platform === 'darwin') {
    const app = join(folder, `${PRODUCT}.app`);
    const contents = join(app, 'Contents');
    return {
      app,
      binary: join(contents, 'MacOS', PRODUCT),
      resources: join(contents, 'Resources'),
      fuses: join(contents, 'Frameworks', 'Electron Framework.framework', 'Electron Framework'),
    };
  }
  const binary = join(folder, platform === 'win32' ? `${PRODUCT}.exe` : EXECUTABLE);
  return { app: folder, binary, resources: join(folder, 'resources'), fuses: binary };
}
