/**
 * What a site costs: exports (processor time, files, bytes), and requests per second of
 * nginx over the site beside the service (Linux; without nginx the last table is missing).
 *
 *   npm run bench -- site [--skills 85,1000] [--registry <folder>] [--rounds 5]
 *
 * `--registry` measures this folder instead of generated ones. nginx and the service take turns. Requests per second are
 * per second of processor time of the server.
 */
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../../scripts/free-port.mjs';
import { median } from '../support/median.mjs';
import { generateRegistry } from './generate-registry.mjs';
import { processorTicks } from './processor-ticks.mjs';
import { serveRegistry } from './serve-registry.mjs';

const CLI = fileURLToPath(new URL('../../dist/server/skills-registry.cjs', import.meta.url));
const NGINX = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find((file) => existsSync(file));
const AT_ONCE = 16;
const REQUESTS = 4_000;

const { values } = parseArgs({
  options: {
    skills: { type: 'string', default: '85,1000' },
    registry: { type: 'string' },
    rounds: { type: 'string', default: '5' },
  },
});
const rounds = Number(values.rounds);
const folder = mkdtempSync(join(tmpdir(), 'skills-registry-bench-site-'));

/** Prints the processor time of a process and its threads, in microseconds, as the last line of standard error. */
const SAY_PROCESSOR =
  "data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();console.error(user+system)})";

/** @returns {Promise<{ seconds: number, written: number }>} seconds of processor time */
function exportSite(registry, to) {
  const homes = ['HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'LOCALAPPDATA'];
  const env = { ...process.env, ...Object.fromEntries(homes.map((name) => [name, join(folder, 'home')])) };
  const args = [`--import=${SAY_PROCESSOR}`, CLI, 'export-site', registry, '--to', to, '--json'];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'])
    child[name].on('data', (chunk) => {
      said[name] += chunk;
    });
  return new Promise((done, fail) => {
    child.on('close', (code) => {
      if (code !== 0) return fail(new Error(`The export ended with ${code}: ${said.stderr}`));
      const { written } = JSON.parse(said.stdout);
      done({ seconds: Number(said.stderr.trim().split('\n').at(-1)) / 1e6, written });
    });
  });
}

function filesIn(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

const bytesOf = (files) => files.reduce((sum, file) => sum + statSync(file).size, 0);

/** One worker with the include that the export writes. */
async function startNginx(site) {
  const root = join(folder, 'nginx');
  mkdirSync(join(root, 'tmp'), { recursive: true });
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${root}/tmp/${kind};`,
  );
  writeFileSync(
    join(root, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;\n' : ''}worker_processes 1;
pid ${root}/nginx.pid;
events {}
http { ${temporary.join(' ')} access_log off; include /etc/nginx/mime.types;
server { listen 127.0.0.1:${port}; root ${site}; include ${site}/nginx.conf; } }
`,
  );
  const args = [
    '-p',
    root,
    '-c',
    join(root, 'nginx.conf'),
    '-e',
    join(root, 'error.log'),
    '-g',
    'daemon off;',
  ];
  const nginx = spawn(NGINX, args, { stdio: 'inherit' });
  while (!existsSync(join(root, 'nginx.pid'))) {
    if (nginx.exitCode !== null) throw new Error('nginx did not start.');
    await setTimeout(50);
  }
  const [worker] = readFileSync(`/proc/${nginx.pid}/task/${nginx.pid}/children`, 'utf8').trim().split(' ');
  const close = async () => {
    nginx.kill();
    await new Promise((resolve) => nginx.once('exit', resolve));
    rmSync(root, { recursive: true });
  };
  return { base: `http://127.0.0.1:${port}`, pid: Number(worker), close };
}

function get(url, options) {
  return new Promise((resolve, reject) => {
    const request = http.get(url, options, (response) => {
      response.on('end', () => resolve(response.statusCode)).resume();
    });
    request.on('error', reject);
  });
}

/** Requests per second of processor time. */
async function rate({ base, pid }, paths, headers) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const before = processorTicks(pid);
  let next = 0;
  const client = async () => {
    while (next < REQUESTS) {
      const path = paths[next++ % paths.length];
      const status = await get(base + path, { agent, headers });
      if (status !== 200) throw new Error(`${path} answered ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  agent.destroy();
  return REQUESTS / ((processorTicks(pid) - before) / 100);
}

const registries = [];
if (values.registry !== undefined) registries.push(values.registry);
else
  for (const skills of values.skills.split(',').map(Number)) {
    const root = join(folder, String(skills));
    const files = skills >= 10_000 ? 4 : 8;
    await generateRegistry(root, { skills, files, words: skills >= 10_000 ? 400 : 700 });
    registries.push(root);
  }

const tables = { exports: [], rates: [] };
for (const registry of registries) {
  const site = join(folder, `site-${basename(registry)}`);
  const first = await exportSite(registry, site);
  const again = await exportSite(registry, site);
  if (again.written !== 0) throw new Error(`The second export wrote ${again.written} files.`);
  const { skills } = JSON.parse(readFileSync(join(site, 'v1/skills.json'), 'utf8'));
  const all = filesIn(site);
  const plain = all.filter((file) => !/\.(?:gz|br)$/.test(file));
  const mb = (files) => (bytesOf(files) / 1e6).toFixed(1);
  tables.exports.push([
    skills.length,
    first.seconds.toFixed(0),
    again.seconds.toFixed(0),
    all.length,
    mb(plain),
    mb(all.filter((file) => file.endsWith('.br'))),
  ]);
  if (NGINX === undefined || process.platform !== 'linux') continue;
  const paths = skills
    .slice(0, 500)
    .flatMap(({ key }) => [`/v1/skills/${encodeURI(key)}`, `/v1/skills/${encodeURI(key)}/overview.md`]);
  const service = await serveRegistry(registry);
  const nginx = await startNginx(site);
  for (const coding of ['identity', 'gzip']) {
    const headers = { 'Accept-Encoding': coding };
    const rates = { nginx: [], service: [] };
    for (const server of [service, nginx]) await rate(server, paths, headers);
    for (let round = 0; round < rounds; round += 1) {
      rates.nginx.push(await rate(nginx, paths, headers));
      rates.service.push(await rate(service, paths, headers));
    }
    const [ofNginx, ofService] = [median(rates.nginx), median(rates.service)];
    const figures = [ofNginx.toFixed(0), ofService.toFixed(0), (ofNginx / ofService).toFixed(1)];
    tables.rates.push([skills.length, coding, ...figures]);
  }
  await nginx.close();
  await service.close();
}

const table = (heads, rows) =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
const { exports: exported, rates } = tables;
console.log(table(['skills', 'export, CPU s', 'again, CPU s', 'files', 'MB', 'MB as .br'], exported));
if (rates.length > 0) console.log(`\n${table(['skills', 'coding', 'nginx', 'service', 'ratio'], rates)}`);
rmSync(folder, { recursive: true, force: true });
