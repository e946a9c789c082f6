/**
 * A desktop for tests on a machine without one:
 *
 *   node scripts/linux-desktop.mjs install                     packages of Debian or Ubuntu that Electron and its tests need
 *   node scripts/linux-desktop.mjs run <script> [arguments]    runs a script, on a virtual display with a session bus
 *
 * Other systems need neither: nothing is installed there, and the script is run as it is.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PACKAGES = [
  // Libraries of Electron.
  'libatk1.0-0',
  'libatk-bridge2.0-0',
  'libcups2',
  'libgtk-3-0',
  'libgbm-dev',
  'libasound2t64',
  // Display, session bus, and a mock panel for tray icons.
  'xvfb',
  'xauth',
  'dbus',
  'libglib2.0-bin',
  'python3-dbusmock',
  // Pictures of the desktop.
  'scrot',
];
/** How often a download is tried again: mirrors of hosted runners fail at times. */
const RETRIES = '3';

function runAsRoot(args) {
  const command = process.getuid?.() === 0 ? args : ['sudo', ...args];
  const { status, error } = spawnSync(command[0], command.slice(1), { stdio: 'inherit' });
  if (status === 0) return;
  console.error(`${command.join(' ')} failed${error === undefined ? '' : `: ${error.message}`}.`);
  process.exit(1);
}

export function displayCommand(platform, env, command) {
  if (platform !== 'linux' || env.DISPLAY || env.WAYLAND_DISPLAY) return command;
  return ['xvfb-run', '--auto-servernum', 'dbus-run-session', '--', ...command];
}

function installPackages() {
  if (process.platform !== 'linux') return console.log('Nothing to install on this system.');
  const apt = ['apt-get', '-o', `Acquire::Retries=${RETRIES}`];
  runAsRoot([...apt, 'update', '-qq']);
  runAsRoot([...apt, 'install', '-y', '-qq', '--no-install-recommends', ...PACKAGES]);
}

function runOnDisplay(script) {
  const [command, ...args] = displayCommand(process.platform, process.env, [process.execPath, ...script]);
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (error !== undefined) console.error(`${command}: ${error.message}`);
  process.exit(status ?? 1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [action, ...script] = process.argv.slice(2);
  if (action === 'install') installPackages();
  else if (action === 'run') runOnDisplay(script);
  else throw new Error('Name what to do: install or run.');
}
