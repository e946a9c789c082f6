/**
 * Processor time and latency of every route, beside a bare `node:http` server that sends the same bytes.
 *
 *   npm run bench -- http [--skills 85,1000,10000] [--rounds 5]
 *
 * The two servers take turns within one run, so that the ratios hold on a machine whose speed drifts. Processor time is
 * what the server's process used, divided by the requests; this process makes the requests over 32 connections.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { median } from '../support/median.mjs';
import { generateRegistry } from './generate-registry.mjs';
import { startBare, startService } from './service.mjs';

const CONNECTIONS = 32;

const { values } = parseArgs({
  options: {
    skills: { type: 'string', default: '85,1000,10000' },
    rounds: { type: 'string', default: '5' },
  },
});
const rounds = Number(values.rounds);
const folder = mkdtempSync(join(tmpdir(), 'skills-registry-bench-'));

function get(url, agent) {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      })
      .on('error', reject);
  });
}

/** The worker that checks the skills has a thread of the same process. */
async function whenChecked({ url }) {
  while (JSON.parse((await get(`${url}/v1/status`)).body.toString()).checking !== undefined)
    await setTimeout(500);
}

/** Sends `count` requests over 32 connections; CPU of the server and latency, each in microseconds. */
async function load({ url, usage }, paths, count) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const before = await usage();
  const latencies = [];
  let next = 0;
  const client = async () => {
    while (next < count) {
      const path = paths[next++ % paths.length];
      const startedAt = performance.now();
      const { status } = await get(url + path, agent);
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      latencies.push((performance.now() - startedAt) * 1_000);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  const after = await usage();
  agent.destroy();
  return { cpu: (after.cpuMicros - before.cpuMicros) / count, latency: median(latencies) };
}

async function pathsOf(url) {
  const { skills } = JSON.parse((await get(`${url}/v1/skills`)).body.toString());
  const some = Array.from({ length: 50 }, (_, index) => skills[Math.floor((index * skills.length) / 50)]);
  const words = some.map(({ name, tags, summary }) => ({
    word: tags?.[0] ?? name,
    sentence: summary ?? name,
  }));
  return {
    health: ['/health'],
    list: ['/v1/skills'],
    skill: some.map(({ key }) => `/v1/skills/${encodeURI(key)}`),
    section: some.map(({ key }) => `/v1/skills/${encodeURI(key)}/overview.md`),
    search: words.map(({ word }) => `/v1/search?q=${encodeURIComponent(word)}`),
    find: words.map(
      ({ sentence }) => `/v1/find?q=${encodeURIComponent(sentence.split(' ').slice(0, 6).join(' '))}`,
    ),
  };
}

async function measureRoutes(service, skills) {
  const routes = await pathsOf(service.url);
  const bare = await startBare(service, new Set(Object.values(routes).flat()));
  console.log(
    `\n${skills} skills\n\n| route | CPU, µs | bare, µs | ratio | median latency, µs | bare, µs |\n|---|---|---|---|---|---|`,
  );
  for (const [route, paths] of Object.entries(routes)) {
    const count = route === 'list' && skills > 5_000 ? 150 : 3_000;
    const results = { ours: [], bare: [] };
    await load(service, paths, count);
    await load(bare, paths, count);
    for (let round = 0; round < rounds; round += 1) {
      results.ours.push(await load(service, paths, count));
      results.bare.push(await load(bare, paths, count));
    }
    const ratio = median(results.ours.map(({ cpu }, index) => cpu / results.bare[index].cpu));
    const figure = (list, name) => median(list.map((item) => item[name])).toFixed(0);
    console.log(
      `| ${route} | ${figure(results.ours, 'cpu')} | ${figure(results.bare, 'cpu')} | ${ratio.toFixed(2)} | ${figure(results.ours, 'latency')} | ${figure(results.bare, 'latency')} |`,
    );
  }
  bare.close();
}

for (const skills of values.skills.split(',').map(Number)) {
  const registry = join(folder, String(skills));
  generateRegistry(registry, { skills, ...(skills >= 10_000 && { files: 4, words: 400 }) });
  const service = await startService([registry]);
  await get(`${service.url}/v1/find?q=shut+down+cleanly`);
  await whenChecked(service);
  await measureRoutes(service, skills);
  await service.close();
}
rmSync(folder, { recursive: true, force: true });
