/**
 * What a start costs: the first 200 of `/health`, `--version` and `--help`, beside `node -e ""`.
 *
 *   npm run bench -- launch [--skills 85] [--rounds 9] [--against <folder>]
 *
 * All take turns within one run. `--against` names another copy of the project whose build takes turns with this one's.
 * "Cold" is a start without the saved find index. Processor time is the whole process's until the answer, and is read
 * where Linux tells it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../../scripts/free-port.mjs';
import { median } from '../support/median.mjs';
import { generateRegistry } from './generate-registry.mjs';

const { values } = parseArgs({
  options: {
    skills: { type: 'string', default: '85' },
    rounds: { type: 'string', default: '9' },
    against: { type: 'string' },
  },
});
/** Long enough for the find index of some thousand skills to be built and saved. */
const SETTLE_MS = 8_000;
const folder = mkdtempSync(join(tmpdir(), 'skills-registry-bench-'));
const registry = join(folder, 'registry');
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Milliseconds of the processor that all threads of a process used; NaN where the system doesn't tell. */
function usedMs(pid) {
  if (process.platform !== 'linux') return Number.NaN;
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const file = `/proc/${pid}/task/${thread}/schedstat`;
    return existsSync(file) ? sum + Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : sum;
  }, 0);
}

/** Over a bare socket: a client of HTTP would take what is measured some of the processor. */
function isHealthy(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () =>
      socket.write(`GET /health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`),
    );
    socket.once('data', (bytes) => {
      resolve(bytes.toString('latin1').startsWith('HTTP/1.1 200'));
      socket.destroy();
    });
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(false));
  });
}

async function timeServe(program, userFolder, settleMs = 0) {
  const port = await freePort();
  const env = {
    ...process.env,
    XDG_DATA_HOME: userFolder,
    XDG_CACHE_HOME: userFolder,
    LOCALAPPDATA: userFolder,
  };
  const args = [program, 'serve', '-r', registry, '-p', String(port), '--log-level', 'error'];
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  while (!(await isHealthy(port))) {
    if (child.exitCode !== null) throw new Error(`The service ended with code ${child.exitCode}.`);
    await pause(3);
  }
  const result = { ms: performance.now() - startedAt, cpu: usedMs(child.pid) };
  await pause(settleMs);
  child.kill('SIGKILL');
  await ended;
  return result;
}

function timeCommand(...args) {
  const startedAt = performance.now();
  spawnSync(process.execPath, args);
  return { ms: performance.now() - startedAt, cpu: Number.NaN };
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const builds = { here: ROOT, ...(values.against === undefined ? {} : { there: values.against }) };
/** Files that were written this short ago aren't kept for the next start. */
const YOUNG_MS = 3_000;
await generateRegistry(registry, { skills: Number(values.skills), files: 8, words: 700 });
await pause(YOUNG_MS);

/** What takes turns, by what it is called. */
const contenders = { node: () => timeCommand('-e', '') };
for (const [name, root] of Object.entries(builds)) {
  const program = join(root, 'dist', 'server', 'skills-registry.cjs');
  const kept = join(folder, `user-${name}`);
  await timeServe(program, kept, SETTLE_MS);
  contenders[`${name}: --version`] = () => timeCommand(program, '--version');
  contenders[`${name}: --help`] = () => timeCommand(program, '--help');
  contenders[`${name}: /health, cached`] = () => timeServe(program, kept);
  contenders[`${name}: /health, cold`] = () => timeServe(program, mkdtempSync(join(folder, 'user-')));
}
const results = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const [name, run] of Object.entries(contenders)) results[name].push(await run());
}
console.log(`${values.skills} skills, Node ${process.version}\n`);
console.log('| | ms | to `node -e ""` | CPU, ms |\n|---|---|---|---|');
for (const [name, runs] of Object.entries(results)) {
  const ratio = median(runs.map(({ ms }, index) => ms / results.node[index].ms));
  const cpu = median(runs.map((run) => run.cpu));
  const told = Number.isNaN(cpu) ? '' : cpu.toFixed(0);
  console.log(`| ${name} | ${median(runs.map(({ ms }) => ms)).toFixed(0)} | ${ratio.toFixed(2)} | ${told} |`);
}
rmSync(folder, { recursive: true, force: true });
