/**
 * What many requests of one caller cost others, and what a request over MCP costs beside the same over HTTP.
 *
 *   npm run bench -- requests [--skills 85,10000] [--rounds 5]
 *
 * All ratios are of one run: 200 questions in one packet beside the same 200 one after the other; the longest wait of
 * `/health` meanwhile beside one question; processor time of calls over MCP beside their twins over HTTP, taking turns.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { median } from '../support/median.mjs';
import { generateRegistry } from './generate-registry.mjs';
import { startService } from './service.mjs';

const { values } = parseArgs({
  options: { skills: { type: 'string', default: '85,10000' }, rounds: { type: 'string', default: '5' } },
});
const rounds = Number(values.rounds);
const QUESTIONS = 200;
const CALLS = 100;
const folder = mkdtempSync(join(tmpdir(), 'skills-registry-bench-'));

function ask(url, path, { body, accept = 'application/json', headers: more, agent } = {}) {
  return new Promise((resolve, reject) => {
    const headers = { accept, ...(body && { 'content-type': 'application/json' }), ...more };
    const request = http.request(
      url + path,
      { method: body ? 'POST' : 'GET', headers, agent },
      (response) => {
        const parts = [];
        response.on('data', (part) => parts.push(part));
        response.on('end', () =>
          resolve({ status: response.statusCode, text: Buffer.concat(parts).toString() }),
        );
      },
    );
    request.on('error', reject);
    request.end(body && JSON.stringify(body));
  });
}

async function whenChecked({ url }) {
  await ask(url, '/v1/find?q=close+the+pool');
  while (JSON.parse((await ask(url, '/v1/status')).text).checking !== undefined) await setTimeout(500);
}

const question = (at) => `/v1/find?explain=1&q=close+the+pool+${at}`;

/** Milliseconds until all are answered. */
function pipelined({ url }) {
  const { hostname, port } = new URL(url);
  const startedAt = performance.now();
  const packet = Array.from(
    { length: QUESTIONS },
    (_, at) => `GET ${question(at)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`,
  );
  return new Promise((resolve) => {
    let received = '';
    let answers = 0;
    const socket = connect(Number(port), hostname, () => socket.write(packet.join('')));
    socket.setEncoding('latin1');
    socket.on('data', (part) => {
      // A status line may come in two parts.
      received += part;
      const pieces = received.split('HTTP/1.1 200');
      answers += pieces.length - 1;
      received = pieces.at(-1).slice(-'HTTP/1.1 200'.length);
      if (answers < QUESTIONS) return;
      socket.destroy();
      resolve(performance.now() - startedAt);
    });
  });
}

async function oneByOne({ url }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const startedAt = performance.now();
  for (let at = 0; at < QUESTIONS; at += 1) await ask(url, question(at), { agent });
  agent.destroy();
  return performance.now() - startedAt;
}

/** The longest wait of the health check while the work goes on. */
async function longestHealth({ url }, work) {
  let isDone = false;
  void work.then(() => {
    isDone = true;
  });
  let longest = 0;
  while (!isDone) {
    const startedAt = performance.now();
    await ask(url, '/health');
    longest = Math.max(longest, performance.now() - startedAt);
    await setTimeout(5);
  }
  return longest;
}

async function measureMany(service) {
  const results = [];
  for (let round = 0; round < rounds; round += 1) {
    const single = await oneByOne(service);
    const working = pipelined(service);
    const health = await longestHealth(service, working);
    results.push({ together: (await working) / single, health: health / (single / QUESTIONS) });
  }
  const figure = (name) => median(results.map((one) => one[name])).toFixed(2);
  console.log(`| 200 questions in one packet, to one after the other | ${figure('together')} |`);
  console.log(`| longest wait of /health meanwhile, to one question | ${figure('health')} |`);
}

/** Processor time of a call, in microseconds. */
async function costOf(service, agent, request) {
  const before = await service.usage();
  for (let call = 0; call < CALLS; call += 1) {
    const { status } = await ask(service.url, request.path, { ...request, agent });
    if (status !== 200) throw new Error(`${request.path} answered ${status}`);
  }
  return ((await service.usage()).cpuMicros - before.cpuMicros) / CALLS;
}

/** The same call, as a client of the revision without handshakes sends it. */
function inNewestRevision(request) {
  const revision = '2026-07-28';
  const isIntroduction = request.body.method === 'initialize';
  const method = isIntroduction ? 'server/discover' : request.body.method;
  const params = isIntroduction ? {} : request.body.params;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    ...request,
    headers: {
      'mcp-protocol-version': revision,
      'mcp-method': method,
      ...(params.name && { 'mcp-name': params.name }),
    },
    body: { ...request.body, method, params: { ...params, _meta } },
  };
}

async function measureMcp(service) {
  const { skills } = JSON.parse((await ask(service.url, '/v1/skills')).text);
  const { key, tags } = skills[Math.floor(skills.length / 2)];
  const path = `/v1/skills/${encodeURI(key)}`;
  const [word] = tags;
  const call = (name, given) => ({
    path: '/mcp',
    accept: 'application/json, text/event-stream',
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
  });
  const introduction = {
    ...call('', {}),
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'bench', version: '1' },
      },
    },
  };
  const pairs = {
    get_skill: [call('get_skill', { path: key }), { path, accept: 'text/markdown' }],
    'get_skill with a query': [
      call('get_skill', { path: key, query: 'close the pool' }),
      { path: `${path}?query=close+the+pool`, accept: 'text/markdown' },
    ],
    find_skills: [
      call('find_skills', { query: 'close the pool' }),
      { path: '/v1/find?explain=1&limit=5&q=close+the+pool' },
    ],
    // The tool prefers names, as the page does.
    search_skills: [call('search_skills', { query: word }), { path: `/v1/search?names=1&q=${word}` }],
    // Both say who serves: over HTTP that is the status.
    'the introduction': [introduction, { path: '/v1/status' }],
  };
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  for (const [name, [mcp, plain]] of Object.entries(pairs)) {
    const newest = inNewestRevision(mcp);
    const ratios = { 2025: [], 2026: [] };
    for (const request of [mcp, newest, plain]) await costOf(service, agent, request);
    for (let round = 0; round < rounds; round += 1) {
      const twin = await costOf(service, agent, plain);
      ratios[2025].push((await costOf(service, agent, mcp)) / twin);
      ratios[2026].push((await costOf(service, agent, newest)) / twin);
    }
    for (const [revision, measured] of Object.entries(ratios))
      console.log(`| ${name} over MCP of ${revision}, to over HTTP | ${median(measured).toFixed(2)} |`);
  }
  agent.destroy();
}

for (const skills of values.skills.split(',').map(Number)) {
  const registry = join(folder, String(skills));
  generateRegistry(registry, { skills, ...(skills >= 10_000 && { files: 4, words: 400 }) });
  const service = await startService([registry]);
  await whenChecked(service);
  console.log(`\n${skills} skills\n\n| measure | ratio |\n|---|---|`);
  await measureMany(service);
  await measureMcp(service);
  await service.close();
}
rmSync(folder, { recursive: true, force: true });
