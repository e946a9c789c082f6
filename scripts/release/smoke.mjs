/**
 * Tests this system's installers in release/: installs, inspects, starts, upgrades, uninstalls.
 *
 *   node scripts/release/smoke.mjs               only for disposable machines: installs
 *   node scripts/release/smoke.mjs --unpacked    tests the unpacked app in release/ without installing
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/support/free-port.mjs';
import { checkPackage, packedApp, unpackedFolder } from '../check-package.mjs';
import { installerNames } from './draft.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const release = join(root, 'release');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { platform, arch, env } = process;
/** The time that a start may take: first ones are slow on hosted runners. */
const START_MS = 90_000;
const END_MS = 30_000;

/** How each kind of installer is installed and removed, and where its app is then. An AppImage itself runs. */
const PLANS = {
  deb: (file) => ({
    folder: '/opt/Skills Registry',
    // No `--no-sandbox`: the package's AppArmor profile must allow the sandbox.
    binary: '/usr/bin/skills-registry-app',
    install: [['sudo', 'apt-get', 'install', '-y', '--reinstall', file]],
    uninstall: [['sudo', 'apt-get', 'remove', '-y', 'skills-registry']],
  }),
  AppImage: (file) => ({ binary: file, install: [['chmod', '+x', file]], uninstall: [] }),
  dmg: (file) => {
    const volume = join(env.RUNNER_TEMP ?? tmpdir(), 'skills-registry-volume');
    const app = '/Applications/Skills Registry.app';
    return {
      folder: '/Applications',
      binary: `${app}/Contents/MacOS/Skills Registry`,
      install: [
        ['hdiutil', 'attach', '-nobrowse', '-readonly', '-mountpoint', volume, file],
        ['ditto', join(volume, 'Skills Registry.app'), app],
        ['hdiutil', 'detach', '-force', volume],
      ],
      uninstall: [['rm', '-rf', app]],
    };
  },
  exe: (file) => {
    const folder = join(env.LOCALAPPDATA ?? '', 'Programs', 'skills-registry');
    return {
      folder,
      binary: join(folder, 'Skills Registry.exe'),
      install: [[file, '/S']],
      // Without `_?=` the uninstaller copies itself and returns at once.
      uninstall: [[join(folder, 'Uninstall Skills Registry.exe'), '/S', `_?=${folder}`]],
    };
  },
};

function run(command) {
  const { status, error } = spawnSync(command[0], command.slice(1), { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${error?.message ?? status}.`);
}

/** Waits for what `look` finds. Throws with `what` after the time. */
async function until(what, look, timeoutMs = END_MS) {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`In ${timeoutMs / 1_000} s ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const ask = (url) =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    (answer) => (answer.ok ? answer.json() : undefined),
    () => undefined,
  );

/**
 * Starts the app hidden, with settings of its own. Throws on a wrong version, missing skills, or if the app does not
 * quit.
 */
async function checkHiddenStart(binary, switches = []) {
  const userData = mkdtempSync(join(tmpdir(), 'smoke-'));
  const port = await freePort();
  const args = [...switches, '--hidden', '--port', String(port), `--user-data-dir=${userData}`];
  const app = spawn(binary, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  app.on('error', (cause) => console.error(cause.message));
  const url = `http://127.0.0.1:${port}`;
  try {
    const health = await until('it served nothing', () => ask(`${url}/health`), START_MS);
    if (health.version !== version) throw new Error(`It serves as ${health.version}, not ${version}.`);
    const list = await ask(`${url}/v1/skills`);
    if (!(list?.skills?.length > 0)) throw new Error('It serves no skill of its sample.');
    // By force on Windows: a program without a window can't be asked.
    if (platform === 'win32') spawnSync('taskkill', ['/PID', String(app.pid), '/T', '/F']);
    else app.kill('SIGTERM');
    await until('it did not end', () => app.exitCode !== null || app.signalCode !== null);
    await until('its port stayed open', async () => (await ask(`${url}/health`)) === undefined);
    console.log(`✓ ${binary} served ${list.skills.length} skills, and ended.`);
  } finally {
    if (app.exitCode === null && app.signalCode === null) app.kill('SIGKILL');
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function checkInstaller(file) {
  const { folder, binary, install, uninstall } = PLANS[file.slice(file.lastIndexOf('.') + 1)](file);
  for (const attempt of ['install', 'upgrade']) {
    console.log(`${attempt}: ${file}`);
    for (const command of install) run(command);
    if (folder !== undefined) await checkPackage(folder, platform);
    await checkHiddenStart(binary);
  }
  for (const command of uninstall) run(command);
  if (uninstall.length > 0 && existsSync(binary)) throw new Error(`${binary} is still there.`);
}

if (process.argv.includes('--unpacked')) {
  const folder = join(release, unpackedFolder(platform, arch));
  await checkPackage(folder, platform);
  // Without an installed AppArmor profile the sandbox is unavailable.
  await checkHiddenStart(packedApp(folder, platform).binary, platform === 'linux' ? ['--no-sandbox'] : []);
} else {
  // The zip has the same content as the disk image.
  for (const name of installerNames(version, platform, arch).filter((file) => !file.endsWith('.zip')))
    await checkInstaller(join(release, name));
}
