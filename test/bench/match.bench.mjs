/**
 * What `match` costs beside bare programs: the whole command where a service runs beside `node -e 0`, without one beside
 * `npm ls --all --json`, and how long `POST /v1/match` of 5,000 packages holds other requests up.
 *
 *   npm run bench -- match [--skills 10000] [--packages 2000] [--rounds 7] [--registries .bench]
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../../scripts/free-port.mjs';
import { median } from '../support/median.mjs';
import { generateRegistry } from './generate-registry.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLI = join(ROOT, 'dist/server/skills-registry.cjs');
const PACKAGES_OF_ONE_REQUEST = 5_000;

const { values } = parseArgs({
  options: {
    skills: { type: 'string', default: '10000' },
    packages: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '7' },
    registries: { type: 'string', default: join(ROOT, '.bench') },
  },
});
const rounds = Number(values.rounds);
const registry = resolve(values.registries, `match-${values.skills}`);
if (!existsSync(registry)) generateRegistry(registry, { skills: Number(values.skills), files: 4, words: 60 });

const folder = mkdtempSync(join(tmpdir(), 'skills-registry-match-'));
const homes = ['HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'LOCALAPPDATA'];
const env = { ...process.env, ...Object.fromEntries(homes.map((name) => [name, join(folder, 'home')])) };

/** A project with a lock file, and with its packages in node_modules, which is what npm reads. */
function writeProject(count) {
  const project = join(folder, 'project');
  const direct = Object.fromEntries(
    Array.from({ length: count / 10 }, (_, place) => [`package-${place}`, '1.0.0']),
  );
  const root = { name: 'project', version: '1.0.0', dependencies: direct };
  const packages = { '': root };
  for (let place = 0; place < count; place += 1) {
    const next = place + count / 10;
    const own = { version: '1.0.0', ...(next < count && { dependencies: { [`package-${next}`]: '1.0.0' } }) };
    packages[`node_modules/package-${place}`] = own;
    const home = join(project, 'node_modules', `package-${place}`);
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'package.json'), JSON.stringify({ name: `package-${place}`, ...own }));
  }
  writeFileSync(join(project, 'package.json'), JSON.stringify(root));
  const lock = JSON.stringify({ name: 'project', version: '1.0.0', lockfileVersion: 3, packages });
  writeFileSync(join(project, 'package-lock.json'), lock);
  writeFileSync(join(project, 'node_modules/.package-lock.json'), lock);
  return project;
}

function timed(command, args, cwd) {
  const start = performance.now();
  const { status, stderr } = spawnSync(command, args, { cwd, env, maxBuffer: 1e9 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return performance.now() - start;
}

/** Several programs take turns, so that what they are compared by was measured side by side. */
function inTurns(programs) {
  const times = programs.map(() => []);
  for (let round = 0; round <= rounds; round += 1)
    for (const [place, [, command, args, cwd]] of programs.entries()) {
      const time = timed(command, args, cwd);
      if (round > 0) times[place].push(time);
    }
  for (const [place, [name]] of programs.entries())
    console.log(`${name}: ${median(times[place]).toFixed(0)} ms`);
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function ask(url, body) {
  return new Promise((done, fail) => {
    const method = body === undefined ? 'GET' : 'POST';
    const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const sent = request(
      url,
      { method, headers, agent: body === undefined ? agent : undefined },
      (response) => {
        response.resume();
        response.on('end', () => done(response.statusCode));
      },
    );
    sent.on('error', fail);
    sent.end(body);
  });
}

/** The longest that `/health` took to answer while something else went on, in milliseconds. */
async function longestWait(url, work) {
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  let longest = 0;
  while (!isDone) {
    const start = performance.now();
    await ask(`${url}/health`);
    longest = Math.max(longest, performance.now() - start);
  }
  await working;
  return longest;
}

async function measureStalls(url) {
  const packages = Array.from({ length: PACKAGES_OF_ONE_REQUEST }, (_, place) => ({
    purl: `pkg:npm/package-${place}@1.0.0`,
  }));
  const body = JSON.stringify({ packages });
  const pause = () => new Promise((done) => setTimeout(done, 100));
  const [idle, busy, whole] = [[], [], []];
  for (let round = 0; round <= rounds; round += 1) {
    const still = await longestWait(url, pause);
    const start = performance.now();
    const held = await longestWait(url, () => ask(`${url}/v1/match`, body));
    if (round === 0)
      console.log(
        `POST /v1/match, the first, with the index made: ${(performance.now() - start).toFixed(0)} ms`,
      );
    else {
      idle.push(still);
      busy.push(held);
      whole.push(performance.now() - start);
    }
  }
  console.log(`POST /v1/match of ${PACKAGES_OF_ONE_REQUEST}: ${median(whole).toFixed(0)} ms`);
  console.log(
    `longest wait of /health beside it: ${median(busy).toFixed(1)} ms; beside nothing ${median(idle).toFixed(1)} ms`,
  );
}

const project = writeProject(Number(values.packages));
const match = ['match', process.execPath, [CLI, 'match', '--json', '-r', registry], project];
try {
  console.log(`${values.packages} packages, ${values.skills} skills; without a service:`);
  inTurns([match, ['npm ls --all --json', 'npm', ['ls', '--all', '--json'], project]]);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const service = spawn(process.execPath, [CLI, 'serve', '-r', registry, '--port', String(port)], {
    env,
    stdio: 'ignore',
  });
  while ((await ask(`${url}/health`).catch(() => 0)) !== 200)
    await new Promise((done) => setTimeout(done, 200));
  await ask(`${url}/v1/find?q=leak`);
  console.log('where a service runs:');
  inTurns([match, ['node -e 0', process.execPath, ['-e', '0'], project]]);
  await measureStalls(url);
  service.kill();
} finally {
  agent.destroy();
  rmSync(folder, { recursive: true, force: true });
}
