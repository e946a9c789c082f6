import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { truncateSync, utimesSync } from 'node:fs';
import { get } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { MAX_RUNNING } from '../../../src-server/contract/api/limits.ts';
import { withWriteLock } from '../../../src-server/writing/write-lock.ts';
import { runCliProcess, startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { ask, eventually } from '../../support/test-server.ts';
import { onWindows, unless } from '../../support/unless.ts';

async function serve(registry: string): Promise<{ readonly url: string; readonly port: number }> {
  const cli = startCli(['serve', '-p', '0', '-r', registry], { userFolder: temporaryUserFolder() });
  const out = await eventually(cli.out, (text) => text.includes('Stop with'));
  const url = out.match(/http:\/\/[\d.]+:\d+/)?.[0] ?? '';
  return { url, port: Number(new URL(url).port) };
}

it('bodies that never arrive delay no other request', async () => {
  const { url, port } = await serve(temporaryRegistry(['cpp/gabime/spdlog']));
  const head =
    'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
  for (let i = 0; i < MAX_RUNNING + 8; i += 1) {
    const socket = connect(port, '127.0.0.1', () => socket.write(head));
    socket.on('error', () => {});
    socket.resume();
    onTestFinished(() => void socket.destroy());
  }
  for (let i = 0; i < 60; i += 1) {
    expect((await ask(`${url}/v1/skills`)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
});

it('a small skill does not wait for all large skills requested before', async () => {
  const large = [...'abcdefghijkl'].map((name) => `cpp/large/${name}`);
  const registry = temporaryRegistry([...large, 'cpp/gabime/spdlog']);
  for (const key of large) truncateSync(join(registry, 'skills', key, 'overview.md'), 15 * 1024 * 1024);
  const { url } = await serve(registry);
  let ended = 0;
  const sent = large.map((key) => {
    const request = get(`${url}/v1/skills/${key}`, { agent: false }, (response) => {
      response.resume();
      response.once('end', () => {
        ended += 1;
      });
    });
    request.on('error', () => {});
    onTestFinished(() => void request.destroy());
    return once(request, 'finish');
  });
  await Promise.all(sent);
  await ask(`${url}/health`);
  expect((await ask(`${url}/v1/skills/cpp/gabime/spdlog`)).status).toBe(200);
  expect(ended).toBeLessThan(large.length / 2);
});

it('init does not wait for a pipe', unless(onWindows), async () => {
  const cwd = temporaryFolder();
  execFileSync('mkfifo', [join(cwd, 'Cargo.toml')]);
  const args = ['init', '--language', 'cpp', '--repo', 'acme/zz'];
  expect((await runCliProcess(args, { userFolder: temporaryUserFolder(), cwd })).code).toBe(0);
});

it('a lock that came with the folder, of a time to come, keeps nobody out for good', async () => {
  const root = temporaryFolder({ '.submissions/lock': { pid: 1, host: 'elsewhere' } });
  utimesSync(join(root, '.submissions/lock'), 4e9, 4e9);
  await expect(withWriteLock(root, '.submissions', async () => 'done')).resolves.toBe('done');
});
