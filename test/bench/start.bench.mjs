/**
 * What a start costs: until the first 200 of `/health`, until the answer of a find that is asked right then, and, where
 * it is asked for, until every skill is checked by every rule. Cold with no caches, cached with those of the start before.
 *
 *   npm run bench -- start [--skills 1000,10000] [--rounds 3] [--builds dist,<another>] [--until health|find|checked]
 *     [--registries .bench]
 *
 * Several builds take turns, so that what they are compared by was measured side by side. The processor's time is that of
 * all threads, and of the serving one alone, as the system counts it: this takes Linux.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../../scripts/free-port.mjs';
import { median } from '../support/median.mjs';
import { generateRegistry } from './generate-registry.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const GIVE_UP_MS = 600_000;
/** The caches are written a second after what they hold is ready. */
const CACHES_WRITTEN_MS = 5_000;
/** That of the folders, which makes a cached start one, is waited for: on a busy machine it takes longer. */
const LONGEST_WRITING_MS = 120_000;

const { values } = parseArgs({
  options: {
    skills: { type: 'string', default: '1000,10000' },
    rounds: { type: 'string', default: '3' },
    builds: { type: 'string', default: join(ROOT, 'dist') },
    until: { type: 'string', default: 'find' },
    registries: { type: 'string', default: join(ROOT, '.bench') },
  },
});

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Milliseconds of the processor: of all threads so far, and of the one that serves. */
function processorTime(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  const [ran] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ').map(Number);
  return { all: (user + system) * 10, serving: ran / 1e6 };
}

/** Megabytes now and at most. */
function memory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1_000;
  return { rss: of('VmRSS'), peak: of('VmHWM') };
}

async function ask(url) {
  const response = await fetch(url).catch(() => undefined);
  return response?.status === 200 ? response.json() : undefined;
}

async function until(look, rhythmMs, child) {
  for (const deadline = Date.now() + GIVE_UP_MS; Date.now() < deadline; await pause(rhythmMs)) {
    const answer = await look();
    if (answer) return answer;
    if (child.exitCode !== null) throw new Error(`The service ended with code ${child.exitCode}.`);
  }
  throw new Error('The service took too long.');
}

async function start(build, registry, userFolder) {
  const port = await freePort();
  const program = join(resolve(build), 'server/skills-registry.cjs');
  const env = { ...process.env, XDG_DATA_HOME: userFolder, XDG_CACHE_HOME: userFolder };
  const startedAt = performance.now();
  const args = [program, 'serve', '-r', registry, '-p', String(port), '--log-level', 'error'];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    const url = `http://127.0.0.1:${port}`;
    await until(() => ask(`${url}/health`), 5, child);
    const healthMs = performance.now() - startedAt;
    const health = processorTime(child.pid);
    if (values.until !== 'health') await ask(`${url}/v1/find?q=shut+down`);
    const findMs = performance.now() - startedAt;
    const find = processorTime(child.pid);
    if (values.until === 'checked')
      await until(async () => !(await ask(`${url}/v1/status`)).checking, 250, child);
    const checked = processorTime(child.pid);
    const checkedMs = performance.now() - startedAt;
    await pause(CACHES_WRITTEN_MS);
    await untilFoldersAreKept(userFolder);
    const { rss, peak } = memory(child.pid);
    return {
      healthMs,
      healthCpu: health.all,
      servingCpu: health.serving,
      findMs,
      findCpu: find.all,
      checkedMs,
      checkedCpu: checked.all,
      rss,
      peak,
    };
  } finally {
    child.kill('SIGTERM');
    await new Promise((done) => (child.exitCode === null ? child.once('exit', done) : done()));
  }
}

async function untilFoldersAreKept(userFolder) {
  const isKept = () =>
    readdirSync(userFolder, { recursive: true }).some(
      (name) => name.endsWith('.skills') || name.endsWith('.folders'),
    );
  for (const deadline = Date.now() + LONGEST_WRITING_MS; Date.now() < deadline && !isKept(); )
    await pause(500);
}

function openRegistry(skills) {
  const registry = resolve(values.registries, `start-${skills}`);
  const shape =
    skills >= 50_000 ? { files: 4, words: 150 } : skills >= 10_000 ? { files: 4, words: 400 } : {};
  if (!existsSync(join(registry, 'index.json'))) generateRegistry(registry, { skills, ...shape });
  return registry;
}

async function measure(registry, builds) {
  const rows = new Map();
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const build of round % 2 === 0 ? builds : builds.toReversed()) {
      const userFolder = mkdtempSync(join(tmpdir(), 'skills-registry-bench-'));
      try {
        for (const kind of ['cold', 'cached']) {
          const name = `${build} | ${kind}`;
          rows.set(name, [...(rows.get(name) ?? []), await start(build, registry, userFolder)]);
        }
      } finally {
        rmSync(userFolder, { recursive: true, force: true });
      }
    }
  }
  return rows;
}

const columns = ['healthMs', 'healthCpu', 'servingCpu', 'findMs', 'findCpu', 'rss', 'peak'];
if (values.until === 'health') columns.splice(3, 2);
if (values.until === 'checked') columns.splice(5, 0, 'checkedMs', 'checkedCpu');
console.log(
  `Times in ms since the start (CPU: of all threads, serving: of the one that answers), memory in MB; medians of ${values.rounds}.\n`,
);
console.log(
  `| skills | build | caches | ${columns.join(' | ')} |\n|---|---|---|${'---|'.repeat(columns.length)}`,
);
for (const skills of values.skills.split(',').map(Number)) {
  for (const [name, runs] of await measure(openRegistry(skills), values.builds.split(','))) {
    const cells = columns.map((column) => median(runs.map((run) => run[column])).toFixed(0));
    console.log(`| ${skills} | ${name} | ${cells.join(' | ')} |`);
  }
}
