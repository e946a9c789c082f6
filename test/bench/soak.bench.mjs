/**
 * A long mixed load with edits going on (test/soak/mixed-load.mjs): answers that are wrong, and memory by tenth.
 *
 *   npm run bench -- soak [--requests 100000] [--skills 1000] [--connections 16]
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../../scripts/free-port.mjs';
import { residentBytes, runMixedLoad } from '../soak/mixed-load.mjs';
import { median } from '../support/median.mjs';
import { generateRegistry } from './generate-registry.mjs';

const CHILD = fileURLToPath(new URL('./measured-child.mjs', import.meta.url));
const PARTS = 10;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    skills: { type: 'string', default: '1000' },
    connections: { type: 'string', default: '16' },
  },
});

async function untilHealthy(url, child) {
  for (;;) {
    const status = await new Promise((done) =>
      http.get(`${url}/health`, (response) => done(response.resume().statusCode)).on('error', () => done(0)),
    );
    if (status === 200) return;
    if (child.exitCode !== null) throw new Error(`The service ended with code ${child.exitCode}.`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

const folder = mkdtempSync(join(tmpdir(), 'skills-registry-soak-'));
const registry = join(folder, 'registry');
const index = generateRegistry(registry, { skills: Number(values.skills), files: 4, words: 300 });
const port = await freePort();
const child = fork(CHILD, ['serve', '-r', registry, '-p', String(port), '--log-level', 'error'], {
  env: { ...process.env, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder, LOCALAPPDATA: folder },
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
});
try {
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(url, child);
  const requests = Number(values.requests);
  const samples = Array.from({ length: PARTS }, () => []);
  const startedAt = performance.now();
  const { unexpected, edits } = await runMixedLoad({
    url,
    registry,
    keys: index.skills.map(({ key }) => key),
    requests,
    connections: Number(values.connections),
    onProgress(request) {
      if (request % 50 === 0)
        samples[Math.floor((request / requests) * PARTS)].push(residentBytes(child.pid));
    },
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`${cpus()[0].model}, ${cpus().length} cores, Node ${process.versions.node}`);
  console.log(
    `${requests} requests and ${edits} edits at ${values.skills} skills in ${seconds.toFixed(0)} s`,
  );
  console.log(
    `RSS by tenth, median, MB: ${samples.map((part) => (median(part) / 1e6).toFixed(0)).join(' ')}`,
  );
  console.log(`Unexpected answers: ${unexpected.length === 0 ? 'none' : `\n${unexpected.join('\n')}`}`);
  if (unexpected.length > 0) process.exitCode = 1;
} finally {
  child.kill('SIGTERM');
  await new Promise((done) => child.once('exit', done));
  rmSync(folder, { recursive: true, force: true });
}
