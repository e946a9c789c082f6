/**
 * What adding and updating a registry by address costs beside git: `registry add` beside `git clone --depth 1`, and
 * `registry update` beside `git fetch --depth 1` with a checkout, over `git http-backend` on loopback; the peak memory of the
 * command, and the longest wait for `/health` of a service that serves the registry meanwhile.
 *
 *   npm run bench -- fetch [--skills 85] [--rounds 5]
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../../scripts/free-port.mjs';
import { answerByGit } from '../support/git-backend.mjs';
import { median } from '../support/median.mjs';
import { generateRegistry } from './generate-registry.mjs';

const CLI = fileURLToPath(new URL('../../dist/server/skills-registry.cjs', import.meta.url));
const { values } = parseArgs({
  options: { skills: { type: 'string', default: '85' }, rounds: { type: 'string', default: '5' } },
});
const rounds = Number(values.rounds);
const folder = mkdtempSync(join(tmpdir(), 'skills-registry-fetch-'));
const work = join(folder, 'work');
const bare = join(folder, 'team.git');
const homes = ['HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'LOCALAPPDATA'];
const homeOf = (name) => Object.fromEntries(homes.map((variable) => [variable, join(folder, name)]));
const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', '-C', work, ...args], {
    stdio: 'ignore',
  });

function commit() {
  git('add', '-A');
  git('commit', '-q', '-m', 'change');
  git('push', '-q', bare, 'HEAD:main');
}

/** A tenth of the skills has other texts. */
function edit(round) {
  const texts = readdirSync(work, { recursive: true }).filter((path) => path.endsWith('overview.md'));
  for (const path of texts.filter((_, place) => place % 10 === round % 10)) {
    const file = join(work, path);
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nChanged in round ${round}.\n`);
  }
  commit();
}

function serveGit() {
  const server = createServer((request, response) => answerByGit(folder, request, response));
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

const SAY_PEAK = "data:text/javascript,process.on('exit',()=>console.error(process.resourceUsage().maxRSS))";

/** Milliseconds; of Node the peak of memory in MB, too. */
function timed(command, args, { env = process.env, cwd } = {}) {
  return new Promise((done, fail) => {
    const start = performance.now();
    const options = { cwd, env: { ...env, NODE_OPTIONS: `--import=${SAY_PEAK}` } };
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.on('close', (code) => {
      if (code !== 0) return fail(new Error(`${command} ${args.join(' ')}: ${said}`));
      done({ ms: performance.now() - start, mb: Number(said.trim().split('\n').at(-1)) / 1024 });
    });
  });
}

/** The longest that `/health` took meanwhile. */
async function longestWait(url, working) {
  let isDone = false;
  void working.finally(() => {
    isDone = true;
  });
  let longest = 0;
  while (!isDone) {
    const start = performance.now();
    await (await fetch(`${url}/health`)).arrayBuffer();
    longest = Math.max(longest, performance.now() - start);
    await new Promise((done) => setTimeout(done, 5));
  }
  await working;
  return longest;
}

const shown = (name, runs, field) => `${name} ${median(runs.map((run) => run[field])).toFixed(0)}`;

async function measure(url) {
  const registry = (args, name) =>
    timed(process.execPath, [CLI, 'registry', ...args, '--yes'], {
      env: { ...process.env, ...homeOf(name) },
    });
  const [cloned, added, fetched, updated, waits] = [[], [], [], [], []];
  for (let round = 0; round < rounds; round += 1) {
    cloned.push(await timed('git', ['clone', '-q', '--depth', '1', url, join(folder, `clone-${round}`)], {}));
    added.push(await registry(['add', url], `home-${round}`));
  }
  const port = await freePort();
  const env = { ...process.env, ...homeOf('home-0') };
  const service = spawn(process.execPath, [CLI, 'serve', '-r', 'team', '-p', String(port)], {
    env,
    stdio: 'ignore',
  });
  const address = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${address}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await new Promise((done) => setTimeout(done, 100));
  const clone = join(folder, 'clone-0');
  for (let round = 0; round < rounds; round += 1) {
    edit(round);
    fetched.push(
      await timed('sh', ['-c', 'git fetch -q --depth 1 origin main && git checkout -q FETCH_HEAD'], {
        cwd: clone,
      }),
    );
    const update = registry(['update', 'team'], 'home-0');
    waits.push({ ms: await longestWait(address, update) });
    updated.push(await update);
  }
  service.kill();
  console.log(
    `${values.skills} skills, ms: ${shown('git clone', cloned, 'ms')}, ${shown('registry add', added, 'ms')}`,
  );
  console.log(
    `${values.skills} skills, ms: ${shown('git fetch', fetched, 'ms')}, ${shown('registry update', updated, 'ms')}`,
  );
  console.log(
    `peak MB: ${shown('add', added, 'mb')}, ${shown('update', updated, 'mb')}; longest /health: ${shown('ms', waits, 'ms')}`,
  );
}

try {
  generateRegistry(work, { skills: Number(values.skills), files: 4, words: 200 });
  spawnSync('git', ['init', '-q', '--bare', '-b', 'main', bare]);
  git('init', '-q', '-b', 'main');
  commit();
  const server = await serveGit();
  await measure(`http://127.0.0.1:${server.address().port}/team.git`);
  server.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
