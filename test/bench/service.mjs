import { fork, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.mjs';

const CHILD = fileURLToPath(new URL('./measured-child.mjs', import.meta.url));
const USAGE_AT_EXIT = fileURLToPath(new URL('./usage-at-exit.cjs', import.meta.url));

/**
 * Starts the built service, or another program of measured-child.mjs, with a user folder of its own.
 *
 * @param {readonly string[]} registries layers, the upper first
 * @param {{ env?: NodeJS.ProcessEnv, program?: string, execArgv?: string[] }} options
 * @returns {Promise<{ url: string, pid: number, healthMs: number, usage: () => Promise<any>, close: () => Promise<void> }>}
 */
export async function startService(
  registries,
  { env = process.env, program = 'service', execArgv = [] } = {},
) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'skills-registry-bench-'));
  const own = { XDG_CACHE_HOME: folder, XDG_DATA_HOME: folder, LOCALAPPDATA: folder };
  const args = [
    'serve',
    '-p',
    String(port),
    '--log-level',
    'error',
    ...registries.flatMap((one) => ['-r', one]),
  ];
  const startedAt = performance.now();
  const child = fork(CHILD, [program, ...args], {
    env: { ...own, ...env },
    execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`The service ended with code ${child.exitCode}.`);
    await setTimeout(5);
  }
  return {
    url,
    pid: child.pid,
    healthMs: performance.now() - startedAt,
    usage: () => reply(child, 'usage'),
    async close() {
      const ended = new Promise((done) => (child.exitCode === null ? child.once('exit', done) : done()));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const agent = new http.Agent({ keepAlive: true });

/**
 * Reads an answer as text, over connections that stay open. Asks again where the service has ended the connection: when it
 * was quiet for a while, also while an answer waits for a long start.
 *
 * @returns {Promise<string>}
 */
export function get(url) {
  return new Promise((done, fail) => {
    http
      .get(url, { agent }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => done(Buffer.concat(chunks).toString()));
      })
      .on('error', (error) => {
        if (error.code === 'ECONNRESET') get(url).then(done, fail);
        else fail(error);
      });
  });
}

/** Headers that Node adds to each answer by itself. */
const OF_NODE = new Set(['connection', 'date', 'keep-alive']);

/**
 * Starts a bare `node:http` server that sends the same bytes as the service for these paths, headers included.
 *
 * @returns {Promise<{ url: string, usage: () => Promise<any>, close: () => void }>}
 */
export async function startBare({ url }, paths) {
  const bodies = [];
  for (const path of paths) {
    // As callers of the benchmarks ask: without compression.
    const response = await fetch(url + path, { headers: { 'Accept-Encoding': 'identity' } });
    const kept = Object.fromEntries([...response.headers].filter(([name]) => !OF_NODE.has(name)));
    bodies.push([
      path,
      { headers: kept, body: Buffer.from(await response.arrayBuffer()).toString('base64') },
    ]);
  }
  const child = fork(CHILD, ['bodies']);
  const { port } = await reply(child, bodies);
  return { url: `http://127.0.0.1:${port}`, usage: () => reply(child, 'usage'), close: () => child.kill() };
}

/**
 * Processor time of a Node program from its start to its end, all threads, in µs.
 *
 * @param {readonly string[]} args of Node
 */
export function microsOfProgram(args) {
  const { status, output } = spawnSync(process.execPath, ['-r', USAGE_AT_EXIT, ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with code ${status}.`);
  return Number(output[3]);
}

export function reply(child, message) {
  return new Promise((done) => {
    child.once('message', done);
    child.send(message);
  });
}
