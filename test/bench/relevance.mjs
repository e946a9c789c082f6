/**
 * `npm run relevance`: how good the answers of find and search are, by judged queries over a registry of 85 skills. Both
 * lie beside the project, where they lie at all; the queries of relevance/ are our own, and no weight was chosen by them.
 *
 *   node test/bench/relevance.mjs [--misses]
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePort } from '../../scripts/free-port.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shared = join(root, '../shared');
const registry = join(shared, 'real-registry');
const scorer = join(shared, 'relevance/score.mjs');
const showMisses = process.argv.includes('--misses');

/** nDCG@10 and success@1 of others on the first set, as they were measured once. */
const BASELINES = [
  ['TF-IDF with raw frequencies', 0.713, 0.5],
  ['minisearch 7, defaults', 0.852, 0.8],
  ['minisearch 7, tuned', 0.899, 0.9],
  ['lunr 2, defaults', 0.833, 0.733],
  ['flexsearch 0.8, suggest', 0.714, 0.517],
  ['orama 3, stemming and boosts', 0.606, 0.417],
];

if (!existsSync(registry) || !existsSync(scorer)) {
  console.log('Skipped: the judged registry is not beside this project.');
  process.exit(0);
}

const { aggregate, canonicaliser, judge, keysOf } = await import(pathToFileURL(scorer).href);

/** Serves the registry with folders of its own, so that nothing of the user's is touched. */
async function serve() {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'skills-relevance-'));
  const env = { ...process.env, XDG_CACHE_HOME: folder, XDG_DATA_HOME: folder };
  const args = ['dist/server/skills-registry.js', 'serve', '--port', String(port), '--registry', registry];
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const base = `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt += 1) {
    const isUp = await fetch(`${base}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    if (child.exitCode !== null || attempt > 300) throw new Error('The server did not start.');
    await setTimeout(100);
  }
  return {
    base,
    async close() {
      child.kill();
      await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function score(base, file) {
  const { kind, queries, aliases } = JSON.parse(readFileSync(file, 'utf8'));
  const canon = canonicaliser(aliases);
  const rows = [];
  for (const query of queries) {
    const url = `${base}/v1/${kind}?q=${encodeURIComponent(query.query)}${kind === 'find' ? '&limit=10' : ''}`;
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    const keys = keysOf(await response.json());
    rows.push({ ...query, keys, ...judge(query, keys, canon) });
  }
  return rows;
}

function print(title, rows) {
  const { overall, classes } = aggregate(rows);
  const columns = ['n', 'ndcg10', 'mrr10', 'recall10', 'success1', ...('pass' in overall ? ['pass'] : [])];
  console.log(`\n${title}\n${['class', ...columns].map((name) => name.padEnd(10)).join('  ')}`);
  for (const [name, row] of [...Object.entries(classes), ['all', overall]]) {
    const cells = columns.map((column) => (column === 'n' ? String(row.n) : row[column].toFixed(3)));
    console.log([name, ...cells].map((cell) => cell.padEnd(10)).join('  '));
  }
  const misses = rows.filter((row) => (row.pass ?? row.success1) < 1);
  if (showMisses)
    for (const row of misses) console.log(`${row.query}\n    ${row.keys.slice(0, 4).join(', ')}`);
  return overall;
}

const built = spawnSync(process.execPath, ['scripts/build.mjs', 'server'], { cwd: root, stdio: 'inherit' });
if (built.status !== 0) process.exit(1);
const server = await serve();
try {
  const own = join(root, 'test/bench/relevance');
  const find = print(
    'find, given queries',
    await score(server.base, join(shared, 'relevance/find-dev.json')),
  );
  print('find, our own queries', await score(server.base, join(own, 'find-held-out.json')));
  print('search, given keywords', await score(server.base, join(shared, 'relevance/search-dev.json')));
  print('search, our own keywords', await score(server.base, join(own, 'search-held-out.json')));
  console.log('\nfind, given queries, against others      nDCG@10  success@1');
  for (const [name, ndcg, success] of [['this service', find.ndcg10, find.success1], ...BASELINES]) {
    console.log(`${name.padEnd(40)} ${ndcg.toFixed(3)}    ${success.toFixed(3)}`);
  }
} finally {
  await server.close();
}
