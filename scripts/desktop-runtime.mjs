import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Path of the binary, if installed. `import 'electron'` would start a download. */
export function findElectron(root, platform = process.platform, env = process.env) {
  const folder = join(root, 'node_modules', 'electron');
  const pathFile = join(folder, 'path.txt');
  const names = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : (names[platform] ?? 'electron');
  const binary = join(env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'), name);
  return existsSync(binary) ? binary : undefined;
}

/** Undefined if the desktop app can start. */
export function whyBrowser({ args, platform, env, isRoot }) {
  const foreign = foreignOption(args);
  if (foreign === '--browser') return 'you asked for it';
  if (foreign !== undefined) return `it takes no ${foreign}`;
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display';
  if (platform === 'linux' && isRoot) return 'Electron does not run as root';
  return undefined;
}

/**
 * Reason of an app that ended at once.
 * @param {{ signal: string | null, code: number | null, platform: string, restrictsNamespaces: boolean }} end
 *   `restrictsNamespaces`: kernel.apparmor_restrict_unprivileged_userns
 */
export function whyEnded({ signal, code, platform, restrictsNamespaces }) {
  const ended = `it ended with ${signal ?? `code ${code}`}`;
  if (platform !== 'linux' || signal !== 'SIGTRAP' || !restrictsNamespaces) return ended;
  return (
    `${ended}: this system lets only programs with an AppArmor profile make the sandbox that Electron needs ` +
    '(Ubuntu 24.04 and newer). The installed .deb brings a profile. To allow it until the next restart: ' +
    'sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0'
  );
}

/** False where the setting does not exist. */
export function restrictsNamespaces() {
  try {
    return readFileSync('/proc/sys/kernel/apparmor_restrict_unprivileged_userns', 'utf8').trim() === '1';
  } catch {
    return false;
  }
}

/** With their values. */
const OF_THE_APP = [
  { name: /^(?:--port|-p)$/, value: /^\d+$/ },
  { name: /^--port=\d+$/ },
  { name: /^(?:--registry|-r)$/, value: /^[^-]/ },
  { name: /^--registry=./ },
  { name: /^--hidden$/ },
];

/** Not an option of the desktop app. */
function foreignOption(args) {
  let at = 0;
  while (at < args.length) {
    const option = OF_THE_APP.find(({ name }) => name.test(args[at]));
    const hasValue = option?.value === undefined || option.value.test(args[at + 1] ?? '');
    if (option === undefined || !hasValue) return args[at];
    at += option.value === undefined ? 1 : 2;
  }
  return undefined;
}
