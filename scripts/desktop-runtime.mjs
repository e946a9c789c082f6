/** Whether the desktop app can run here, and if not, why. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Path of Electron's binary, or undefined. Never by `import 'electron'`: that starts a download. */
export function findElectron(root, platform = process.platform, env = process.env) {
  const folder = join(root, 'node_modules', 'electron');
  const pathFile = join(folder, 'path.txt');
  const names = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : (names[platform] ?? 'electron');
  const binary = join(env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'), name);
  return existsSync(binary) ? binary : undefined;
}

/** Why this machine or these options ask for the browser, whatever is installed; undefined where they don't. */
export function whyBrowser({ args, platform, env, isRoot }) {
  const foreign = foreignOption(args);
  if (foreign === '--browser') return 'you asked for it';
  if (foreign !== undefined) return `${foreign} is an option of the command line`;
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display';
  if (platform === 'linux' && isRoot) return 'Electron does not run as root';
  return undefined;
}

/** The first option that the desktop app doesn't take. */
function foreignOption(args) {
  const known = /^(?:--port|-p)(?:=\d+)?$|^--hidden$|^\d+$/;
  return args.find((arg) => !known.test(arg));
}
