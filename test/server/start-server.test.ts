import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeDiscoveryFile } from '../../src-server/discovery/discovery-files.ts';
import { rememberedRegistry } from '../../src-server/discovery/remembered-registry.ts';
import { startServer } from '../../src-server/start-server.ts';
import { userFolders } from '../../src-server/user-folders.ts';
import { temporaryRegistry } from '../support/temporary-registry.ts';
import { eventually, isolateUserFolders } from '../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';

/** Something that takes connections and says nothing, announced as a service of this user. */
async function hungPort(registry: string): Promise<number> {
  const hung = createServer((socket) => onTestFinished(() => void socket.destroy()));
  hung.listen(0, '127.0.0.1');
  onTestFinished(() => void hung.close());
  await once(hung, 'listening');
  const { port } = hung.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  await writeDiscoveryFile(userFolders().data, {
    schema: 1,
    pid: process.pid,
    instanceId: 'hung',
    app: 'cli',
    version: '1.0.0',
    host: '127.0.0.1',
    port,
    url,
    mcpUrl: `${url}/mcp`,
    registry,
    startedAt: '2026-11-20T12:00:00.000Z',
  });
  return port;
}

describe('startServer', () => {
  it('says nothing of reading once it waits for who has the port', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([KEY]);
    const said: string[] = [];
    const started = startServer({
      registry,
      port: await hungPort(registry),
      onLongReading: () => said.push('reading'),
      late: { say: () => said.push('waiting'), afterMs: 0 },
    });
    await expect(started).rejects.toThrow('does not answer');
    expect(said.at(-1)).toBe('waiting');
  });

  it('has the app’s registry remembered at once, unless it is the sample for want of another', async () => {
    isolateUserFolders();
    const [chosen, sample] = [temporaryRegistry([KEY]), temporaryRegistry([KEY])];
    const remembered = () => rememberedRegistry(userFolders().data);
    const fallback = await startServer({ registry: sample, port: 0, app: 'tray', isFallback: true });
    onTestFinished(() => fallback.close());
    const server = await startServer({ registry: chosen, port: 0, app: 'tray' });
    onTestFinished(() => server.close());
    expect(await eventually(remembered, (folder) => folder !== undefined)).toBe(chosen);
  });
});
