/**
 * `npm run bench -- find [--skills 85,1000] [--peers all|none|minisearch,…]`: our find beside search libraries, on the
 * same texts and queries. Each engine runs in a process of its own.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ENGINES, PEERS_FOLDER } from './find-engines.mjs';
import { createRandom, skillGenerator } from './generate-registry.mjs';

const QUERIES = 200;
const ROUNDS = 5;

const { values } = parseArgs({
  options: {
    skills: { type: 'string', default: '85,1000' },
    peers: { type: 'string', default: 'all' },
    engine: { type: 'string' },
  },
});

function itemOf({ files, entry }) {
  const { key, name, language, tags, summary, trust_score: trustScore } = entry;
  const document = { key, name, language, tags, summary, trustScore, symptoms: [], packages: [] };
  const texts = files;
  document.files = [...files.keys()].map((path) => ({ path }));
  const content = [...files.values()].join('\n');
  return { id: key, document, texts, name, tags: tags.join(' '), summary, content };
}

/** Runs of words as they stand in the texts: the same for every engine. */
function makeQueries(items) {
  const random = createRandom(20_260_101);
  return Array.from({ length: QUERIES }, () => {
    const { texts } = items[Math.floor(random() * items.length)];
    const words = texts.get('overview.md').match(/[A-Za-z]+/g);
    const start = Math.floor(random() * Math.max(1, words.length - 12));
    return words.slice(start, start + 6 + Math.floor(random() * 6)).join(' ');
  });
}

function heldBytes() {
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function measure(name, skills) {
  const shape = skills >= 10_000 ? { files: 4, words: 400 } : {};
  const items = Array.from({ length: skills }, (_, number) => number)
    .map(skillGenerator(shape))
    .map(itemOf);
  const queries = makeQueries(items);
  const engine = await ENGINES[name]();
  const before = heldBytes();
  const startedAt = performance.now();
  const find = engine(items);
  const buildMs = Math.round(performance.now() - startedAt);
  const megabytes = Math.round((heldBytes() - before) / 1e6);
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of queries) {
      const askedAt = performance.now();
      find(query);
      if (round > 0) times.push(performance.now() - askedAt);
    }
  }
  times.sort((a, b) => a - b);
  const at = (share) => Math.round(1000 * times[Math.floor(times.length * share)]);
  return { buildMs, megabytes, p50: at(0.5), p95: at(0.95) };
}

function measureApart(name, skills) {
  const args = ['--expose-gc', '--max-old-space-size=6000', fileURLToPath(import.meta.url)];
  const child = spawnSync(process.execPath, [...args, '--engine', name, '--skills', String(skills)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Some library greets on standard output when it is loaded; the result is the last line.
  return child.status === 0 ? JSON.parse(child.stdout.trim().split('\n').at(-1)) : undefined;
}

function compare(skills, names) {
  console.log(`\n${skills} skills          build ms      MB   p50 µs   p95 µs   p50 to ours`);
  let own;
  for (const name of names) {
    const result = measureApart(name, skills);
    own ??= result;
    const cells =
      result === undefined ? ['failed'] : [...Object.values(result), (result.p50 / own.p50).toFixed(1)];
    console.log([name.padEnd(18), ...cells.map((cell) => String(cell).padStart(8))].join(' '));
  }
}

if (values.engine !== undefined) {
  console.log(JSON.stringify(await measure(values.engine, Number(values.skills))));
} else {
  const wanted = values.peers.split(',');
  const names = Object.keys(ENGINES).filter(
    (name) => name === 'ours' || values.peers === 'all' || wanted.includes(name),
  );
  if (names.length > 1 && !existsSync(join(PEERS_FOLDER, 'node_modules'))) {
    cpSync(fileURLToPath(new URL('peers', import.meta.url)), PEERS_FOLDER, { recursive: true });
    spawnSync('npm', ['ci'], { cwd: PEERS_FOLDER, stdio: 'inherit', shell: process.platform === 'win32' });
  }
  for (const skills of values.skills.split(',').map(Number)) compare(skills, names);
}
