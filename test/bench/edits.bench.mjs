/**
 * What an edit costs those who ask meanwhile: the longest wait for `/health` after one edit, after 1,000 at once and after
 * a new index.json, and how long it takes until the edit shows.
 *
 *   npm run bench -- edits [--skills 10000,50000] [--index without,with] [--rounds 5] [--registries .bench]
 *
 * Three processes: the service, one that asks `/health` every 5 ms, and this one, which edits and looks for what it
 * wrote. Registries are made once and kept; what a run edits is put back.
 */
import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../../scripts/free-port.mjs';
import { median } from '../support/median.mjs';
import { generateRegistry } from './generate-registry.mjs';

const CHILD = fileURLToPath(new URL('./measured-child.mjs', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RHYTHM_MS = 5;
const MASS = 1_000;
/** Work that goes on after an edit shows, such as merging indexes, still counts for this long. */
const AFTERMATH_MS = 2_000;
const GIVE_UP_MS = 180_000;
/** Iterations of a fixed piece of work, whose time says how busy the machine is. */
const UNIT_STEPS = 30_000_000;

const { values } = parseArgs({
  options: {
    skills: { type: 'string', default: '10000,50000' },
    index: { type: 'string', default: 'without,with' },
    rounds: { type: 'string', default: '5' },
    registries: { type: 'string', default: join(ROOT, '.bench') },
    meter: { type: 'string' },
  },
});

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const longest = (numbers) => Math.max(...numbers);

function timeOfUnit() {
  const startedAt = performance.now();
  let sum = 0;
  for (let step = 0; step < UNIT_STEPS; step += 1) sum = (sum + step * step) % 1_000_003;
  return performance.now() - startedAt + (sum < 0 ? 1 : 0);
}

/** Over a connection of its own unless an agent is given: a service that stalls closes those that were kept. */
function get(url, agent = false) {
  return new Promise((done, fail) => {
    http
      .get(url, { agent }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () =>
          done({ status: response.statusCode, text: Buffer.concat(chunks).toString() }),
        );
      })
      .on('error', fail);
  });
}

/** The process that asks: tells the longest wait since it was asked last. */
function runMeter(url) {
  const agent = new http.Agent({ keepAlive: true });
  let worst = 0;
  const outstanding = new Set();
  setInterval(() => {
    const startedAt = performance.now();
    const asked = get(`${url}/health`, agent)
      .catch(() => {})
      .then(() => {
        worst = Math.max(worst, performance.now() - startedAt);
        outstanding.delete(asked);
      });
    outstanding.add(asked);
  }, RHYTHM_MS);
  process.on('message', async () => {
    await Promise.all(outstanding);
    process.send(worst);
    worst = 0;
  });
  process.on('disconnect', () => process.exit());
}

function reply(child, message) {
  return new Promise((done) => {
    child.once('message', done);
    child.send(message);
  });
}

async function startService(registry, userFolder) {
  const env = {
    ...process.env,
    XDG_DATA_HOME: userFolder,
    XDG_CACHE_HOME: userFolder,
    LOCALAPPDATA: userFolder,
  };
  const port = await freePort();
  const startedAt = performance.now();
  const child = fork(CHILD, ['serve', '-r', registry, '-p', String(port), '--log-level', 'error'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const answer = await get(`${url}/health`).catch(() => undefined);
    if (answer?.status === 200) break;
    if (child.exitCode !== null) throw new Error(`The service ended with code ${child.exitCode}.`);
    await pause(5);
  }
  return { child, url, healthMs: performance.now() - startedAt };
}

/** Milliseconds until the answer at `path` is as wanted. */
async function untilShown(url, path, isShown, rhythmMs) {
  const startedAt = performance.now();
  for (;;) {
    const { status, text } = await get(url + path);
    if (status === 200 && isShown(JSON.parse(text))) return performance.now() - startedAt;
    if (performance.now() - startedAt > GIVE_UP_MS) throw new Error(`${path} never showed the edit.`);
    await pause(rhythmMs);
  }
}

/** A word that no text has and that is near to no other. */
function newWord() {
  const letters = 'bcdfghjklmnpqrstvwxz';
  return Array.from({ length: 14 }, () => letters[Math.floor(Math.random() * letters.length)]).join('');
}

/** Does something and looks until it shows; the longest wait for /health meanwhile. */
async function measure(service, meter, { change, path, isShown, rhythmMs = 20 }) {
  await reply(meter, 'reset');
  change();
  const shownMs = await untilShown(service.url, path, isShown, rhythmMs);
  await pause(AFTERMATH_MS);
  return { stallMs: await reply(meter, 'report'), shownMs };
}

/** Edits files, and puts everything back at the end. */
function createEditor() {
  const originals = new Map();
  return {
    edit(file, change) {
      const text = readFileSync(file, 'utf8');
      if (!originals.has(file)) originals.set(file, text);
      writeFileSync(`${file}.new`, change(text));
      renameSync(`${file}.new`, file);
    },
    restore() {
      for (const [file, text] of originals) writeFileSync(file, text);
    },
  };
}

function textEdit(registry, editor, keys) {
  const word = newWord();
  return {
    change() {
      for (const key of keys)
        editor.edit(join(registry, 'skills', key, 'safety.md'), (text) => `${text}\n${word}\n`);
    },
    path: `/v1/find?limit=1000&q=${word}`,
    isShown: ({ results }) => results.length === keys.length,
    rhythmMs: keys.length > 1 ? 100 : 20,
  };
}

function indexEdit(registry, editor, key) {
  const word = newWord();
  return {
    change: () =>
      editor.edit(join(registry, 'index.json'), (text) => {
        const index = JSON.parse(text);
        index.version += 1;
        index.skills.find((entry) => entry.key === key).summary = `Says ${word}.`;
        return JSON.stringify(index, null, 2);
      }),
    path: `/v1/search?q=${word}`,
    isShown: ({ results }) => results.length > 0,
  };
}

async function measureRegistry(registry, keys, hasIndex) {
  const userFolder = mkdtempSync(join(tmpdir(), 'skills-registry-bench-'));
  const editor = createEditor();
  const units = [timeOfUnit()];
  const service = await startService(registry, userFolder);
  const meter = fork(fileURLToPath(import.meta.url), ['--meter', service.url]);
  try {
    // The find index first: building it has nothing to do with edits.
    await get(`${service.url}/v1/find?q=shut+down`);
    await pause(5_000);
    await reply(meter, 'reset');
    await pause(3_000);
    const idleMs = await reply(meter, 'report');
    const single = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      single.push(await measure(service, meter, textEdit(registry, editor, [keys[round * 7]])));
      units.push(timeOfUnit());
    }
    const mass = await measure(service, meter, textEdit(registry, editor, keys.slice(100, 100 + MASS)));
    const index = hasIndex ? await measure(service, meter, indexEdit(registry, editor, keys[3])) : undefined;
    const { peakRssBytes } = await reply(service.child, { ask: 'usage' });
    return { healthMs: service.healthMs, idleMs, single, mass, index, peakRssBytes, unitMs: median(units) };
  } finally {
    meter.kill();
    service.child.kill('SIGTERM');
    await new Promise((done) => service.child.once('exit', done));
    editor.restore();
    rmSync(userFolder, { recursive: true, force: true });
  }
}

/** The registry of so many skills; its index.json is put aside where there shall be none. */
function openRegistry(skills) {
  const registry = resolve(values.registries, `edits-${skills}`);
  const index = join(registry, 'index.json');
  const aside = join(registry, 'index.json.aside');
  if (existsSync(aside)) renameSync(aside, index);
  if (!existsSync(index)) generateRegistry(registry, { skills, files: 4, words: 150 });
  const keys = JSON.parse(readFileSync(index, 'utf8')).skills.map(({ key }) => key);
  return {
    registry,
    keys,
    setIndex: (wanted) => (wanted ? {} : renameSync(index, aside)),
    close: () => existsSync(aside) && renameSync(aside, index),
  };
}

async function main() {
  const ms = (value) => value.toFixed(0);
  console.log(
    `${cpus()[0].model}, ${cpus().length} cores, ${(totalmem() / 1e9).toFixed(0)} GB, Node ${process.versions.node}\n`,
  );
  console.log(
    'Longest wait for /health in ms (one edit: median and longest of the rounds), and until the edit shows. The unit is a fixed piece of work in this process: how busy the machine is.\n',
  );
  console.log(
    '| skills | index.json | cold /health | idle | one edit | shows | 1,000 edits | show | index.json | shows | peak, MB | unit |\n|---|---|---|---|---|---|---|---|---|---|---|---|',
  );
  for (const skills of values.skills.split(',').map(Number)) {
    for (const kind of values.index.split(',')) {
      const { registry, keys, setIndex, close } = openRegistry(skills);
      setIndex(kind === 'with');
      try {
        const { healthMs, idleMs, single, mass, index, peakRssBytes, unitMs } = await measureRegistry(
          registry,
          keys,
          kind === 'with',
        );
        const stalls = single.map(({ stallMs }) => stallMs);
        const cells = [
          skills,
          kind,
          ms(healthMs),
          ms(idleMs),
          `${ms(median(stalls))}, ${ms(longest(stalls))}`,
          ms(median(single.map(({ shownMs }) => shownMs))),
          ms(mass.stallMs),
          ms(mass.shownMs),
          index === undefined ? '' : ms(index.stallMs),
          index === undefined ? '' : ms(index.shownMs),
          ms(peakRssBytes / 1e6),
          ms(unitMs),
        ];
        console.log(`| ${cells.join(' | ')} |`);
      } finally {
        close();
      }
    }
  }
}

if (values.meter === undefined) await main();
else runMeter(values.meter);
