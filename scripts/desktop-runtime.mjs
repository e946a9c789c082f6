/**
 * Electron as the app's runtime: where it is, and why the app can't start. `node scripts/desktop-runtime.mjs` downloads
 * it once; parallel tests that each began the download would get a partial binary.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the path of the binary, if it is installed. `import 'electron'` would start a download. */
export function findElectron(root, platform = process.platform, env = process.env) {
  const folder = join(root, 'node_modules', 'electron');
  const pathFile = join(folder, 'path.txt');
  const names = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : (names[platform] ?? 'electron');
  const binary = join(env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'), name);
  return existsSync(binary) ? binary : undefined;
}

/** Returns why the page is served for a browser instead; undefined if the desktop app can start. */
export function whyBrowser({ args, platform, env, isRoot }) {
  const foreign = foreignOption(args);
  if (foreign === '--browser') return 'you asked for it';
  if (foreign !== undefined) return `it takes no ${foreign}`;
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display';
  if (platform === 'linux' && isRoot) return 'Electron does not run as root';
  return undefined;
}

/**
 * Returns why an app ended at once.
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

/** Whether the system restricts namespaces. False where the setting does not exist. */
export function restrictsNamespaces() {
  try {
    return readFileSync('/proc/sys/kernel/apparmor_restrict_unprivileged_userns', 'utf8').trim() === '1';
  } catch {
    return false;
  }
}

/** The options of the app, with what their values look like. */
const OF_THE_APP = [
  { name: /^(?:--port|-p)$/, value: /^\d+$/ },
  { name: /^--port=\d+$/ },
  { name: /^(?:--registry|-r)$/, value: /^[^-]/ },
  { name: /^--registry=./ },
  { name: /^--hidden$/ },
];

/** Returns the first option that the desktop app doesn't have. */
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

const FETCH_TIMEOUT_MS = 180_000;

/** Downloads Electron, unless it is installed. Returns why that failed; undefined if it is there. */
export function installElectron(root) {
  if (findElectron(root) !== undefined) return undefined;
  console.log('Fetching Electron, once…');
  const { status, stderr, error } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/electron/install.js')],
    { encoding: 'utf8', timeout: FETCH_TIMEOUT_MS },
  );
  if (status === 0 && findElectron(root) !== undefined) return undefined;
  const cause = /(?:Error|error):?\s*(.+)/.exec(stderr ?? '')?.[1] ?? error?.message ?? `exit code ${status}`;
  return describeFailedFetch(cause.trim());
}

/** The host that Electron's npm package asks by default. */
const ELECTRON_HOST = 'https://github.com/electron/electron/releases/download/';

/** Returns why a download failed, as a clause with advice for proxies and mirrors. */
function describeFailedFetch(cause, env = process.env) {
  const host = new URL(env.ELECTRON_MIRROR || ELECTRON_HOST).host;
  return (
    `Electron could not be fetched from ${host} (${cause}); behind a proxy set HTTPS_PROXY and ELECTRON_GET_USE_PROXY=1, ` +
    'for another server ELECTRON_MIRROR'
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const problem = installElectron(root);
  if (problem !== undefined) {
    console.error(`${problem}.`);
    process.exit(1);
  }
  console.log(`Electron is at ${findElectron(root)}.`);
}
