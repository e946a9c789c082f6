/**
 * Tests the tray icon on Linux: starts the unpacked app of release/ hidden, with a mock panel on the session
 * bus. Needs python3-dbusmock; run through on-display.mjs for a separate bus. `node scripts/ci/smoke-tray.mjs
 * [program]` tests another program.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packedApp, unpackedFolder } from '../packed-app.mjs';
import { until } from '../release/smoke-checks.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const NAME = 'org.kde.StatusNotifierWatcher';
const PATH = '/StatusNotifierWatcher';
const START_MS = 60_000;

function call(method, ...args) {
  const to = ['--session', '--dest', NAME, '--object-path', PATH];
  const { status, stderr } = spawnSync('gdbus', ['call', ...to, '--method', method, ...args], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${method}: ${stderr}`);
}

async function startPanel(log) {
  const panel = spawn('python3', ['-m', 'dbusmock', '--session', '--logfile', log, NAME, PATH, NAME], {
    stdio: 'inherit',
  });
  await until('no panel came to the bus', () => {
    if (panel.exitCode !== null) throw new Error(`The panel ended with ${panel.exitCode}.`);
    return spawnSync('gdbus', ['wait', '--session', '--timeout', '1', NAME]).status === 0;
  });
  const mock = 'org.freedesktop.DBus.Mock';
  call(`${mock}.AddProperty`, NAME, 'IsStatusNotifierHostRegistered', '<true>');
  call(`${mock}.AddProperty`, NAME, 'ProtocolVersion', '<0>');
  call(`${mock}.AddMethod`, NAME, 'RegisterStatusNotifierItem', 's', '', '');
  return panel;
}

const scratch = mkdtempSync(join(tmpdir(), 'tray-'));
const log = join(scratch, 'panel.log');
const program =
  process.argv[2] ?? packedApp(join(root, 'release', unpackedFolder('linux', process.arch)), 'linux').binary;
const started = [];
try {
  started.push(await startPanel(log));
  const app = spawn(program, ['--no-sandbox', '--hidden', `--user-data-dir=${join(scratch, 'data')}`], {
    stdio: 'inherit',
  });
  started.push(app);
  await until(
    'the app announced no icon',
    () => {
      if (app.exitCode !== null) throw new Error(`The app ended with ${app.exitCode}.`);
      return readFileSync(log, 'utf8').includes('RegisterStatusNotifierItem');
    },
    START_MS,
  );
  console.log('The panel was told of the icon.');
} finally {
  for (const child of started.reverse()) child.kill();
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
