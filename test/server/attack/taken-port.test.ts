import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { HttpQueries, ServiceGoneError } from '../../../src-server/discovery/ask-service.ts';
import { askServers, writeDiscoveryFile } from '../../../src-server/discovery/find-services.ts';
import { userFolders } from '../../../src-server/platform/files.ts';
import { discoveryFile } from '../../support/discovery-file.ts';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

/** Another user's program on the port of a service that has ended. */
async function takePort(listener: RequestListener): Promise<{ url: string; port: number }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port };
}

const sayList: RequestListener = (_request, response) => {
  response.end('{"version":1,"updated_at":"2026-01-01T00:00:00Z","skills":[]}');
};
const askIt = (url: string, secret: string | undefined) => new HttpQueries({ url, secret }).list();

it('a bridge takes no word from a program that took the port of its service', async () => {
  const { url } = await takePort(sayList);
  await expect(askIt(url, 'of-the-service')).rejects.toBeInstanceOf(ServiceGoneError);
});

it('a program that repeats the public instance is not found as a service', async () => {
  const file = discoveryFile({});
  const { url, port } = await takePort((_request, response) => {
    response.end(
      JSON.stringify({ app: 'skills-registry', instanceId: file.instanceId, registry: { available: true } }),
    );
  });
  const data = temporaryFolder();
  await writeDiscoveryFile(data, { ...file, url, port, mcpUrl: `${url}/mcp` }, 'of-the-service');
  expect(await askServers(data)).toEqual({ answering: [], silent: [], ignored: [], unread: [] });
});

it('the service itself is found and asked, and its secret is not told', async () => {
  const server = await startTestServer(temporaryRegistry(['cpp/gabime/spdlog']));
  const { answering } = await askServers(userFolders().data);
  const [found] = answering;
  expect(found?.file.url).toBe(server.url);
  expect(JSON.stringify(found?.file)).not.toContain(found?.secret);
  expect(await askIt(server.url, found?.secret)).toMatchObject({ skills: [{ key: 'cpp/gabime/spdlog' }] });
  expect((await server.get('/v1/status')).text).not.toContain(found?.secret);
});
