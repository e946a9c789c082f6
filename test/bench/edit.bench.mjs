/**
 * What edits cost, as ratios of one run: one edit at 100, 1,000 and 10,000 skills, and 400 skills changed at once beside 40.
 * Processor time is of the whole process (the thread that reads and the one that serves), without what it uses idle,
 * until it is quiet again. Served means answered by `/v1/skills/{key}/safety.md`; `/health` is asked every 5 ms meanwhile.
 *
 *   npm run bench -- edit [--skills 100,1000,10000] [--changes 1,40,400] [--rounds 5]
 *
 * Registries are made once, in .bench/; a run puts back what it edits. Needs a build.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median } from '../support/median.mjs';
import { generateRegistry } from './generate-registry.mjs';
import { get, startService } from './service.mjs';

const HEALTH_EVERY_MS = 5;
const QUIET_MS = 500;
const ASKED_AT_ONCE = 8;
/** Of equal size at each number of skills, so that only the number differs. */
const SHAPE = { files: 4, words: 400 };

const { values } = parseArgs({
  options: {
    skills: { type: 'string', default: '100,1000,10000' },
    changes: { type: 'string', default: '1,40,400' },
    rounds: { type: 'string', default: '5' },
  },
});
const rounds = Number(values.rounds);
const numbers = (list) => list.split(',').map(Number);
const say = (text) => console.error(`${new Date().toTimeString().slice(0, 8)} ${text}`);

/** Longest wait for `/health` while `work` runs, ms. */
async function longestHealth(url, work) {
  let longest = 0;
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await get(`${url}/health`);
      longest = Math.max(longest, performance.now() - startedAt);
      await setTimeout(HEALTH_EVERY_MS);
    }
  })();
  await work();
  isOver = true;
  await asking;
  return longest;
}

/** Processor time per ms of a process that has nothing to do, apart from answers and scans of everything. */
async function waitUntilQuiet(service, idleRate) {
  for (;;) {
    const before = await service.usage();
    const startedAt = performance.now();
    await setTimeout(QUIET_MS);
    const { cpuMicros } = await service.usage();
    if (cpuMicros - before.cpuMicros < (idleRate * 1.5 + 20) * (performance.now() - startedAt)) return;
  }
}

async function idleRateOf(service) {
  const rates = [];
  for (let round = 0; round < 5; round += 1) {
    const before = await service.usage();
    const startedAt = performance.now();
    await longestHealth(service.url, () => setTimeout(1_000));
    const { cpuMicros } = await service.usage();
    rates.push((cpuMicros - before.cpuMicros) / (performance.now() - startedAt));
  }
  // The least: behind an edit comes no scan of everything for a while.
  return Math.min(...rates);
}

/** Writes the same mark into a text of each skill, and asks each until it is served. */
async function change(service, registry, keys, idleRate) {
  const mark = `Mark ${Date.now().toString(36)}.`;
  const files = keys.map((key) => join(registry, 'skills', key, 'safety.md'));
  const texts = files.map((file) => readFileSync(file));
  // A scan of everything now: the next one comes 30 seconds later, behind the measured time.
  await get(`${service.url}/v1/diagnostics?fresh=1`);
  await waitUntilQuiet(service, idleRate);
  const before = await service.usage();
  const startedAt = performance.now();
  let servedMs = 0;
  const healthMs = await longestHealth(service.url, async () => {
    // One after the other without blocking: who asks for `/health` is this process, too.
    for (const [at, file] of files.entries()) await writeFile(file, `${texts[at]}\n${mark}\n`);
    const left = [...keys];
    const ask = async () => {
      for (let key = left.pop(); key !== undefined; key = left.pop())
        while (!(await get(`${service.url}/v1/skills/${key}/safety.md`)).includes(mark)) await setTimeout(20);
    };
    await Promise.all(Array.from({ length: ASKED_AT_ONCE }, ask));
    servedMs = performance.now() - startedAt;
    await waitUntilQuiet(service, idleRate);
  });
  const { cpuMicros } = await service.usage();
  const tookMs = performance.now() - startedAt;
  for (const [at, file] of files.entries()) writeFileSync(file, texts[at]);
  await setTimeout(1_000);
  await waitUntilQuiet(service, idleRate);
  return { cpuMs: (cpuMicros - before.cpuMicros - idleRate * tookMs) / 1_000, servedMs, healthMs };
}

async function measure(skills) {
  const registry = fileURLToPath(new URL(`../../.bench/edit-${skills}`, import.meta.url));
  if (!existsSync(join(registry, 'index.json'))) generateRegistry(registry, { skills, ...SHAPE });
  const keys = JSON.parse(readFileSync(join(registry, 'index.json'), 'utf8')).skills.map(({ key }) => key);
  const service = await startService([registry]);
  try {
    // A find before all words are known waits for them: on a busy machine longer than a connection may be idle.
    while (JSON.parse(await get(`${service.url}/v1/status`)).index.findMs === undefined)
      await setTimeout(500);
    await get(`${service.url}/v1/find?q=shut+down`);
    while ('checking' in JSON.parse(await get(`${service.url}/v1/status`))) await setTimeout(500);
    await waitUntilQuiet(service, 0);
    const idleRate = await idleRateOf(service);
    const rows = [];
    for (const count of numbers(values.changes).filter((many) => many <= skills)) {
      const figures = [];
      // The first is not counted: code that has never run yet is slow.
      for (let round = 0; round <= (count === 1 ? rounds : Math.min(rounds, 2)); round += 1)
        figures.push(await change(service, registry, keys.slice(round, round + count), idleRate));
      const of = (name) => median(figures.slice(1).map((one) => one[name]));
      const longest = Math.max(...figures.slice(1).map(({ healthMs }) => healthMs));
      rows.push({ skills, count, cpuMs: of('cpuMs'), servedMs: of('servedMs'), healthMs: longest });
      say(`${count} of ${skills}`);
    }
    return rows;
  } finally {
    await service.close();
  }
}

const rows = [];
for (const skills of numbers(values.skills)) rows.push(...(await measure(skills)));
const [first] = rows;
const base = (row) =>
  row.count === 1 ? first : (rows.find((one) => one.skills === row.skills && one.count === 40) ?? row);
console.log(`
${cpus().length} cores of ${cpus()[0].model}, Node ${process.versions.node}, medians. The ratio of one edit is to one edit
at ${first.skills} skills, of 400 to 40 at the same number.

| Skills | changed at once | CPU, ms | ratio | served after, ms | longest \`/health\`, ms |
|---|---|---|---|---|---|`);
for (const row of rows) {
  const ratio = row.cpuMs / base(row).cpuMs;
  const cells = [row.cpuMs, undefined, row.servedMs, row.healthMs].map((ms) => ms?.toFixed(0));
  cells[1] = ratio.toFixed(1);
  console.log(`| ${[row.skills, row.count, ...cells].join(' | ')} |`);
}
process.exit();
