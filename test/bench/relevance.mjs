/**
 * `npm run relevance`: how good the answers of find and search are, by judged queries: over the sample registry, and over a
 * registry of 85 skills where it lies beside the project. relevance/README.md says how each set came about.
 *
 *   node test/bench/relevance.mjs [--misses] [--held-out]
 *
 * Held-out sets are answered once everything is chosen, and only with `--held-out`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/free-port.mjs';
import { canonicaliser, judge, mean, standardError } from './judge-ranking.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shared = join(root, '../shared');
const own = join(root, 'test/bench/relevance');
const given = join(shared, 'relevance');
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

/** Registries, and the sets that are asked of each. */
const RUNS = [
  { registry: join(root, 'assets/sample-registry'), files: [join(own, 'sample.json')] },
  {
    registry: join(shared, 'real-registry'),
    files: [
      join(given, 'find-dev.json'),
      join(given, 'find-dev2.json'),
      join(own, 'find-held-out.json'),
      join(own, 'questions.json'),
      ...(process.argv.includes('--held-out') ? [join(own, 'questions-held-out.json')] : []),
      join(given, 'search-dev.json'),
      join(own, 'search-held-out.json'),
    ],
  },
];

/** Serves the registry with folders of its own, so that nothing of the user's is touched. */
async function serve(registry) {
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
    const keys = (await response.json()).results.map(({ key }) => key);
    rows.push({ ...query, keys, ...judge(query, keys, canon) });
  }
  return rows;
}

/** A line for each class and for all, each figure with its standard error. */
function print(title, rows) {
  const columns = ['ndcg10', 'success1', 'recall10', ...(rows.some((row) => 'pass' in row) ? ['pass'] : [])];
  console.log(`\n| ${[title, 'queries', ...columns].join(' | ')} |\n|${'---|'.repeat(columns.length + 2)}`);
  for (const name of [...new Set(rows.map((row) => row.class)), 'all']) {
    const those = rows.filter((row) => name === 'all' || row.class === name);
    const cells = columns.map((column) => {
      const values = those.map((row) => row[column]);
      return `${mean(values).toFixed(3)} ± ${standardError(values).toFixed(3)}`;
    });
    console.log(`| ${[name, those.length, ...cells].join(' | ')} |`);
  }
  if (!showMisses) return;
  for (const row of rows.filter(({ pass, success1 }) => (pass ?? success1) < 1))
    console.log(`${row.query}\n    ${row.keys.slice(0, 4).join(', ')}`);
}

const built = spawnSync(process.execPath, ['scripts/build.mjs', 'server'], { cwd: root, stdio: 'inherit' });
if (built.status !== 0) process.exit(1);
for (const { registry, files } of RUNS) {
  if (!existsSync(registry)) {
    console.log(`\nSkipped: ${basename(registry)} is not beside this project.`);
    continue;
  }
  const server = await serve(registry);
  try {
    for (const file of files.filter((path) => existsSync(path)))
      print(basename(file, '.json'), await score(server.base, file));
  } finally {
    await server.close();
  }
}
if (existsSync(join(given, 'find-dev.json'))) {
  console.log('\nfind-dev, others                         nDCG@10  success@1');
  for (const [name, ndcg, success] of BASELINES)
    console.log(`${name.padEnd(40)} ${ndcg.toFixed(3)}    ${success.toFixed(3)}`);
}
