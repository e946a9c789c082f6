import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, get, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { probeService } from '../../../src-server/cli/own-connector.ts';
import { askServers, writeDiscoveryFile } from '../../../src-server/discovery/find-services.ts';
import { discoveryFile } from '../../support/discovery-file.ts';
import { listening } from '../../support/listening.ts';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

/** Base URL of something else that speaks HTTP. */
const serveAt = async (listener: RequestListener) => (await listening(createServer(listener))).url;

describe('who answers at an address', () => {
  /** The service as it is asked by another name. */
  const under = (name: string, service: string) =>
    serveAt((request, response) => {
      get(`${service}${request.url}`, { headers: { Host: name } }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
    });

  it('is the service by its own name, and refuses others until they are allowed', async () => {
    const registry = temporaryRegistry(['cpp/a/b']);
    const strict = await startTestServer(registry);
    expect(await probeService(strict.url)).toBe('ours');
    expect(await probeService(await under('host.docker.internal', strict.url))).toBe('refuses-name');
    const open = await startTestServer(registry, { allowedHosts: ['host.docker.internal'] });
    expect(await probeService(await under('host.docker.internal', open.url))).toBe('ours');
  });

  it.each<readonly [string, RequestListener]>([
    [
      'tells another status',
      (_, response) => response.end('{"app":"another","instanceId":"one","registry":{}}'),
    ],
    ['tells half a status', (_, response) => response.end('{"app":"skills-registry","registry":{}}')],
    ['tells none', (_, response) => response.end('null')],
    ['refuses in its own words', (_, response) => response.writeHead(403).end('{"error":"Go away."}')],
    ['has no end', (_, response) => response.writeHead(403).end('x'.repeat(100_000))],
  ])('is none of ours where a stranger %s', async (_what, listener) => {
    expect(await probeService(await serveAt(listener))).toBe('none-of-ours');
  });

  it('is nobody where nobody listens', async () => {
    expect(await probeService('http://127.0.0.1:1')).toBe('none-of-ours');
  });
});

describe('the file of a service whose process number is taken', () => {
  /** A file that a service left behind whose process number another process has now. */
  async function leftBehind(url: string) {
    const dataFolder = temporaryFolder();
    const file = discoveryFile({ instanceId: 'ended', port: Number(new URL(url).port), registry: '/gone' });
    await writeDiscoveryFile(dataFolder, file);
    return { dataFolder, file };
  }

  it('names nobody where the port is free, or another program answers there', async () => {
    const server = createServer();
    const { url } = await listening(server);
    server.close();
    await once(server, 'close');
    const stranger = await serveAt((_request, response) => void response.end('hello'));
    const other = await startTestServer(temporaryRegistry(['cpp/a/b']));
    for (const left of [url, stranger, other.url])
      expect(await askServers((await leftBehind(left)).dataFolder)).toEqual({ answering: [], silent: [] });
  });

  it('names one that is silent where it takes the question and says nothing, or stops in the middle', async () => {
    for (const begin of ['', '{"app":']) {
      const url = await serveAt((_request, response) => void (begin !== '' && response.write(begin)));
      const { dataFolder, file } = await leftBehind(url);
      expect(await askServers(dataFolder, () => true, 200)).toEqual({ answering: [], silent: [file] });
    }
  });
});

describe('the file of a service', () => {
  it('is removed by its own end, and long after its process by the start of another', async () => {
    const dataFolder = temporaryFolder();
    const { pid } = spawnSync(process.execPath, ['--version']);
    const days = (number: number) => new Date(Date.now() - number * 24 * 60 * 60_000).toISOString();
    await writeDiscoveryFile(dataFolder, discoveryFile({ pid, startedAt: days(8) }));
    // Perhaps of another container: there it lives.
    await writeDiscoveryFile(dataFolder, discoveryFile({ pid: pid + 1, startedAt: days(1) }));
    const end = await writeDiscoveryFile(dataFolder, discoveryFile({}));
    const names = () => readdirSync(join(dataFolder, 'servers')).toSorted();
    expect(names()).toEqual([`${pid + 1}.json`, `${process.pid}.json`].toSorted());
    end();
    expect(names()).toEqual([`${pid + 1}.json`]);
  });
});
