import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Logger } from '../../../src-server/contract/service/logger.ts';
import { writeDiscoveryFile } from '../../../src-server/discovery/find-services.ts';
import { readCallers } from '../../../src-server/discovery/kept-files.ts';
import { userFolders } from '../../../src-server/platform/user-folders.ts';
import { type McpStdioOptions, openMcpStdioBackend } from '../../../src-server/service/mcp-stdio-backend.ts';
import { startServer } from '../../../src-server/service/start-server.ts';
import { discoveryFile } from '../../support/discovery-file.ts';
import { listening } from '../../support/listening.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { eventually, isolateUserFolders } from '../../support/test-server.ts';

const OWN = 'cpp/gabime/spdlog';
const SERVED = 'rust/tokio-rs/tokio';
const CLIENT = { name: 'cursor', version: '1' };

const said: string[] = [];
const logger = {
  debug: () => {},
  info: () => {},
  warn: (message: string) => said.push(message),
  error: () => {},
} as unknown as Logger;
afterEach(() => void said.splice(0));

/** The stdio transport's backend, with a registry of its own to fall back on. */
async function open({ named }: Pick<Partial<McpStdioOptions>, 'named'> = {}) {
  const registry = temporaryRegistry([OWN]);
  const backend = await openMcpStdioBackend({
    named,
    fallback: async () => ({ path: registry }),
    dataFolder: userFolders(process.env).data,
    logger,
  });
  onTestFinished(() => backend.close());
  const keys = async () => {
    const { resources } = await backend.answer('resources/list', {}, CLIENT);
    const uris = (resources as ReadonlyArray<{ uri: string }>).map(({ uri }) => uri);
    return [...new Set(uris.map((uri) => uri.split('/').slice(2, 5).join('/')))];
  };
  return { backend, keys };
}

/** Something that calls itself a service in the folder where services are found. */
async function pretend(
  listener: RequestListener,
  { pid = process.pid, registry = temporaryRegistry([OWN]) } = {},
): Promise<void> {
  const { port } = await listening(createServer(listener));
  const remove = await writeDiscoveryFile(
    userFolders(process.env).data,
    discoveryFile({ pid, port, registry }),
  );
  onTestFinished(remove);
}

describe('a client that starts the service for itself', () => {
  it('is answered from all layers that are named, and not by a service of one of them', async () => {
    isolateUserFolders();
    const upper = temporaryRegistry([SERVED]);
    const server = await startServer({ registry: upper, port: 0 });
    onTestFinished(() => server.close());
    const layers = [{ folder: upper }, { folder: temporaryRegistry([OWN]) }];
    const { keys } = await open({ named: { path: upper, layers } });
    expect(await keys()).toEqual([SERVED, OWN].sort());
  });

  it('is known to have called, whoever answered', async () => {
    isolateUserFolders();
    const server = await startServer({ registry: temporaryRegistry([SERVED]), port: 0 });
    onTestFinished(() => server.close());
    const { backend } = await open();
    backend.introduce(CLIENT);
    const call = (name: string, args: object) =>
      backend.answer('tools/call', { name, arguments: args }, CLIENT);
    const kept = () => readCallers(userFolders(process.env).data);
    await backend.answer('tools/list', {}, CLIENT);
    await eventually(kept, (callers) => callers.length > 0);
    expect(await kept()).toEqual([{ name: 'cursor', lastAt: expect.any(String) }]);
    const callAndLook = () => call('get_skill', { path: SERVED }).then(kept, kept);
    await eventually(callAndLook, ([caller]) => caller?.lastCall !== undefined);
    await call('get_section', { path: SERVED, section: 'pitfalls' });
    const lastRead = { skillKey: SERVED, file: 'pitfalls.md' };
    const known = { name: 'cursor', lastCall: expect.any(String), lastRead };
    expect(server.status().callers).toMatchObject([known]);
  });

  it('goes on in this process once the service that it asked has ended', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([SERVED]);
    const server = await startServer({ registry, port: 0 });
    const { keys } = await open({ named: { path: registry } });
    expect(await keys()).toEqual([SERVED]);
    await server.close();
    expect(await keys()).toEqual([SERVED]);
  });

  it('is told in the log which of several services answers', async () => {
    isolateUserFolders();
    const answer: RequestListener = (_, response) => {
      const status = { app: 'skills-registry', instanceId: 'fake', registry: { available: true } };
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(status));
    };
    await pretend(answer);
    await open();
    expect(said).toEqual([]);
    await pretend(answer, { pid: process.ppid });
    await open();
    expect(said).toEqual([
      expect.stringMatching(
        /^2 services run\. Commands and clients ask .* Name a folder with -r to choose\.$/,
      ),
    ]);
  });
});
