/**
 * Source files of which a function runs between two moments, by V8's coverage of the unminified build: what a maintainer
 * opens to follow a start, a find, a skill, an edit or a change of settings. Loading a module is no function of it, and
 * each request is the second of its kind.
 *
 *   npm run bench -- files [--list]
 */
import { fork, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { root, serverBundle } from '../../scripts/bundles.mjs';
import { freePort } from '../support/free-port.mjs';
import { reply } from './service.mjs';

const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } });
const PRELOADED = fileURLToPath(new URL('./note-functions.cjs', import.meta.url));
/** How often each request is asked. */
const TIMES = 4;
/** Until a change is checked and counted. */
const EDIT_MS = 3_000;
const folder = mkdtempSync(join(tmpdir(), 'skills-registry-files-'));
const dist = join(folder, 'dist/server');

async function buildReadable() {
  const readable = { minifyWhitespace: false, minifySyntax: false };
  await build({ ...serverBundle, ...readable, outdir: dist, absWorkingDir: root });
  for (const name of [
    'dist/server/ajv.cjs',
    'dist/server/o200k_base.tiktoken',
    'dist/renderer',
    'package.json',
  ])
    symlinkSync(root + name, join(folder, name));
  cpSync(`${root}assets`, join(folder, 'assets'), { recursive: true });
}

/** Where each source begins in a file of the build: a comment names it. */
const sources = new Map();

function sourceOf([file, start]) {
  if (!sources.has(file)) {
    const text = readFileSync(join(dist, file), 'utf8');
    sources.set(
      file,
      [...text.matchAll(/^ *\/\/ (\S+\.\w+)$/gm)].map(({ index, 1: source }) => ({ index, source })),
    );
  }
  return sources.get(file).findLast(({ index }) => index <= start)?.source;
}

const filesOf = (functions) =>
  [...new Set(functions.filter(([, start]) => start > 0).map(sourceOf))]
    .filter((source) => source?.startsWith('src-server/'))
    .sort();

/** Leaves out the functions that run whenever these modules are loaded, as those that make schemas. */
function withoutLoading(functions) {
  const files = [...new Set(functions.map(([file]) => file))].filter((file) => !ENTRIES.has(file));
  const load = `await Promise.all(${JSON.stringify(files)}.map((file) => import('${dist}/' + file)))`;
  const { output } = spawnSync(process.execPath, ['-r', PRELOADED, '--input-type=module', '-e', load], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  const loading = new Set(JSON.parse(output[3]).map(String));
  return functions.filter((one) => !loading.has(String(one)));
}

/** What runs a program when it is loaded. */
const ENTRIES = new Set(['main.js', 'registry-worker.js', 'utility-process.js']);

const rows = [];

function count(name, functions, most) {
  const files = filesOf(functions);
  rows.push([name, files.length, most]);
  if (values.list) console.log(`\n${name}\n  ${files.join('\n  ')}`);
}

const home = join(folder, 'home');
const env = { ...process.env, HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
const main = join(dist, 'main.js');

async function measureService() {
  const registry = join(folder, 'assets/sample-registry');
  const url = `http://127.0.0.1:${await freePort()}`;
  const args = ['serve', '-r', registry, '-p', new URL(url).port, '--log-level', 'error'];
  const child = fork(main, args, { env, execArgv: ['-r', PRELOADED] });
  const ran = async () => {
    const { own, other } = await reply(child, 'ran');
    return [...own, ...other];
  };
  const get = async (path) => (await fetch(url + path)).text();
  const isUp = () => get('/health').catch(() => undefined);
  while ((await isUp()) === undefined) await setTimeout(20);
  const { own } = await reply(child, 'ran');
  count('start, until /health, on the thread that serves', withoutLoading(own), 76);
  const callTool = async (args) => {
    const params = { name: 'get_skill', arguments: args };
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    return response.text();
  };
  const key = 'go/jackc/pgx';
  const requests = [
    ['GET /v1/find', 25, () => get('/v1/find?q=pool+runs+out+of+connections')],
    [
      'GET /v1/find with explain=1',
      undefined,
      () => get('/v1/find?q=pool+runs+out+of+connections&explain=1'),
    ],
    ['GET /v1/skills/…', 16, () => get(`/v1/skills/${key}`)],
    ['GET /v1/skills/…/safety.md', undefined, () => get(`/v1/skills/${key}/safety.md`)],
    ['get_skill over MCP', 30, () => callTool({ key })],
    ['get_skill over MCP with a query', undefined, () => callTool({ key, query: 'pool runs out' })],
  ];
  while (JSON.parse(await get('/v1/status')).checking !== undefined) await setTimeout(200);
  await setTimeout(EDIT_MS);
  const measure = async (name, most, ask) => {
    await ask();
    const times = [];
    for (let time = 0; time < TIMES; time += 1) {
      await ran();
      await ask();
      times.push(await ran());
    }
    // What looks at the folder each second, and what writes counts of reads, runs beside some.
    const [least] = times.sort((a, b) => filesOf(a).length - filesOf(b).length);
    count(name, least, most);
  };
  for (const request of requests) await measure(...request);
  const file = join(registry, 'skills', key, 'safety.md');
  await measure('an edit, with the answer that shows it', 60, async () => {
    appendFileSync(file, '\nClose the rows.\n');
    await setTimeout(EDIT_MS);
    await get(`/v1/skills/${key}/safety.md`);
  });
  child.kill();
}

function measureConnect() {
  mkdirSync(join(home, '.cursor'), { recursive: true });
  const { output } = spawnSync(process.execPath, ['-r', PRELOADED, main, 'connect', 'cursor', '--write'], {
    env,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  count('connect cursor --write', withoutLoading(JSON.parse(output[3])), 26);
}

try {
  await buildReadable();
  await measureService();
  measureConnect();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log('\n| | files that run | at most |\n|---|---|---|');
for (const [name, files, most = ''] of rows) console.log(`| ${name} | ${files} | ${most} |`);
