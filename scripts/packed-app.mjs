/** Layout of electron-builder's output. */
import { posix, win32 } from 'node:path';

const PRODUCT = 'Skills Registry';
const EXECUTABLE = 'skills-registry-app';

/** In `release/`. */
export function unpackedFolder(platform, arch) {
  const suffix = arch === 'x64' ? '' : `-${arch}`;
  if (platform === 'darwin') return `mac${suffix}`;
  return `${platform === 'win32' ? 'win' : 'linux'}${suffix}-unpacked`;
}

/**
 * Locates the parts of an app; on macOS `folder` contains the `.app`.
 * @returns {{ app: string, binary: string, resources: string, fuses: string }} paths; `app` is the whole app,
 *   `fuses` the file with the fuses
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
