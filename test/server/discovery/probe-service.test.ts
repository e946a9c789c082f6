import { createServer, get, type RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { probeService } from '../../../src-server/discovery/fetch-status.ts';
import { listening } from '../../support/listening.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

/** Base URL of something else that speaks HTTP. */
async function serveAt(listener: RequestListener): Promise<string> {
  return (await listening(createServer(listener))).url;
}

/** Base URL of the service as it is asked by another name. */
function under(name: string, service: string): Promise<string> {
  return serveAt((request, response) => {
    get(`${service}${request.url}`, { headers: { Host: name } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
  });
}

describe('who answers at an address', () => {
  it('is the service, by its own name', async () => {
    const { url } = await startTestServer(temporaryRegistry(['cpp/a/b']));
    expect(await probeService(url)).toBe('ours');
  });

  it('is a service that refuses the name, until it is allowed', async () => {
    const registry = temporaryRegistry(['cpp/a/b']);
    const strict = await startTestServer(registry);
    expect(await probeService(await under('host.docker.internal', strict.url))).toBe('refuses-name');
    const open = await startTestServer(registry, { allowedHosts: ['host.docker.internal'] });
    expect(await probeService(await under('host.docker.internal', open.url))).toBe('ours');
  });

  it.each([
    { app: 'skills-registry', instanceId: 'one', registry: null },
    { app: 'skills-registry', instanceId: 'one', registry: [] },
    { app: 'another', instanceId: 'one', registry: {} },
    { app: 'skills-registry', registry: {} },
    null,
  ])('is none of ours where a stranger tells a status like %j', async (status) => {
    const stranger = await serveAt((_, response) => response.end(JSON.stringify(status)));
    expect(await probeService(stranger)).toBe('none-of-ours');
  });

  it('is asked in the name of whoever asks, each time', async () => {
    const asked: unknown[] = [];
    const url = await serveAt(({ url: path, headers }, response) => {
      asked.push([path, headers['user-agent']]);
      response.writeHead(403).end();
    });
    await probeService(url, { userAgent: 'somebody' });
    expect(asked).toEqual([
      ['/v1/status', 'somebody'],
      ['/health', 'somebody'],
    ]);
  });

  it('is none of ours where others refuse, answer or are silent', async () => {
    const refusing = await serveAt((_, response) => response.writeHead(403).end('{"error":"Go away."}'));
    expect(await probeService(refusing)).toBe('none-of-ours');
    const chatty = await serveAt((_, response) => response.writeHead(403).end('x'.repeat(100_000)));
    expect(await probeService(chatty)).toBe('none-of-ours');
    expect(await probeService('http://127.0.0.1:1')).toBe('none-of-ours');
  });
});
