/** Installs the packages of Debian or Ubuntu that Electron and its tests need. Does nothing on other systems. */
import { spawnSync } from 'node:child_process';

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

function run(args) {
  const command = process.getuid?.() === 0 ? args : ['sudo', ...args];
  const { status, error } = spawnSync(command[0], command.slice(1), { stdio: 'inherit' });
  if (status === 0) return;
  console.error(`${command.join(' ')} failed${error === undefined ? '' : `: ${error.message}`}.`);
  process.exit(1);
}

if (process.platform === 'linux') {
  const apt = ['apt-get', '-o', `Acquire::Retries=${RETRIES}`];
  run([...apt, 'update', '-qq']);
  run([...apt, 'install', '-y', '-qq', '--no-install-recommends', ...PACKAGES, ...process.argv.slice(2)]);
} else console.log('Nothing to install on this system.');
