/**
 * The tables of docs/performance.md: what a start costs until `/health` and until the first find, each beside a bare Node
 * program that reads the same files; memory when all is checked, and after every skill was asked; an edit until it is
 * answered, and the longest `/health` meanwhile; finds and prepared answers in processor time of the thread that serves,
 * beside a bare server that sends the same bytes; commands beside `node -e 0`.
 *
 *   npm run bench -- start [--skills 85,1000,10000] [--registry <folder>] [--rounds 3]
 *
 * A registry of your own is measured first, and not edited.

 * Registries are made once, in .bench/; a run puts back what it edits. Both programs take turns. Needs a build.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median } from '../support/median.mjs';
import { generateRegistry } from './generate-registry.mjs';
import { get, microsOfProgram, startBare, startService } from './service.mjs';

const QUESTION = '/v1/find?q=shut+down';
const HEALTH_EVERY_MS = 5;
/** Work that goes on after an edit shows still counts for this long. */
const AFTERMATH_MS = 1_000;
const EDITS = 5;
const REQUESTS = 300;
/** Fewer of an answer as large as a list of 10,000 skills. */
const LARGE_REQUESTS = 30;
const WARM_ROUNDS = 2;
const REQUEST_ROUNDS = 5;
const SETTLE_MS = 4_000;
const COMMAND_ROUNDS = 7;

const { values } = parseArgs({
  options: {
    skills: { type: 'string', default: '85,1000,10000' },
    rounds: { type: 'string', default: '3' },
    registry: { type: 'string' },
  },
});
/** Of a start; one is enough where it takes minutes. */
const roundsOf = (skills) => (skills >= 10_000 ? 1 : Number(values.rounds));
const say = (text) => console.error(`${new Date().toTimeString().slice(0, 8)} ${text}`);

/** With a service that goes on running. */
async function start(registry, program) {
  const startedAt = performance.now();
  const service = await startService([registry], { program });
  const { cpuMicros: healthCpu } = await service.usage();
  await get(service.url + QUESTION);
  const findMs = performance.now() - startedAt;
  const { cpuMicros: findCpu, readMs } = await service.usage();
  return { service, healthMs: service.healthMs, findMs, healthCpu, findCpu, readMs };
}

/** Until all skills are checked, and the garbage of that is collected. */
async function settle({ url }) {
  for (let isChecking = true; isChecking; ) {
    await setTimeout(500);
    isChecking = JSON.parse(await get(`${url}/v1/status`)).checking !== undefined;
  }
  await setTimeout(SETTLE_MS);
}

async function scanMsOf({ url }) {
  return JSON.parse(await get(`${url}/v1/status`)).index.loadMs;
}

async function askEverySkill({ url }, keys) {
  for (const key of keys) await get(`${url}/v1/skills/${key}`);
  await setTimeout(SETTLE_MS);
}

async function measureStarts(registry, keys) {
  const rounds = roundsOf(keys.length);
  const starts = { service: [], reader: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const program of ['service', 'reader']) {
      const nodeMicros = microsOfProgram(['-e', '0']);
      const { service, readMs, healthCpu, findCpu, ...times } = await start(registry, program);
      if (program === 'service') await settle(service);
      else await setTimeout(SETTLE_MS);
      const scanMs = program === 'service' ? await scanMsOf(service) : readMs;
      const { rssBytes, peakRssBytes } = await service.usage();
      if (program === 'service') await askEverySkill(service, keys);
      const { rssBytes: askedBytes } = await service.usage();
      await service.close();
      const cpu = { health: healthCpu / nodeMicros, find: findCpu / nodeMicros };
      starts[program].push({ ...times, ...cpu, scanMs, rssBytes, peakRssBytes, askedBytes });
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

/** Processor time of the serving thread for each request, µs. */
async function microsOf(service, paths, requests = REQUESTS) {
  const before = await service.usage();
  for (let i = 0; i < requests; i += 10)
    await Promise.all(Array.from({ length: 10 }, (_, j) => get(service.url + paths[(i + j) % paths.length])));
  const after = await service.usage();
  return (after.servingMicros - before.servingMicros) / requests;
}

/** The first measurements are of code that is not optimized yet, and don't count. */
async function inRounds(measureOnce) {
  const all = [];
  for (let round = 0; round < WARM_ROUNDS + REQUEST_ROUNDS; round += 1) all.push(await measureOnce());
  return median(all.slice(WARM_ROUNDS));
}

async function measureRequests(service, entries) {
  const find = entries
    .filter((_, i) => i % Math.ceil(entries.length / 50) === 0)
    .map(({ summary }) => `/v1/find?q=${encodeURIComponent(summary.split(' ').slice(0, 6).join(' '))}`);
  const findMicros = await inRounds(() => microsOf(service, find));
  const explaining = find.map((path) => `${path}&explain=1`);
  const explained = await inRounds(() => microsOf(service, explaining));
  const { key } = entries[0];
  const prepared = ['/health', '/v1/skills', `/v1/skills/${key}`, `/v1/skills/${key}/overview.md`];
  const bare = await startBare(service, prepared);
  const ratios = [];
  // Side by side, since the speed of a machine drifts.
  for (const path of prepared) {
    const requests = path === '/v1/skills' && entries.length >= 10_000 ? LARGE_REQUESTS : REQUESTS;
    ratios.push(
      await inRounds(
        async () => (await microsOf(service, [path], requests)) / (await microsOf(bare, [path], requests)),
      ),
    );
  }
  bare.close();
  say('requests');
  return { find: findMicros, explained: explained / findMicros, prepared: ratios };
}

function openRegistry(skills) {
  const registry = fileURLToPath(new URL(`../../.bench/start-${skills}`, import.meta.url));
  const shape = skills >= 10_000 ? { files: 4, words: 400 } : {};
  if (!existsSync(join(registry, 'index.json'))) generateRegistry(registry, { skills, ...shape });
  return registry;
}

async function measure(name, registry, isOurs = true) {
  say(`${name} skills`);
  const { skills: entries } = JSON.parse(readFileSync(join(registry, 'index.json'), 'utf8'));
  const keys = entries.map(({ key }) => key);
  const of = await measureStarts(registry, keys);
  const { service } = await start(registry, 'service');
  try {
    await setTimeout(2_000);
    const idleMs = await longestHealth(service.url, () => setTimeout(2_000));
    const edits = isOurs ? await measureEdits(service.url, registry, keys) : [];
    const micros = await measureRequests(service, entries);
    const ms = (value) => value.toFixed(0);
    const beside = (figure, unit = 1, digits = 0) =>
      `${(of('service', figure) / unit).toFixed(digits)} (${(of('reader', figure) / unit).toFixed(digits)})`;
    return {
      start: [
        name,
        beside('healthMs'),
        beside('findMs'),
        beside('health', 1, 1),
        beside('find', 1, 1),
        beside('scanMs'),
      ],
      memory: [
        name,
        beside('rssBytes', 1e6),
        beside('peakRssBytes', 1e6),
        ms(of('service', 'askedBytes') / 1e6),
      ],
      answers: [
        name,
        edits.length === 0 ? '' : ms(median(edits.map(({ shownMs }) => shownMs))),
        edits.length === 0 ? '' : `${ms(Math.max(...edits.map(({ healthMs }) => healthMs)))} (${ms(idleMs)})`,
        ms(micros.find),
        micros.explained.toFixed(1),
        ...micros.prepared.map((ratio) => ratio.toFixed(2)),
      ],
    };
  } finally {
    await service.close();
  }
}

function measureCommands() {
  const cli = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
  const sample = fileURLToPath(new URL('../../assets/sample-registry', import.meta.url));
  const commands = [['--version'], ['list', '-r', sample]];
  const ratios = commands.map((args) => {
    const rounds = Array.from({ length: COMMAND_ROUNDS }, () => {
      const bare = microsOfProgram(['-e', '0']);
      return microsOfProgram([cli, ...args]) / bare;
    });
    return median(rounds).toFixed(1);
  });
  return commands.map(([name], at) => [`\`${name}\``, ratios[at]]);
}

const TABLES = {
  start: [
    'until `/health`, ms',
    'until the first find, ms',
    'CPU until `/health`, × `node -e 0`',
    'CPU until the first find, × `node -e 0`',
    'scan, ms',
  ],
  memory: ['all checked, MB', 'peak, MB', 'each asked once, MB'],
  answers: [
    'edit to answer, ms',
    'longest `/health`, ms',
    'find, CPU µs',
    'explained, × find',
    'health, × bare',
    'list, × bare',
    'skill, × bare',
    'section, × bare',
  ],
};

const rows = [];
if (values.registry !== undefined) rows.push(await measure('own', values.registry, false));
for (const skills of values.skills.split(',').filter(Boolean).map(Number))
  rows.push(await measure(skills, openRegistry(skills)));
const commands = measureCommands();
console.log(`
${cpus().length} cores of ${cpus()[0].model}, Node ${process.versions.node}, medians of ${values.rounds}, with 10,000 skills of one start. In brackets the bare
program that reads the same files; for \`/health\` during an edit, its longest wait without one.`);
const table = (head, cells) =>
  `\n| ${head.join(' | ')} |\n|${'---|'.repeat(head.length)}\n${cells.map((row) => `| ${row.join(' | ')} |`).join('\n')}`;
for (const [name, head] of Object.entries(TABLES))
  console.log(
    table(
      ['Skills', ...head],
      rows.map((row) => row[name]),
    ),
  );
console.log(table(['Command', 'CPU, × `node -e 0`'], commands));
process.exit();
