/**
 * `npm run bench -- layers [--skills 1000] [--rounds 9]`: find over four layers beside one folder with the same skills, by
 * turns, over HTTP. Prints the processor time of the service for a find (Linux only; median of the rounds), the ratio, and
 * the memory of both services.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { median } from '../support/median.mjs';
import { generateRegistry } from './generate-registry.mjs';
import { processorTicks } from './processor-ticks.mjs';
import { serveRegistry } from './serve-registry.mjs';

const LAYERS = 4;
const QUERIES = 40;
/** Finds in a round. */
const FINDS = 1_600;
const AT_ONCE = 16;

const { values } = parseArgs({
  options: { skills: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '9' } },
});

/** Each layer gets every fourth skill, and the list of these. */
function split(whole, folder) {
  const index = JSON.parse(readFileSync(join(whole, 'index.json'), 'utf8'));
  return Array.from({ length: LAYERS }, (_, layer) => {
    const skills = index.skills.filter((_skill, place) => place % LAYERS === layer);
    const root = join(folder, `layer-${layer + 1}`);
    mkdirSync(root, { recursive: true });
    for (const { key } of skills)
      cpSync(join(whole, 'skills', key), join(root, 'skills', key), { recursive: true });
    writeFileSync(join(root, 'index.json'), JSON.stringify({ ...index, skills }));
    return root;
  });
}

function queriesOf(whole) {
  const { skills } = JSON.parse(readFileSync(join(whole, 'index.json'), 'utf8'));
  return Array.from({ length: QUERIES }, (_, number) => {
    const { key } = skills[Math.floor((number * skills.length) / QUERIES)];
    const words = readFileSync(join(whole, 'skills', key, 'overview.md'), 'utf8').match(/[A-Za-z]+/g) ?? [];
    return words.slice(4, 10 + (number % 6)).join(' ');
  });
}

const json = async (url) => (await fetch(url)).json();

async function untilSettled(base) {
  for (;;) {
    const { index, checking } = await json(`${base}/v1/status`);
    if (index.findMs !== undefined && checking === undefined) return;
    await setTimeout(200);
  }
}

async function microsPerFind({ base, pid }, queries) {
  const before = processorTicks(pid);
  for (let done = 0; done < FINDS; done += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, (_, place) => queries[(done + place) % queries.length]);
    await Promise.all(some.map((q) => json(`${base}/v1/find?${new URLSearchParams({ q })}`)));
  }
  return ((processorTicks(pid) - before) * 10_000) / FINDS;
}

/** Linux only; megabytes. */
function memoryOf({ pid }) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'skills-bench-layers-'));
  const services = [];
  try {
    const whole = join(folder, 'whole');
    generateRegistry(whole, { skills: Number(values.skills) });
    const queries = queriesOf(whole);
    services.push(await serveRegistry(whole), await serveRegistry(...split(whole, folder)));
    for (const { base } of services) await untilSettled(base);
    const [one, layered] = services;
    const times = { one: [], layered: [] };
    for (let round = 0; round <= Number(values.rounds); round += 1) {
      times.one.push(await microsPerFind(one, queries));
      times.layered.push(await microsPerFind(layered, queries));
    }
    const [alone, beside] = [times.one, times.layered].map((rounds) => median(rounds.slice(1)));
    console.log('| skills | one folder, µs a find | four layers, µs a find | ratio | memory, MB |');
    console.log('|---|---|---|---|---|');
    const numbers = [alone, beside, beside / alone].map((number) => number.toFixed(2)).join(' | ');
    console.log(`| ${values.skills} | ${numbers} | ${memoryOf(one)}, ${memoryOf(layered)} |`);
  } finally {
    for (const service of services) await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
