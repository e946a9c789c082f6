/**
 * Processor time and latency of every route, beside a bare `node:http` server that sends the same bytes, and the start.
 *
 *   npm run bench -- http [--skills 85,1000,10000] [--rounds 5]
 *
 * The two servers take turns within one run, so that the ratios hold on a machine whose speed drifts. Processor time is
 * what the server's process used, divided by the requests; this process makes the requests over 32 connections.
 */
import { fork, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../../scripts/free-port.mjs';
import { median } from '../support/median.mjs';
import { generateRegistry } from './generate-registry.mjs';

const CHILD = fileURLToPath(new URL('./measured-child.mjs', import.meta.url));
const CONNECTIONS = 32;

const { values } = parseArgs({
  options: {
    skills: { type: 'string', default: '85,1000,10000' },
    rounds: { type: 'string', default: '5' },
  },
});
const rounds = Number(values.rounds);
const folder = mkdtempSync(join(tmpdir(), 'skills-registry-bench-'));

function startChild(args, userFolder) {
  const env = {
    ...process.env,
    XDG_DATA_HOME: userFolder,
    XDG_CACHE_HOME: userFolder,
    LOCALAPPDATA: userFolder,
  };
  return fork(CHILD, args, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

function message(child, request) {
  return new Promise((resolve) => {
    child.once('message', resolve);
    child.send(request);
  });
}

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

/** Starts the service and resolves when /health answers 200. */
async function startService(registry, userFolder) {
  const port = await freePort();
  const startedAt = performance.now();
  const child = startChild(['serve', '-r', registry, '-p', String(port), '--log-level', 'error'], userFolder);
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const answer = await get(`${url}/health`).catch(() => undefined);
    if (answer?.status === 200) break;
    if (child.exitCode !== null) throw new Error(`The service ended with code ${child.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const healthMs = performance.now() - startedAt;
  const usage = await message(child, { ask: 'usage' });
  return { child, url, healthMs, usage };
}

/** Until every skill is checked: the checks have a thread of this process, and take some 13 ms of processor time a skill. */
async function whenChecked({ url }) {
  for (;;) {
    const { checking } = JSON.parse((await get(`${url}/v1/status`)).body.toString());
    if (checking === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Sends `count` requests over 32 connections; CPU of the server and latency, each in microseconds. */
async function load(child, base, paths, count) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const before = await message(child, { ask: 'usage' });
  const latencies = [];
  let next = 0;
  const client = async () => {
    while (next < count) {
      const path = paths[next++ % paths.length];
      const startedAt = performance.now();
      const { status } = await get(base + path, agent);
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      latencies.push((performance.now() - startedAt) * 1_000);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  const after = await message(child, { ask: 'usage' });
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

async function measureRoutes(service, skills, userFolder) {
  const routes = await pathsOf(service.url);
  const bodies = [];
  for (const path of new Set(Object.values(routes).flat())) {
    const { headers, body } = await get(service.url + path);
    const kept = Object.fromEntries(
      ['content-type', 'content-length', 'etag', 'cache-control'].map((name) => [name, headers[name] ?? '']),
    );
    bodies.push([path, { headers: kept, body: body.toString('base64') }]);
  }
  const bare = startChild(['bare'], userFolder);
  const { port } = await message(bare, { ask: 'serve', bodies });
  console.log(
    `\n${skills} skills\n\n| route | CPU, µs | bare, µs | ratio | median latency, µs | bare, µs |\n|---|---|---|---|---|---|`,
  );
  for (const [route, paths] of Object.entries(routes)) {
    const count = route === 'list' && skills > 5_000 ? 150 : 3_000;
    const results = { ours: [], bare: [] };
    await load(service.child, service.url, paths, count);
    await load(bare, `http://127.0.0.1:${port}`, paths, count);
    for (let round = 0; round < rounds; round += 1) {
      results.ours.push(await load(service.child, service.url, paths, count));
      results.bare.push(await load(bare, `http://127.0.0.1:${port}`, paths, count));
    }
    const ratio = median(results.ours.map(({ cpu }, index) => cpu / results.bare[index].cpu));
    const figure = (list, name) => median(list.map((item) => item[name])).toFixed(0);
    console.log(
      `| ${route} | ${figure(results.ours, 'cpu')} | ${figure(results.bare, 'cpu')} | ${ratio.toFixed(2)} | ${figure(results.ours, 'latency')} | ${figure(results.bare, 'latency')} |`,
    );
  }
  bare.kill();
}

function bareStart() {
  const startedAt = performance.now();
  spawnSync(process.execPath, ['-e', '']);
  return performance.now() - startedAt;
}

const starts = [];
for (const skills of values.skills.split(',').map(Number)) {
  const registry = join(folder, String(skills));
  await generateRegistry(registry, {
    skills,
    files: skills >= 10_000 ? 4 : 8,
    words: skills >= 10_000 ? 400 : 700,
  });
  const userFolder = join(folder, `user-${skills}`);
  for (const kind of ['cold', 'cached']) {
    const service = await startService(registry, userFolder);
    const findAt = performance.now();
    await get(`${service.url}/v1/find?q=shut+down+cleanly`);
    const findMs = performance.now() - findAt + service.healthMs;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const { rssBytes, peakRssBytes } = await message(service.child, { ask: 'usage' });
    starts.push({ skills, kind, node: bareStart(), ...service, findMs, rssBytes, peakRssBytes });
    if (kind === 'cached') {
      await whenChecked(service);
      await measureRoutes(service, skills, userFolder);
    }
    service.child.kill('SIGTERM');
    await new Promise((resolve) => service.child.once('exit', resolve));
  }
}
console.log(
  '\nStart\n\n| skills | index cache | /health, ms | CPU until then, ms | first find, ms | RSS, MB | peak, MB | `node -e ""`, ms |\n|---|---|---|---|---|---|---|---|',
);
for (const { skills, kind, healthMs, usage, findMs, rssBytes, peakRssBytes, node } of starts) {
  const mb = (bytes) => (bytes / 1e6).toFixed(0);
  console.log(
    `| ${skills} | ${kind} | ${healthMs.toFixed(0)} | ${(usage.cpuMicros / 1_000).toFixed(0)} | ${findMs.toFixed(0)} | ${mb(rssBytes)} | ${mb(peakRssBytes)} | ${node.toFixed(0)} |`,
  );
}
rmSync(folder, { recursive: true, force: true });
