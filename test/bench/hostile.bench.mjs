/**
 * Hostile requests, submissions and edits of at most 1 MiB: how long `/health` is silent by the clock, the longest block of
 * the service's event loop in processor time, which a busy machine doesn't lengthen, and how much memory the service holds
 * beyond what it held before.
 *
 *   npm run bench -- hostile [--only <words of a name>]
 */
import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { connect } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../../scripts/free-port.mjs';
import { generateRegistry } from './generate-registry.mjs';

const CHILD = fileURLToPath(new URL('./measured-child.mjs', import.meta.url));
const MIB = 1024 * 1024;
const LARGE_SKILLS = 40;
const HEADINGS = 'python/acme/headings';
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });

const folder = mkdtempSync(join(tmpdir(), 'skills-registry-hostile-'));
const registry = join(folder, 'registry');
generateRegistry(registry, { skills: 85, files: 4, words: 300 });
const large = Array.from({ length: LARGE_SKILLS }, (_, place) => `cpp/acme/large${place}`);
for (const key of large)
  writeSkill(key, 'A plain sentence about the library, and nothing else.\n'.repeat(19_000));
writeSkill(HEADINGS, '## A\nb\n'.repeat(120_000));
rmSync(join(registry, 'index.json'), { force: true });

function writeSkill(key, overview) {
  const [language, author, name] = key.split('/');
  const directory = join(registry, 'skills', key);
  mkdirSync(directory, { recursive: true });
  const manifest = { schema: 'skills/v1', name, repo: `${author}/${name}`, language, tier: 'tier2' };
  writeFileSync(
    join(directory, 'skill.json'),
    JSON.stringify({ ...manifest, files: { P0: ['overview.md'] } }),
  );
  writeFileSync(join(directory, 'overview.md'), overview);
}

const get = (path) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
function post(path, body) {
  const bytes = Buffer.byteLength(body);
  const accept = 'Accept: application/json, text/event-stream\r\n';
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${accept}Content-Length: ${bytes}\r\n\r\n${body}`;
}
const mcp = (method, params) => post('/mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
const callTool = (name, args) => mcp('tools/call', { name, arguments: args });
const submission = (skill) => post('/v1/skills', JSON.stringify({ skill, files: { 'overview.md': '# A' } }));
const unknownKeys = Object.fromEntries(Array.from({ length: 80_000 }, (_, place) => [`k${place}`, 1]));

/** Sends bytes on some connections, and reads nothing, or all. */
async function send(port, connections, bytes, { reads = false, ms = 8_000 } = {}) {
  const sockets = Array.from({ length: connections }, (_, place) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(typeof bytes === 'string' ? bytes : bytes(place)),
    );
    socket.on('error', () => {});
    if (reads) socket.resume();
    else socket.pause();
    return socket;
  });
  await setTimeout(ms);
  for (const socket of sockets) socket.destroy();
}

/** One request each: none of them may keep others waiting. */
const one = (bytes) => (port) => send(port, 1, bytes, { reads: true });

const attacks = {
  'one skill of many headings': one(callTool('get_skill', { path: HEADINGS, query: 'a b', max_tokens: 150 })),
  'one skill of many headings, whole': one(callTool('get_skill', { path: HEADINGS, max_tokens: 400_000 })),
  'one heading of many': one(callTool('get_section', { path: HEADINGS, section: 'no such heading' })),
  'one file of many headings': one(
    callTool('get_section', { path: HEADINGS, section: 'overview', max_tokens: 900 }),
  ),
  'one resource of 1 MiB': one(mcp('resources/read', { uri: `skill://${large[0]}/overview.md` })),
  'one find': one(callTool('find_skills', { query: 'a b word plain sentence '.repeat(40) })),
  'one find over HTTP': one(get(`/v1/find?q=${'a+b+word+plain+sentence+'.repeat(40)}&explain=1`)),
  'one skill of 1 MiB over HTTP': one(get(`/v1/skills/${large[0]}`)),
  'one trace to find': one(post('/v1/find', JSON.stringify({ q: 'a.b.C: word\n'.repeat(5_000) }))),
  'unread resources over MCP': (port) =>
    send(port, 60, (place) =>
      mcp('resources/read', { uri: `skill://${large[place % LARGE_SKILLS]}/overview.md` }).repeat(40),
    ),
  'unread skills over MCP': (port) =>
    send(port, 60, (place) =>
      callTool('get_skill', { path: large[place % LARGE_SKILLS], max_tokens: 400_000 }).repeat(40),
    ),
  'unread skills over HTTP': (port) =>
    send(port, 60, () =>
      large
        .map((key) => get(`/v1/skills/${key}`))
        .join('')
        .repeat(3),
    ),
  'unread searches': (port) => send(port, 200, get('/v1/search?q=a').repeat(500)),
  'streams that nobody reads': (port) => send(port, 1_000, listen()),
  'skills of many headings, small budgets': (port) =>
    send(port, 20, callTool('get_skill', { path: HEADINGS, max_tokens: 150 }).repeat(10), { reads: true }),
  'finds by callers that leave': async (port) => {
    for (let round = 0; round < 20; round += 1) {
      const left = send(port, 20, callTool('find_skills', { query: 'word '.repeat(190) }).repeat(20));
      await setTimeout(300);
      await Promise.race([left, setTimeout(100)]);
    }
  },
  'a batch': (port) =>
    send(port, 4, post('/mcp', `[${Array(100).fill('{"jsonrpc":"2.0","id":1,"method":"ping"}').join()}]`), {
      reads: true,
    }),
  'brackets to match': (port) =>
    send(port, 20, post('/v1/match', `{"packages":[${'[],'.repeat(349_000)}[]]}`), { reads: true }),
  'packages to match': (port) =>
    send(port, 8, post('/v1/match', `{"packages":[${'"pkg:npm/a",'.repeat(85_000)}"pkg:npm/b"]}`), {
      reads: true,
    }),
  'a submission of unknown keys': (port) => send(port, 4, submission(unknownKeys), { reads: true }),
  'a submission whose body has unknown keys': (port) =>
    send(port, 4, post('/v1/skills', JSON.stringify(unknownKeys)), { reads: true }),
  'a submission of 20,000 tags': (port) =>
    send(port, 4, submission({ schema: 'skills/v1', tags: Array(200_000).fill(1) }), { reads: true }),
  'an edit: index.json of 50,000 wrong entries': (port) =>
    edit(port, () =>
      writeFileSync(join(registry, 'index.json'), `{"skills":[${'{"key":"a","name":1},'.repeat(49_000)}{}]}`),
    ),
  'an edit: a text of headings': (port) =>
    edit(port, () => writeSkill('go/acme/edited', '## A\nb\n'.repeat(149_000))),
  'an edit: a text of marks': (port) =>
    edit(port, () => writeSkill('go/acme/marks', '> *a_ `~a~ ['.repeat(87_000))),
};

function listen() {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { notifications: { resourcesListChanged: true }, _meta: meta };
  const headers = 'Mcp-Protocol-Version: 2026-07-28\r\nMcp-Method: subscriptions/listen\r\n';
  return mcp('subscriptions/listen', params).replace('Host:', `${headers}Host:`);
}

async function edit(port, write) {
  write();
  await setTimeout(6_000);
  await new Promise((done) =>
    http
      .get(`http://127.0.0.1:${port}/v1/diagnostics?fresh=1`, (answer) => answer.resume().on('end', done))
      .on('error', done),
  );
  await setTimeout(2_000);
}

const health = (port) =>
  new Promise((done) => {
    const options = { host: '127.0.0.1', port, path: '/health', agent: false };
    http
      .get(options, (answer) => answer.resume().on('end', () => done(answer.statusCode)))
      .on('error', () => done(0));
  });

/** The longest time without an answer of `/health`, and the most memory, while something runs. */
async function measure(port, pid, attack) {
  let [longest, most, isOver, failed] = [0, 0, false, 0];
  const ask = async () => {
    while (!isOver) {
      const startedAt = performance.now();
      if ((await health(port)) !== 200) failed += 1;
      longest = Math.max(longest, performance.now() - startedAt);
      await setTimeout(10);
    }
  };
  const watch = async () => {
    while (!isOver) {
      most = Math.max(most, residentBytes(pid));
      await setTimeout(20);
    }
  };
  const watching = [ask(), watch()];
  await attack();
  isOver = true;
  await Promise.all(watching);
  return { longest, most, failed };
}

function longestBlock(child) {
  return new Promise((done) => {
    child.once('message', ({ blockMs }) => done(blockMs));
    child.send({ ask: 'block' });
  });
}

/** Each attack meets a service that has just begun to serve, and has answered a find. */
async function run(name, attack) {
  const port = await freePort();
  const args = ['serve', '-r', registry, '-p', String(port), '--allow-submit', '--log-level', 'error'];
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder, LOCALAPPDATA: folder };
  const child = fork(CHILD, args, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  try {
    while ((await health(port)) !== 200) await setTimeout(50);
    await fetch(`http://127.0.0.1:${port}/v1/find?q=word`);
    await fetch(`http://127.0.0.1:${port}/v1/diagnostics`).then((answer) => answer.text());
    // The first MCP request loads the protocol's code, once.
    await send(port, 1, mcp('tools/list', {}), { reads: true, ms: 500 });
    await setTimeout(6_000);
    const idle = await measure(port, child.pid, () => setTimeout(2_000));
    await longestBlock(child);
    const { longest, most, failed } = await measure(port, child.pid, () => attack(port));
    const block = child.connected ? await longestBlock(child) : Number.NaN;
    const memory = ((most - idle.most) / MIB).toFixed(0);
    const dead = child.exitCode === null && failed === 0 ? '' : ` (${failed} unanswered)`;
    console.log(
      `| ${name} | ${longest.toFixed(0)}${dead} | ${idle.longest.toFixed(0)} | ${block.toFixed(0)} | ${memory} |`,
    );
  } finally {
    child.kill('SIGKILL');
    await new Promise((done) =>
      child.exitCode === null && child.signalCode === null ? child.once('exit', done) : done(),
    );
  }
}

try {
  console.log(`${cpus()[0].model}, ${cpus().length} cores, Node ${process.versions.node}\n`);
  console.log(
    '| Attack | `/health` silent, ms | at rest, ms | longest block, processor ms | memory, MiB |\n|---|--:|--:|--:|--:|',
  );
  for (const [name, attack] of Object.entries(attacks))
    if (name.includes(values.only)) await run(name, attack);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Bytes that a process holds in memory now; Linux. */
function residentBytes(pid) {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN) * 1024;
}
