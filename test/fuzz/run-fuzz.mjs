/** Runs fuzz targets, each in a thread with a watchdog for time and memory. */
import { mkdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** One input; generous, since the machine may be loaded. */
const HUNG_MS = 30_000;
const LOOK_EVERY_MS = 250;
/** V8's heap of the thread, and everything that the process holds in memory. */
const HEAP_MB = 512;
const MEMORY_BYTES = 2 * 1024 ** 3;

/** @returns the bundled worker and the names of all targets */
export async function prepareFuzz() {
  const outdir = `${root}.bench/fuzz`;
  mkdirSync(outdir, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: { worker: 'test/fuzz/fuzz-worker.ts', targets: 'test/fuzz/all-targets.ts' },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
  const { FUZZ_TARGETS } = await import(pathToFileURL(`${outdir}/targets.mjs`).href);
  return { worker: `${outdir}/worker.mjs`, targets: FUZZ_TARGETS.map(({ name }) => name) };
}

/**
 * @param {string} worker of `prepareFuzz`
 * @param {{ target: string, seed: number, from?: number, runs?: number, milliseconds?: number }} request
 * @returns {Promise<{ inputs: number, findings: { number: number, what: string, input: string }[] }>}
 */
export async function fuzz(worker, { target, seed, from = 0, runs = 2 ** 31 - 1, milliseconds = 2 ** 31 }) {
  const endsAt = performance.now() + milliseconds;
  const result = { inputs: 0, findings: [] };
  for (let at = from; ; ) {
    const left = Math.max(1, Math.round(endsAt - performance.now()));
    const part = await runThread(worker, {
      target,
      seed,
      from: at,
      runs: from + runs - at,
      milliseconds: left,
    });
    result.findings.push(...part.findings);
    result.inputs += part.inputs;
    at += part.inputs;
    // A thread that was ended stopped at its last input: another goes on behind.
    const isDone = !part.wasEnded || at >= from + runs || performance.now() >= endsAt;
    if (isDone || result.findings.length >= 5) return result;
  }
}

function runThread(worker, request) {
  const present = new Int32Array(new SharedArrayBuffer(4));
  Atomics.store(present, 0, request.from);
  const thread = new Worker(worker, {
    workerData: { ...request, present },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  return new Promise((resolve) => {
    let [last, since] = [request.from, performance.now()];
    const end = (result) => {
      clearInterval(timer);
      void thread.terminate().then(() => resolve(result));
    };
    const endAt = (what) => {
      const number = Atomics.load(present, 0);
      end({ inputs: number - request.from + 1, wasEnded: true, findings: [{ number, what, input: '' }] });
    };
    const timer = setInterval(() => {
      const now = Atomics.load(present, 0);
      if (now !== last) [last, since] = [now, performance.now()];
      else if (performance.now() - since > HUNG_MS) endAt(`took longer than ${HUNG_MS / 1_000} s`);
      if (process.memoryUsage.rss() > MEMORY_BYTES) endAt('took more memory than 2 GiB');
    }, LOOK_EVERY_MS);
    thread.once('message', (result) => end({ ...result, wasEnded: false }));
    thread.once('error', (error) => endAt(`ended the thread: ${error.stack ?? error}`));
  });
}
