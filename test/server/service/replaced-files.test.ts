import { spawn } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { packageRoot, sampleRegistry } from '../../../src-server/built-files.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';

it.each<[what: string, update: (folder: string) => void]>([
  ['took its files away', (folder) => rmSync(join(folder, 'dist'), { recursive: true })],
  ['put others of the same name there', putAnotherBuild],
])('says that it must be started again where an update %s before anybody asked by MCP', async (_, update) => {
  const folder = temporaryFolder();
  for (const path of ['package.json', 'dist/server'])
    cpSync(join(packageRoot(), path), join(folder, path), { recursive: true });
  const url = await serveFrom(folder);

  update(folder);

  for (const time of ['first', 'second']) {
    const answer = await initialize(url);
    expect([time, answer.status]).toEqual([time, 500]);
    expect(await answer.json()).toEqual({ error: expect.stringContaining('Start the service again') });
  }
  expect((await fetch(`${url}/health`)).status).toBe(200);
});

/** The files that MCP takes from packages, as if they had been built of something else. */
function putAnotherBuild(folder: string): void {
  const file = join(folder, 'dist/server/mcp-sdk.cjs');
  const text = readFileSync(file, 'utf8');
  const other = text.replace(/(?<=module\.exports\.build=")\w+/, 'another');
  expect(other).not.toBe(text);
  writeFileSync(file, other);
}

function initialize(url: string): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      },
    }),
  });
}

/** The address of a service that runs from a folder's own copy of the program. */
async function serveFrom(folder: string): Promise<string> {
  const program = join(folder, 'dist/server/skills-registry.cjs');
  const args = ['serve', '-r', sampleRegistry(), '-p', '0', '--log-level', 'error'];
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder };
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer) => {
      said += chunk;
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('close', () => reject(new Error(said)));
  });
}
