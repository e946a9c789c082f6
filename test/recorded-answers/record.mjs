/**
 * Compares the answers of the built service with the recorded ones in this folder, over the sample, a messy registry
 * and, if present, the shared registry of real skills. `--write` records anew, `--cli FILE` asks another build.
 * `npm run build` first. Exit 1 if an answer differs.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lutimesSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeMessyRegistry } from './make-messy-registry.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');
const { values } = parseArgs({ options: { write: { type: 'boolean' }, cli: { type: 'string' } } });
const cli = values.cli ?? join(root, 'dist/server/skills-registry.cjs');

const SAMPLE = join(root, 'assets/sample-registry');
const REAL = join(root, '../shared/real-registry');
const REGISTRIES = {
  sample: (folder) => cpSync(SAMPLE, folder, { recursive: true }),
  messy: makeMessyRegistry,
  ...(existsSync(REAL) && { real: (folder) => cpSync(REAL, folder, { recursive: true }) }),
};

const queriesOf = (name) =>
  JSON.parse(readFileSync(join(root, `test/bench/relevance/${name}.json`), 'utf8')).queries.map(
    ({ query }) => query,
  );
const FINDS = ['find-held-out', 'questions', 'messages', 'sample'].flatMap((name) =>
  queriesOf(name).slice(0, 25),
);
const SEARCHES = [
  ...queriesOf('search-held-out'),
  ...FINDS.flatMap((query) => query.split(/\s+/).slice(0, 2)).slice(0, 85),
];

/** Times of files decide between index.json and skill.json: the same in each run. */
function stopTheClock(folder) {
  const time = new Date('2026-02-01T00:00:00Z');
  for (const name of readdirSync(folder, { recursive: true })) lutimesSync(join(folder, name), time, time);
}

async function startService(registry, home) {
  const env = {
    ...process.env,
    HOME: home,
    XDG_DATA_HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
  };
  const child = spawn(process.execPath, [cli, 'serve', '-r', registry, '--port', '0'], { env });
  child.stderr.resume();
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += chunk;
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
    if (address !== undefined) return { address, stop: () => child.kill() };
  }
  throw new Error(`No address was printed: ${printed}`);
}

const digest = (text) => createHash('sha256').update(text).digest('hex').slice(0, 24);

/** Token counts come when they are known: not part of the answer that is compared. */
function stableBody(type, text) {
  if (!type.startsWith('application/json')) return text;
  const { _tokens, _tokens_estimated, ...body } = JSON.parse(text);
  return JSON.stringify(body);
}

const scoresOf = ({ key, _score, score, raw_score: raw }) =>
  `${key}=${_score ?? `${score}/${raw.toFixed(3)}`}`;

/** @returns a line: address, status, type, and what the body holds */
async function ask(address, path, init) {
  const answer = await fetch(`${address}${path}`, init);
  const type = answer.headers.get('content-type') ?? '-';
  const text = await answer.text();
  const head = `${init?.method ?? 'GET'} ${path} ${answer.status} ${type}`;
  if (init?.method === 'HEAD') return `${head} etag=${answer.headers.has('etag')}`;
  if (answer.status >= 400) return `${head} ${text}`;
  const results = /^\/v1\/(?:find|search)/.test(path) ? JSON.parse(text).results : undefined;
  return `${head} ${results === undefined ? digest(stableBody(type, text)) : results.map(scoresOf).join(' ')}`;
}

async function recordAnswers(address) {
  const list = await (await fetch(`${address}/v1/skills`)).json();
  const keys = list.skills.map(({ key }) => `/v1/skills/${key.split('/').map(encodeURIComponent).join('/')}`);
  const lines = [`version ${list.version}, ${list.updated_at}`];
  const add = async (path, init) => lines.push(await ask(address, path, init));

  await add('/v1/skills');
  await add('/v1/skills', { method: 'HEAD' });
  for (const key of keys) {
    await add(key);
    await add(key, { method: 'HEAD' });
    const { _contents: contents } = await (await fetch(`${address}${key}`)).json();
    for (const name of Object.keys(contents)) await add(`${key}/${encodeURIComponent(name)}`);
    for (const name of [
      'overview',
      'pitfalls',
      'leads-out.md',
      'leads-inside',
      '.hidden',
      'nothing',
      'skill.json',
    ]) {
      await add(`${key}/${name}`);
    }
  }
  for (const query of SEARCHES) await add(`/v1/search?q=${encodeURIComponent(query)}`);
  for (const query of FINDS) await add(`/v1/find?q=${encodeURIComponent(query)}&limit=5`);
  for (const path of [
    ...[
      '/v1/search',
      '/v1/search?q=',
      '/v1/search?q=%20',
      '/v1/search?q=a&q=b',
      `/v1/search?q=${'a'.repeat(1001)}`,
    ],
    ...['/v1/find', '/v1/find?q=', '/v1/find?q=a&limit=0', '/v1/find?q=a&limit=1001', '/v1/find?q=a&limit=x'],
    ...['/v1/find?q=a&lang=cobol', '/v1/find?q=%21%21', '/v1/search?q=%21%21', '/v1/find?q=socket&lang=js'],
    ...[
      '/v1/skills/js/no/body',
      '/v1/skills/cobol/no/body',
      '/v1/skills/js/no/body/pitfalls',
      '/v1/nothing',
      '/v2',
    ],
  ]) {
    await add(path);
  }
  await add('/v1/skills', { method: 'DELETE' });
  await add('/v1/skills', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
  await add('/v1/skills', { headers: { origin: 'http://example.com' } });
  return `${lines.join('\n')}\n`;
}

let differing = 0;
for (const [name, make] of Object.entries(REGISTRIES)) {
  const home = mkdtempSync(join(tmpdir(), 'recorded-answers-'));
  const registry = join(home, 'registry');
  make(registry);
  stopTheClock(registry);
  const service = await startService(registry, home);
  try {
    const answers = (await recordAnswers(service.address)).replaceAll(home, '<home>');
    const file = join(here, `${name}.txt`);
    if (values.write) writeFileSync(file, answers);
    const recorded = readFileSync(file, 'utf8').split('\n');
    const changed = answers.split('\n').filter((line) => !recorded.includes(line));
    const gone = recorded.filter((line) => !answers.split('\n').includes(line));
    differing += changed.length + gone.length;
    for (const line of gone) console.log(`- ${line}`);
    for (const line of changed) console.log(`+ ${line}`);
    console.log(
      `${name}: ${recorded.length - 1} recorded answers, ${changed.length} changed, ${gone.length} gone`,
    );
  } finally {
    service.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
if (!existsSync(REAL)) console.log('The shared registry of real skills is not here: not compared.');
process.exitCode = differing === 0 ? 0 : 1;
