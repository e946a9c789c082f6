/** Many clients of a service for a while, with edits, additions, removals and updates of an added registry meanwhile. */
import { execFile, fork } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/free-port.mjs';
import { generateRegistry } from '../bench/generate-registry.mjs';
import { editRegistry } from './edit-registry.mjs';
import { serveGitRegistry } from './git-registry.mjs';
import { lowerBound, slopeOf } from './slope.mjs';
import { runClients } from './soak-clients.mjs';

const CHILD = fileURLToPath(new URL('../bench/measured-child.mjs', import.meta.url));
const CLI = fileURLToPath(new URL('../../dist/server/skills-registry.cjs', import.meta.url));
const SAMPLE_EVERY_MS = 2_000;
/** Share of the time without samples: caches fill, and V8 compiles. */
const WARM_UP = 0.4;
/** Growth per hour that is no leak, for ten minutes. A shorter time has more of the first growth, and so a higher limit. */
export const LIMITS = { 'RSS, MB': 120, 'heap, MB': 60, handles: 180 };
const FULL_MINUTES = 10;

/**
 * @param {{ minutes: number, clients?: number, perSecond?: number, skills?: number, editEveryMs?: number,
 *   updateEveryMs?: number, nodeOptions?: string, log?: (line: string) => void }} options
 * @returns {Promise<{ requests: number, failures: readonly string[], edits: number, updates: number,
 *   routes: { route: string, count: number, p50: number, p99: number }[],
 *   slopes: { what: string, slope: number, error: number, limit: number, isOver: boolean }[] }>}
 */
export async function runSoak({
  minutes,
  clients = 64,
  perSecond = 100,
  skills = 85,
  editEveryMs = 1_000,
  updateEveryMs = 30_000,
  nodeOptions = '',
  log = () => {},
}) {
  const folder = mkdtempSync(join(tmpdir(), 'skills-registry-soak-'));
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CACHE_HOME: folder,
    LOCALAPPDATA: folder,
  };
  const serviceEnv = { ...env, NODE_OPTIONS: nodeOptions };
  const registry = join(folder, 'registry');
  const keys = generateRegistry(registry, { skills, files: 4, words: 300 }).skills.map(({ key }) => key);
  const remote = await openRemote(join(folder, 'git'), env, log);
  const service = await startService(remote === undefined ? [registry] : [registry, 'team'], serviceEnv);
  const end = new AbortController();
  setMaxListeners(0, end.signal);
  const durations = new Map();
  const failures = new Map();
  const samples = [];
  const note = (failure) => failures.set(failure, (failures.get(failure) ?? 0) + 1);
  const edits = editRegistry(registry, keys, editEveryMs);
  let updates = 0;
  const startedAt = performance.now();
  const timer = setTimeout(minutes * 60_000).then(() => end.abort());
  const every = async (ms, act) => {
    while (!end.signal.aborted) {
      await setTimeout(ms, undefined, { signal: end.signal }).catch(() => {});
      if (!end.signal.aborted) await act().catch((error) => note(String(error)));
    }
  };
  try {
    await Promise.all([
      timer,
      runClients({
        ...{ url: service.url, keys, clients, pauseMs: (1_000 * clients) / perSecond, signal: end.signal },
        onAnswer(route, ms, failure) {
          if (failure !== undefined) note(`${route}: ${failure}`);
          if (!durations.has(route)) durations.set(route, []);
          durations.get(route).push(ms);
        },
      }),
      every(SAMPLE_EVERY_MS, async () => {
        const { rssBytes, heapBytes, handles } = await service.usage();
        samples.push({
          hours: (performance.now() - startedAt) / 3_600_000,
          'RSS, MB': rssBytes / 1e6,
          'heap, MB': heapBytes / 1e6,
          handles,
        });
      }),
      ...(remote === undefined ? [] : [every(updateEveryMs, () => remote.update(++updates))]),
    ]);
  } finally {
    edits.stop();
    remote?.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const routes = Array.from(durations, ([route, all]) => ({ route, count: all.length, ...quantiles(all) }));
  return {
    requests: routes.reduce((sum, { count }) => sum + count, 0),
    failures: Array.from(failures, ([what, times]) => `${what} (${times} times)`),
    ...{ edits: edits.count(), updates, routes, slopes: slopesOf(samples, minutes) },
  };
}

function quantiles(all) {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { p50: at(0.5), p99: at(0.99) };
}

function slopesOf(samples, minutes) {
  const settled = samples.slice(Math.ceil(samples.length * WARM_UP));
  return Object.entries(LIMITS).map(([what, perHour]) => {
    const line = slopeOf(settled.map((sample) => [sample.hours, sample[what]]));
    const limit = perHour * Math.max(1, FULL_MINUTES / minutes);
    return { what, ...line, limit, isOver: lowerBound(line) > limit };
  });
}

/** An added registry that is updated by the command line; undefined without git. */
async function openRemote(root, env, log) {
  const run = (...args) =>
    promisify(execFile)(process.execPath, [CLI, 'registry', ...args], { env, cwd: root });
  mkdirSync(root);
  try {
    await promisify(execFile)('git', ['--version']);
  } catch {
    log('git is missing: no registry is updated.');
    return undefined;
  }
  const git = await serveGitRegistry(root);
  await run('add', git.url, '--yes');
  return {
    async update(number) {
      git.commit(number);
      await run('update', '--yes');
    },
    close: git.close,
  };
}

async function startService(registries, env) {
  const port = await freePort();
  const layers = registries.flatMap((registry) => ['-r', registry]);
  const child = fork(CHILD, ['serve', ...layers, '-p', String(port), '--log-level', 'error'], {
    env,
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await isHealthy(url))) {
    if (child.exitCode !== null) throw new Error(`The service ended with code ${child.exitCode}.`);
    await setTimeout(50);
  }
  return {
    url,
    usage: () =>
      new Promise((resolve) => {
        child.once('message', ({ rssBytes, heapBytes }) =>
          // Files, sockets and watches of the process; Linux.
          resolve({ rssBytes, heapBytes, handles: readdirSync(`/proc/${child.pid}/fd`).length }),
        );
        child.send({ ask: 'usage' });
      }),
    async close() {
      const ended = new Promise((resolve) =>
        child.exitCode === null ? child.once('exit', resolve) : resolve(),
      );
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function isHealthy(url) {
  return fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}
