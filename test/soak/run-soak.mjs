/** Many clients of a service for a while, with edits, additions and removals meanwhile. */
import { setMaxListeners } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { generateRegistry } from '../bench/generate-registry.mjs';
import { startService } from '../bench/service.mjs';
import { editRegistry } from './edit-registry.mjs';
import { runClients } from './soak-clients.mjs';

const SAMPLE_EVERY_MS = 2_000;
const EDIT_EVERY_MS = 1_000;
/** Share of the time without samples: caches fill, and V8 compiles. */
const WARM_UP = 0.4;
/** With 95 % confidence the true slope is above its lower bound. */
const CONFIDENCE = 1.645;
/** Growth per hour that is no leak, for ten minutes. A shorter time has more of the first growth, and so a higher limit. */
const LIMITS = { 'RSS, MB': 120, 'heap, MB': 60, handles: 180 };
const FULL_MINUTES = 10;

/**
 * @param {{ minutes: number, clients: number, perSecond: number, skills: number }} options
 * @returns {Promise<{ requests: number, failures: readonly string[], edits: number,
 *   routes: { route: string, count: number, p50: number, p99: number }[],
 *   slopes: { what: string, slope: number, error: number, limit: number, isOver: boolean }[] }>}
 */
export async function runSoak({ minutes, clients, perSecond, skills }) {
  const folder = mkdtempSync(join(tmpdir(), 'skills-registry-soak-'));
  const registry = join(folder, 'registry');
  const keys = generateRegistry(registry, { skills, files: 4, words: 300 }).skills.map(({ key }) => key);
  const env = { PATH: process.env['PATH'], HOME: folder };
  const service = await startService([registry], { env, execArgv: ['--expose-gc'] });
  const end = new AbortController();
  setMaxListeners(0, end.signal);
  const durations = new Map();
  const failures = new Map();
  const samples = [];
  const note = (failure) => failures.set(failure, (failures.get(failure) ?? 0) + 1);
  const edits = editRegistry(registry, keys, EDIT_EVERY_MS);
  const startedAt = performance.now();
  const timer = setTimeout(minutes * 60_000).then(() => end.abort());
  const takeSamples = async () => {
    while (!end.signal.aborted) {
      await setTimeout(SAMPLE_EVERY_MS, undefined, { signal: end.signal }).catch(() => {});
      const { rssBytes, heapBytes } = await service.usage();
      // Files, sockets and watches of the process; Linux.
      const handles = readdirSync(`/proc/${service.pid}/fd`).length;
      const hours = (performance.now() - startedAt) / 3_600_000;
      samples.push({ hours, 'RSS, MB': rssBytes / 1e6, 'heap, MB': heapBytes / 1e6, handles });
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
      takeSamples(),
    ]);
  } finally {
    edits.stop();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const routes = Array.from(durations, ([route, all]) => ({ route, count: all.length, ...quantiles(all) }));
  return {
    requests: routes.reduce((sum, { count }) => sum + count, 0),
    failures: Array.from(failures, ([what, times]) => `${what} (${times} times)`),
    ...{ edits: edits.count(), routes, slopes: slopesOf(samples, minutes) },
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
    return { what, ...line, limit, isOver: line.slope - CONFIDENCE * line.error > limit };
  });
}

/**
 * Slope of a line through points, and its standard error, by least squares. The samples of a short run follow each other,
 * so the error is a lower estimate.
 */
function slopeOf(points) {
  const mean = (pick) => points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [meanX, meanY] = [mean(([x]) => x), mean(([, y]) => y)];
  const sum = (term) => points.reduce((total, [x, y]) => total + term(x - meanX, y - meanY), 0);
  const sxx = sum((x) => x * x);
  const slope = sum((x, y) => x * y) / sxx;
  const residuals = sum((x, y) => (y - slope * x) ** 2);
  return { slope, error: Math.sqrt(residuals / (points.length - 2) / sxx) };
}
