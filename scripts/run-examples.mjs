/**
 * Sample registry's examples: `npm run examples [-- <part of a key>...]`. Exits with 1 after a failure, with
 * 2 if no key matches. sample-examples.mjs has the commands; databases are started on demand.
 *
 * Variables: `PYTHON` (default `python3`); `NODE_PATH` and `GOPATH` for more libraries (Go's default is
 * Debian's source folder).
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseExamples, reasonToSkip } from './sample-examples.mjs';
import { findPostgres, startPostgres } from './scratch-postgres.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SKILLS = join(ROOT, 'assets/sample-registry/skills');
/** First builds of C++ or Rust libraries take minutes. */
const RUN_TIMEOUT_MS = 600_000;
const PROBE_TIMEOUT_MS = 60_000;

const environment = {
  ...process.env,
  PYTHON: process.env.PYTHON ?? 'python3',
  NODE_PATH: [join(ROOT, 'node_modules'), process.env.NODE_PATH ?? ''].join(delimiter),
  GO111MODULE: 'off',
  GOPATH: process.env.GOPATH ?? '/usr/share/gocode',
};

const chosen = chooseExamples(process.argv.slice(2));
if (chosen.length === 0) {
  console.error(`No example's key holds ${process.argv.slice(2).join(' or ')}.`);
  process.exit(2);
}
const programs = findPostgres();
let database;
let failures = 0;
/** Each process has its own group, which Ctrl+C does not reach. */
let running;
let interruption;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // A second signal ends this process.
  process.once(signal, () => {
    interruption ??= signal;
    endGroup(running);
  });
}
try {
  for (const example of chosen) {
    if (interruption !== undefined) break;
    const found = await lookAround(example);
    if (interruption !== undefined) break;
    const reason = reasonToSkip(example, found);
    if (reason !== undefined) console.log(`skipped  ${example.key}: ${reason}`);
    else if (!(await runs(example, found))) failures += 1;
  }
} finally {
  database?.stop();
}
if (interruption !== undefined) {
  console.log(`ended by ${interruption}`);
  process.exitCode = 128 + constants.signals[interruption];
} else process.exitCode = failures === 0 ? 0 : 1;

async function lookAround({ commands, probe }) {
  const found = new Set();
  for (const command of commands) {
    const { status } = await shell(`command -v "${command}"`, PROBE_TIMEOUT_MS);
    if (status === 0) found.add(command);
  }
  if (found.size < commands.length) return { commands: found, version: undefined, postgres: false };
  const { status, output } = await shell(probe, PROBE_TIMEOUT_MS);
  const version = status === 0 ? (output.trim().split('\n')[0] ?? '') : undefined;
  return { commands: found, version, postgres: programs !== undefined };
}

async function runs({ key, file, postgres, run }, { version }) {
  const began = Date.now();
  if (postgres === true) database ??= await startPostgres(programs);
  if (interruption !== undefined) return true;
  const { status, output } = await shell(run, RUN_TIMEOUT_MS, {
    EXAMPLE: join(SKILLS, file),
    ...(postgres === true ? { DATABASE_URL: database.url } : {}),
  });
  if (interruption !== undefined) return true;
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  const ending = status === null ? `ended after ${RUN_TIMEOUT_MS / 1000} s` : `status ${status}`;
  console.log(`${status === 0 ? 'ran    ' : 'failed '}  ${key} (${version}): ${ending}, ${seconds} s`);
  if (status !== 0) console.log(output.replace(/^/gm, '    '));
  return status === 0;
}

/** In an empty folder. A timeout kills all processes; the status is then null. */
async function shell(script, timeoutMs, variables = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'example-'));
  try {
    const child = spawn('sh', ['-c', script], {
      cwd: folder,
      env: { ...environment, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Process group, to kill all children.
      detached: true,
    });
    running = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    const timer = setTimeout(() => endGroup(child), timeoutMs);
    const status = await new Promise((resolve) => {
      child.on('close', resolve);
      child.on('error', () => resolve(127));
    });
    clearTimeout(timer);
    running = undefined;
    return { status, output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function endGroup(child) {
  if (child?.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Already ended.
  }
}
