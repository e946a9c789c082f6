/**
 * Tests this system's installers in release/: installs, inspects, starts, upgrades, uninstalls, looks for
 * leftovers.
 *
 *   node scripts/release/smoke.mjs               only for disposable machines: installs
 *   node scripts/release/smoke.mjs --unpacked    tests the unpacked app in release/ without installing
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage } from '../check-package.mjs';
import { packedApp, unpackedFolder } from '../packed-app.mjs';
import { installerNames } from './release-files.mjs';
import { checkCommandLine, checkHiddenStart, until } from './smoke-checks.mjs';
import { installPlan, processesIn, signatureCommand, signatureObjection } from './smoke-plan.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const release = join(root, 'release');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { platform, arch } = process;
/** For a busy disk image or a locked package list. */
const TRIES = 3;

function run(command) {
  for (let attempt = 1; ; attempt++) {
    const { status, error } = spawnSync(command[0], command.slice(1), { stdio: 'inherit' });
    if (status === 0) return;
    const problem = `${command.join(' ')} ended with ${error?.message ?? status}`;
    if (attempt === TRIES) throw new Error(`${problem}.`);
    console.log(`${problem}; once more.`);
    spawnSync(process.execPath, ['-e', 'setTimeout(() => {}, 5000)']);
  }
}

async function step(name, doing) {
  const said = await doing();
  console.log(`✓ ${name}${said === undefined ? '' : `: ${said}`}`);
}

/** Only our own build has a report. */
function isSigned() {
  const file = join(release, `signing-${platform}-${arch}.json`);
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).isSigned;
}

function checkSignature(packed) {
  const command = signatureCommand(platform, packed);
  if (command === undefined) return 'this system has none';
  const { status, stdout, stderr } = spawnSync(command[0], command.slice(1), { encoding: 'utf8' });
  const output = platform === 'darwin' ? stderr : stdout;
  const objection = signatureObjection(platform, isSigned(), { status, output: output ?? '' });
  if (objection !== undefined) throw new Error(`${packed.app}: ${objection}.`);
  return isSigned() ? 'whole' : 'whole, of nobody';
}

/** As clients do; Windows starts the batch file only through a shell. */
function commandLine(resources) {
  const node = join(resources, 'cli', platform === 'win32' ? 'node.exe' : 'node');
  return [node, join(resources, 'cli', 'dist', 'server', 'skills-registry.cjs')];
}

function runningIn(folder) {
  const [command, ...args] =
    platform === 'win32'
      ? [
          ...['powershell', '-NoProfile', '-Command'],
          'Get-Process | Where-Object Path | ForEach-Object { "$($_.Id) $($_.Path)" }',
        ]
      : ['ps', '-A', '-o', 'pid=,args='];
  return processesIn(folder, spawnSync(command, args, { encoding: 'utf8' }).stdout);
}

async function checkApp(folder, binary, switches) {
  const packed = packedApp(folder, platform);
  await step('contents and fuses', () => void checkPackage(folder, platform));
  await step('signature', () => checkSignature(packed));
  await step('hidden start', async () => `${await checkHiddenStart({ binary, switches, version })} skills`);
  await step('command line', () => checkCommandLine(commandLine(packed.resources), version));
  await step('nothing runs on', () =>
    until('a process went on', () => runningIn(packed.app).length === 0).then(() => undefined),
  );
}

function hasLoginEntry({ isSet }) {
  return spawnSync(isSet[0], isSet.slice(1)).status === 0;
}

function install(plan) {
  for (const command of plan.install) run(command);
}

async function checkInstaller(file) {
  const plan = installPlan(file, process.env);
  const { folder, binary, switches, loginEntry } = plan;
  console.log(file);
  await step('install', () => install(plan));
  if (folder === undefined)
    return step(
      'hidden start',
      async () => `${await checkHiddenStart({ binary, switches, version })} skills`,
    );
  await checkApp(folder, binary, switches);
  if (loginEntry !== undefined) run(loginEntry.set);
  await step('upgrade', () => {
    install(plan);
    if (loginEntry !== undefined && !hasLoginEntry(loginEntry)) throw new Error('It took the login entry.');
  });
  await step('start after the upgrade', async () => {
    await checkHiddenStart({ binary, switches, version });
  });
  await step('uninstall', async () => {
    for (const command of plan.uninstall) run(command);
    for (const path of plan.gone) await until(`${path} did not go`, () => !existsSync(path));
    if (loginEntry !== undefined && hasLoginEntry(loginEntry)) throw new Error('It left the login entry.');
  });
}

if (process.argv.includes('--unpacked')) {
  const folder = join(release, unpackedFolder(platform, arch));
  // Without an installed AppArmor profile the sandbox is unavailable.
  await checkApp(folder, packedApp(folder, platform).binary, platform === 'linux' ? ['--no-sandbox'] : []);
} else {
  // The zip has the same content as the disk image.
  for (const name of installerNames(version, platform, arch).filter((file) => !file.endsWith('.zip')))
    await checkInstaller(join(release, name));
}
