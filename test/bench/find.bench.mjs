/**
 * `npm run bench -- find [--skills 85,1000] [--peers all|none|minisearch,…]`: our find against search libraries, on the same texts
 * and queries. Each engine runs in a process of its own; its build time, the memory it keeps and the time of a query
 * are printed, and ratios to ours. With 10,000 skills some peers take minutes and gigabytes.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generateRegistry } from './generate-registry.mjs';
import { loadDocuments } from './load-documents.mjs';
import { loadPeer, PEERS, PEERS_FOLDER } from './search-peers.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');
const QUERIES = 200;
const ROUNDS = 5;

const { values } = parseArgs({
  options: {
    skills: { type: 'string', default: '85,1000' },
    peers: { type: 'string', default: 'all' },
    engine: { type: 'string' },
    registry: { type: 'string' },
  },
});

/** Runs of words as they stand in the texts: the same for every engine. */
function makeQueries(documents) {
  let state = 20_260_101;
  const random = (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state % below;
  };
  return Array.from({ length: QUERIES }, () => {
    const document = documents[random(documents.length)];
    const words = readFileSync(join(document.directory, 'overview.md'), 'utf8').match(/[A-Za-z]+/g) ?? [];
    const start = random(Math.max(1, words.length - 12));
    return words.slice(start, start + 6 + random(6)).join(' ');
  });
}

async function ours(documents) {
  const { bundleSearch } = await import('./search-bundle.mjs');
  const search = await bundleSearch();
  globalThis.gc();
  const before = heldBytes();
  const startedAt = performance.now();
  const index = await search.indexDocuments(documents);
  const buildMs = performance.now() - startedAt;
  globalThis.gc();
  const bytes = heldBytes() - before;
  const ranking = new search.FindRanking(search.WEIGHTS);
  const toWord = search.rememberWords();
  const find = (query) => {
    const resolved = search.resolveQuery(index, search.parseQuery(query, toWord), search.WEIGHTS);
    return ranking.rank(index, resolved, { limit: 10 });
  };
  return { buildMs, find, bytes };
}

/** Peers get the texts from memory; ours reads its files itself, and that counts. */
async function peer(name, documents) {
  const items = documents.map((document) => ({
    id: document.key,
    name: document.name,
    tags: document.tags.join(' '),
    summary: document.summary,
    content: document.files
      .map(({ path }) => readFileSync(join(document.directory, path), 'utf8'))
      .join('\n'),
  }));
  const engine = await loadPeer(name);
  globalThis.gc();
  const before = heldBytes();
  const startedAt = performance.now();
  const find = await engine(items);
  const buildMs = performance.now() - startedAt;
  globalThis.gc();
  return { buildMs, find, bytes: heldBytes() - before };
}

function heldBytes() {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function measure(name, registry) {
  const documents = loadDocuments(registry);
  const queries = makeQueries(documents);
  const { buildMs, find, bytes } = name === 'ours' ? await ours(documents) : await peer(name, documents);
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of queries) {
      const startedAt = performance.now();
      await find(query);
      if (round > 0) times.push(performance.now() - startedAt);
    }
  }
  times.sort((a, b) => a - b);
  const at = (share) => Math.round(1000 * times[Math.floor(times.length * share)]);
  return {
    buildMs: Math.round(buildMs),
    megabytes: Math.round(bytes / 1e5) / 10,
    p50: at(0.5),
    p95: at(0.95),
  };
}

function measureApart(name, registry) {
  const args = ['--expose-gc', '--max-old-space-size=6000', fileURLToPath(import.meta.url)];
  const child = spawnSync(process.execPath, [...args, '--engine', name, '--registry', registry], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Some library greets on standard output when it is loaded; the result is the last line.
  return child.status === 0 ? JSON.parse(child.stdout.trim().split('\n').at(-1)) : undefined;
}

function compare(skills, names) {
  const registry = join(root, '.bench', `registry-${skills}`);
  const shape = skills >= 10_000 ? { files: 4, words: 400 } : {};
  if (!existsSync(join(registry, 'index.json'))) generateRegistry(registry, { skills, ...shape });
  console.log(`\n${skills} skills          build ms      MB   p50 µs   p95 µs   p50 to ours`);
  let own;
  for (const name of names) {
    const result = measureApart(name, registry);
    own ??= result;
    const cells =
      result === undefined
        ? ['failed']
        : [result.buildMs, result.megabytes, result.p50, result.p95, (result.p50 / own.p50).toFixed(1)];
    console.log([name.padEnd(18), ...cells.map((cell) => String(cell).padStart(8))].join(' '));
  }
}

if (values.engine !== undefined) {
  console.log(JSON.stringify(await measure(values.engine, values.registry)));
} else {
  const peers = Object.keys(PEERS).filter(
    (name) => values.peers === 'all' || values.peers.split(',').includes(name),
  );
  if (peers.length > 0 && !existsSync(join(PEERS_FOLDER, 'node_modules'))) {
    // Their pages and tests are none of ours, so they aren't put among these.
    cpSync(join(here, 'peers'), PEERS_FOLDER, { recursive: true });
    spawnSync('npm', ['ci'], {
      cwd: PEERS_FOLDER,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
  }
  for (const skills of values.skills.split(',').map(Number)) compare(skills, ['ours', ...peers]);
}
