import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../scripts/free-port.mjs';
import { findServers } from '../../../src-server/discovery/discovery-files.ts';
import { diskHere } from '../../../src-server/registry/disk/open-disk.ts';
import type { RegistryDisk } from '../../../src-server/registry/disk/registry-disk.ts';
import { startServer } from '../../../src-server/start-server.ts';
import { userFolders } from '../../../src-server/user-folders.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { ask, eventually, isolateUserFolders } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';

/** A registry whose folder is read when the test says so. */
function slowRegistry() {
  isolateUserFolders();
  const root = temporaryRegistry([KEY]);
  const here = diskHere();
  let read = () => {};
  const mayRead = new Promise<void>((resolve) => {
    read = resolve;
  });
  let isClosed = false;
  const disk: RegistryDisk = {
    ...here,
    async follow(options, events) {
      await mayRead;
      return here.follow(options, events);
    },
    async close() {
      isClosed = true;
      await here.close();
    },
  };
  const location = { root, skillsFolder: 'skills', layout: 'registry' } as const;
  return { options: { registry: root, found: { disk, location } }, read, isClosed: () => isClosed };
}

describe('a service whose registry is still being read', () => {
  it('says so, with how far it is, and is announced when it has been', async () => {
    const { options, read } = slowRegistry();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const starting = startServer({ ...options, port });
    const why = 'The registry is still being read: 0 skills so far.';
    const early = await eventually(
      () => ask(`${url}/v1/status`).catch(() => undefined),
      (answer) => answer !== undefined,
    );
    expect(early?.json()).toMatchObject({
      registry: { available: false, reason: why },
      counts: { skills: 0 },
    });
    for (const path of ['/health', '/v1/skills', '/v1/find?q=log', '/v1/diagnostics'])
      expect((await ask(`${url}${path}`)).json()).toEqual({ error: why });
    expect(await findServers(userFolders().data)).toEqual([]);
    read();
    const server = await starting;
    onTestFinished(() => server.close());
    expect((await ask(`${url}/v1/skills/${KEY}`)).status).toBe(200);
    expect((await findServers(userFolders().data)).map(({ file }) => file.port)).toEqual([port]);
  });

  it('answers a question for its health that came meanwhile as soon as it can', async () => {
    const { options, read } = slowRegistry();
    const port = await freePort();
    const starting = startServer({ ...options, port });
    const url = `http://127.0.0.1:${port}`;
    await eventually(
      () => ask(`${url}/v1/status`).catch(() => undefined),
      (answer) => answer !== undefined,
    );
    const asked = ask(`${url}/health`);
    await ask(`${url}/v1/status`);
    read();
    expect((await asked).status).toBe(200);
    await (await starting).close();
  });

  it('is told of a taken port at once, and closes the disk', async () => {
    const { options, isClosed } = slowRegistry();
    const holder = createServer();
    onTestFinished(() => void holder.close());
    const port = await new Promise<number>((resolve) => {
      holder.listen(0, '127.0.0.1', () => resolve((holder.address() as { port: number }).port));
    });
    await expect(startServer({ ...options, port })).rejects.toThrow(`Port ${port} is taken`);
    expect(isClosed()).toBe(true);
  });

  it('is closed where the folder can’t be read after all', async () => {
    const { options } = slowRegistry();
    const port = await freePort();
    const disk: RegistryDisk = { ...options.found.disk, follow: () => Promise.reject(new Error('lost')) };
    await expect(startServer({ ...options, found: { ...options.found, disk }, port })).rejects.toThrow(
      'lost',
    );
    await expect(ask(`http://127.0.0.1:${port}/health`)).rejects.toThrow('ECONNREFUSED');
  });
});
