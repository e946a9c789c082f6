/**
 * `npm start`: starts the desktop app, or else serves the same page for the browser and says why. Builds if
 * dist/ is missing or outdated.
 *
 *   npm start -- --port 8710      on another port
 *   npm start -- -r ~/skills      with this registry
 *   npm start -- --browser        for the browser; as with any other option of `skills-registry serve`
 *   npm start -- --no-open        opens no browser, where the app can't run
 *   npm start -- --fetch-electron only downloads Electron: parallel tests that each began it would get a partial binary
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, npmArguments, runBuiltCli } from './run-built.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const given = npmArguments(process.argv.slice(2));
/** The app opens a window, so that it has no such option. */
const args = given.filter((arg) => arg !== '--open' && arg !== '--no-open');
const open = given.includes('--no-open') ? '--no-open' : '--open';
/** An app that ends within this time has not started. */
const STARTED_MS = 5_000;

function whyNoDesktop() {
  const reason = whyBrowser({
    args,
    platform: process.platform,
    env: process.env,
    isRoot: process.getuid?.() === 0,
  });
  if (reason !== undefined) return reason;
  return installElectron(root);
}

function serveForBrowser(reason) {
  console.log(
    `The desktop app does not run here: ${reason}. The service runs without it; its page in the browser searches, reads and shows problems.`,
  );
  return runBuiltCli(['serve', ...args.filter((arg) => arg !== '--browser' && arg !== '--hidden'), open]);
}

function startDesktop(binary) {
  const startedAt = Date.now();
  const failed = (reason) => void serveForBrowser(reason);
  let isStopping = false;
  let child;
  // Registered before the app starts, or the app could outlive this process.
  // Ctrl+C of a terminal reaches the app directly; a forwarded second signal would skip its shutdown.
  process.on('SIGINT', () => {
    isStopping = true;
  });
  for (const signal of ['SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      isStopping = true;
      child.kill(signal);
    });
  child = spawn(binary, [root, ...args], { stdio: 'inherit', cwd: root });
  child.once('error', (error) => failed(error.message));
  child.once('exit', (code, signal) => {
    if (code === 0 || isStopping) process.exit(code ?? 0);
    process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM').removeAllListeners('SIGHUP');
    if (Date.now() - startedAt < STARTED_MS) {
      const { platform } = process;
      failed(whyEnded({ signal, code, platform, restrictsNamespaces: restrictsNamespaces() }));
    } else process.exit(code ?? 1);
  });
}

async function start() {
  const reason = whyNoDesktop();
  const binary = findElectron(root);
  if (reason === undefined && binary !== undefined) startDesktop(binary);
  else await serveForBrowser(reason ?? 'Electron is not installed');
}

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
function restrictsNamespaces() {
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
function installElectron(root) {
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

/** Downloads Electron once, and says where it is. */
function fetchElectron() {
  const problem = installElectron(root);
  if (problem !== undefined) {
    console.error(`${problem}.`);
    process.exit(1);
  }
  console.log(`Electron is at ${findElectron(root)}.`);
}

/**
 * Why `npm start` refuses its arguments; undefined if it accepts them. npm consumes options that are not behind `--`: it
 * hands on their values as words, and `--port=8712` as a variable alone.
 */
export function refuseArguments(args, { npm_config_port } = process.env) {
  const [first] = args;
  if ((first === undefined || first.startsWith('-')) && npm_config_port === undefined) return undefined;
  return [
    'npm start takes options behind --, such as: npm start -- -r my-registry --port 8712',
    'For a command: node dist/server/skills-registry.cjs <command>',
  ].join('\n');
}

async function main() {
  if (args.includes('--fetch-electron')) return fetchElectron();
  const refusal = refuseArguments(process.argv.slice(2));
  if (refusal !== undefined) {
    console.error(refusal);
    process.exit(2);
  }
  ensureBuilt();
  if (args.some((arg) => arg === '--help' || arg === '-h')) return runBuiltCli(['serve', '--help']);
  return start();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
