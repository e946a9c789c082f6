import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { askServers, writeDiscoveryFile } from '../../../src-server/discovery/discovery-files.ts';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

/** A file that a service left behind whose process number another process has now. */
async function leftBehind(url: string) {
  const dataFolder = temporaryFolder();
  const { port } = new URL(url);
  const file = {
    ...{ schema: 1 as const, pid: process.pid, instanceId: 'ended', app: 'cli' as const, version: '0.0.0' },
    ...{ host: '127.0.0.1', port: Number(port), url, mcpUrl: `${url}/mcp`, registry: '/gone' },
    startedAt: '2026-11-22T00:00:00Z',
  };
  await writeDiscoveryFile(dataFolder, file);
  return { dataFolder, file };
}

async function listening(server: Server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('takes nobody for a service that hangs where nobody has its port any more', async () => {
  const server = createServer();
  const url = await listening(server);
  server.close();
  await once(server, 'close');
  const { dataFolder } = await leftBehind(url);
  expect(await askServers(dataFolder)).toEqual({ answering: [], silent: [] });
});

it('takes nobody for one where somebody else answers at its address', async () => {
  const stranger = createServer((_request, response) => void response.end('hello'));
  const other = await startTestServer(temporaryRegistry(['cpp/a/b']));
  for (const url of [await listening(stranger), other.url])
    expect(await askServers((await leftBehind(url)).dataFolder)).toEqual({ answering: [], silent: [] });
});

it('takes one for hanging that took the question and says nothing, or stops in the middle', async () => {
  for (const begin of ['', '{"app":']) {
    const mute = createServer((_request, response) => void (begin !== '' && response.write(begin)));
    onTestFinished(() => mute.closeAllConnections());
    const { dataFolder, file } = await leftBehind(await listening(mute));
    expect(await askServers(dataFolder, { timeoutMs: 200 })).toEqual({ answering: [], silent: [{ file }] });
  }
});
