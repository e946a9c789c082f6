/**
 * The table of docs/performance.md: what a start costs until `/health` and until the first find, each beside a bare Node
 * program that reads the same files; memory when all is checked, and after every skill was asked; an edit until it is
 * answered, and the longest `/health` meanwhile; finds and prepared answers in processor time of the thread that serves.
 *
 *   npm run bench -- start [--skills 85,1000,10000] [--rounds 3]
 *
 * Registries are made once, in .bench/; a run puts back what it edits. Both programs take turns. Needs a build.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median } from '../support/median.mjs';
import { generateRegistry } from './generate-registry.mjs';
import { startService } from './service.mjs';

const QUESTION = '/v1/find?q=shut+down';
const HEALTH_EVERY_MS = 5;
/** Work that goes on after an edit shows still counts for this long. */
const AFTERMATH_MS = 1_000;
const EDITS = 5;
const REQUESTS = 500;
const SETTLE_MS = 4_000;

const { values } = parseArgs({
  options: {
    skills: { type: 'string', default: '85,1000,10000' },
    rounds: { type: 'string', default: '3' },
  },
});
const rounds = Number(values.rounds);
const agent = new http.Agent({ keepAlive: true });
const say = (text) => console.error(`${new Date().toTimeString().slice(0, 8)} ${text}`);

function get(url) {
  return new Promise((done, fail) => {
    http
      .get(url, { agent }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => done(Buffer.concat(chunks).toString()));
      })
      .on('error', fail);
  });
}

/** With a service that goes on running. */
async function start(registry, program) {
  const startedAt = performance.now();
  const service = await startService([registry], { program });
  await get(service.url + QUESTION);
  return { service, healthMs: service.healthMs, findMs: performance.now() - startedAt };
}

/** Until all skills are checked, and the garbage of that is collected. */
async function settle({ url }) {
  for (let isChecking = true; isChecking; ) {
    await setTimeout(500);
    isChecking = JSON.parse(await get(`${url}/v1/status`)).checking !== undefined;
  }
  await setTimeout(SETTLE_MS);
}

async function askEverySkill({ url }, keys) {
  for (const key of keys) await get(`${url}/v1/skills/${key}`);
  await setTimeout(SETTLE_MS);
}

async function measureStarts(registry, keys) {
  const starts = { service: [], reader: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const program of ['service', 'reader']) {
      const { service, healthMs, findMs } = await start(registry, program);
      const { cpuMicros } = await service.usage();
      if (program === 'service') await settle(service);
      else await setTimeout(SETTLE_MS);
      const { rssBytes, peakRssBytes } = await service.usage();
      if (program === 'service') await askEverySkill(service, keys);
      const { rssBytes: askedBytes } = await service.usage();
      await service.close();
      starts[program].push({ healthMs, findMs, cpuMicros, rssBytes, peakRssBytes, askedBytes });
    }
    say(`start ${round + 1} of ${rounds}`);
  }
  return (program, figure) => median(starts[program].map((one) => one[figure]));
}

/** The longest wait for `/health`, asked every 5 ms, while `work` runs. */
async function longestHealth(url, work) {
  let longest = 0;
  const asked = new Set();
  const timer = setInterval(() => {
    const startedAt = performance.now();
    const answer = get(`${url}/health`).then(() => {
      longest = Math.max(longest, performance.now() - startedAt);
      asked.delete(answer);
    });
    asked.add(answer);
  }, HEALTH_EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  await Promise.all(asked);
  return longest;
}

/** Writes a new word into a text, and asks until it is found. */
async function edit(url, file, round) {
  const word = `zq${'bcdfghjklm'[round]}vwxjkq${Date.now().toString(36).replace(/\d/g, 'x')}`;
  const startedAt = performance.now();
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n${word}\n`);
  while (JSON.parse(await get(`${url}/v1/find?limit=1&q=${word}`)).results.length === 0) await setTimeout(20);
  return performance.now() - startedAt;
}

async function measureEdits(url, registry, keys) {
  const edits = [];
  for (let round = 0; round < EDITS; round += 1) {
    const file = join(registry, 'skills', keys[round * 7], 'safety.md');
    const before = readFileSync(file);
    let shownMs = 0;
    const healthMs = await longestHealth(url, async () => {
      shownMs = await edit(url, file, round);
      await setTimeout(AFTERMATH_MS);
    });
    writeFileSync(file, before);
    await setTimeout(AFTERMATH_MS);
    edits.push({ shownMs, healthMs });
  }
  say(`${EDITS} edits`);
  return edits;
}

/** Processor time of the serving thread for each request, µs: the median of the rounds after the first. */
async function microsOf(service, paths) {
  const micros = [];
  for (let round = 0; round <= rounds; round += 1) {
    const before = await service.usage();
    for (let i = 0; i < REQUESTS; i += 10)
      await Promise.all(
        Array.from({ length: 10 }, (_, j) => get(service.url + paths[(i + j) % paths.length])),
      );
    const after = await service.usage();
    micros.push((after.servingMicros - before.servingMicros) / REQUESTS);
  }
  return median(micros.slice(1));
}

async function measureRequests(service, entries) {
  const find = entries
    .filter((_, i) => i % Math.ceil(entries.length / 50) === 0)
    .map(({ summary }) => `/v1/find?q=${encodeURIComponent(summary.split(' ').slice(0, 6).join(' '))}`);
  const figures = {
    find: await microsOf(service, find),
    skill: await microsOf(service, [`/v1/skills/${entries[0].key}`]),
  };
  say('requests');
  return figures;
}

function openRegistry(skills) {
  const registry = fileURLToPath(new URL(`../../.bench/start-${skills}`, import.meta.url));
  const shape = skills >= 10_000 ? { files: 4, words: 400 } : {};
  if (!existsSync(join(registry, 'index.json'))) generateRegistry(registry, { skills, ...shape });
  return registry;
}

async function measure(skills) {
  say(`${skills} skills`);
  const registry = openRegistry(skills);
  const { skills: entries } = JSON.parse(readFileSync(join(registry, 'index.json'), 'utf8'));
  const keys = entries.map(({ key }) => key);
  const of = await measureStarts(registry, keys);
  const { service } = await start(registry, 'service');
  try {
    await setTimeout(2_000);
    const idleMs = await longestHealth(service.url, () => setTimeout(2_000));
    const edits = await measureEdits(service.url, registry, keys);
    const micros = await measureRequests(service, entries);
    const ms = (value) => value.toFixed(0);
    const beside = (figure, unit = 1) =>
      `${ms(of('service', figure) / unit)} (${ms(of('reader', figure) / unit)})`;
    return [
      skills,
      beside('healthMs'),
      beside('findMs'),
      beside('cpuMicros', 1e3),
      beside('rssBytes', 1e6),
      beside('peakRssBytes', 1e6),
      ms(of('service', 'askedBytes') / 1e6),
      ms(median(edits.map(({ shownMs }) => shownMs))),
      `${ms(Math.max(...edits.map(({ healthMs }) => healthMs)))} (${ms(idleMs)})`,
      ms(micros.find),
      ms(micros.skill),
    ];
  } finally {
    await service.close();
  }
}

const rows = [];
for (const skills of values.skills.split(',').map(Number)) rows.push(await measure(skills));
console.log(`
${cpus().length} cores of ${cpus()[0].model}, Node ${process.versions.node}, medians of ${rounds}. In brackets the bare
program that reads the same files; for \`/health\` during an edit, its longest wait without one.

| Skills | until \`/health\`, ms | until the first find, ms | CPU until then, ms | memory when all is checked, MB | peak, MB | after every skill was asked, MB | edit to answer, ms | longest \`/health\`, ms | find, CPU µs | skill, CPU µs |
|---|---|---|---|---|---|---|---|---|---|---|`);
for (const cells of rows) console.log(`| ${cells.join(' | ')} |`);
process.exit();
