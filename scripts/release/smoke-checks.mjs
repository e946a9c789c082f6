/** Installed app: hidden start, service, command line, MCP, clean exit. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.mjs';

/** First starts are slow on hosted runners. */
const START_MS = 90_000;
const END_MS = 30_000;
const ANSWER_MS = 5_000;

/** Throws with `what` on timeout. */
export async function until(what, look, timeoutMs = END_MS) {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`In ${timeoutMs / 1_000} s ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function ask(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Uses separate settings. Throws on a wrong version, missing skills, or if the app does not quit.
 * @param {{ binary: string, switches: readonly string[], version: string }} app
 */
export async function checkHiddenStart({ binary, switches, version }) {
  const userData = mkdtempSync(join(tmpdir(), 'smoke-'));
  const port = await freePort();
  const args = [...switches, '--hidden', '--port', String(port), `--user-data-dir=${userData}`];
  const child = spawn(binary, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = new Promise((resolve) => {
    child.once('error', (cause) => resolve(cause.message));
    child.once('exit', (code, signal) => resolve(signal ?? code));
  });
  let end;
  void ended.then((how) => {
    end = how;
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    const health = await until(
      'it served nothing',
      async () => {
        if (end !== undefined) throw new Error(`The app ended with ${end} before it served.`);
        return ask(`${url}/health`);
      },
      START_MS,
    );
    if (health.version !== version)
      throw new Error(`It serves as version ${health.version}, not ${version}.`);
    const list = await ask(`${url}/v1/skills`);
    if (!(list?.skills?.length > 0)) throw new Error('It serves no skill of its sample.');
    await stop(child, ended);
    await until('its port stayed open', async () => (await ask(`${url}/health`)) === undefined);
    return list.skills.length;
  } finally {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** By force on Windows: a program without a window can't be asked. */
async function stop(child, ended) {
  if (process.platform === 'win32') spawnSync('taskkill', ['/PID', String(child.pid), '/T', '/F']);
  else child.kill('SIGTERM');
  const late = new Promise((resolve) => setTimeout(resolve, END_MS, 'late').unref());
  const how = await Promise.race([ended, late]);
  if (how === 'late') throw new Error('It did not end when it was asked to.');
  if (process.platform !== 'win32' && how !== 0) throw new Error(`It ended with ${how}, not with 0.`);
}

/**
 * Printed version, and MCP handshake over stdio.
 * @param {readonly string[]} command program with leading arguments
 */
export async function checkCommandLine(command, version) {
  const [program, ...first] = command;
  const { stdout, stderr, error } = spawnSync(program, [...first, '--version'], { encoding: 'utf8' });
  const said = (stdout ?? '').trim();
  if (said !== version)
    throw new Error(`The command line says “${said}”, not ${version}. ${error?.message ?? stderr}`);
  const server = await initialize(program, [...first, 'mcp']);
  if (server.version !== version)
    throw new Error(`MCP answers as version ${server.version}, not ${version}.`);
}

async function initialize(program, args) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const message = {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'smoke', version: '1' },
    },
  };
  child.stdin.write(`${JSON.stringify(message)}\n`);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  try {
    await until('it did not answer over stdio', () => text.includes('\n'));
    const { result, error } = JSON.parse(text.slice(0, text.indexOf('\n')));
    if (result === undefined) throw new Error(`MCP refused: ${error?.message}`);
    return result.serverInfo;
  } finally {
    child.kill();
  }
}
