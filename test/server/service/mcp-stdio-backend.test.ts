import { renameSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ActivityEvent } from '../../../src-server/contract/api/activity.ts';
import type { Logger } from '../../../src-server/contract/service/logger.ts';
import { readCallers } from '../../../src-server/discovery/caller-files.ts';
import { writeDiscoveryFile } from '../../../src-server/discovery/discovery-files.ts';
import { userFolders } from '../../../src-server/platform/user-folders.ts';
import { type McpStdioOptions, openMcpStdioBackend } from '../../../src-server/service/mcp-stdio-backend.ts';
import { startServer } from '../../../src-server/start-server.ts';
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
    folders: userFolders(process.env),
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
  it('hears that the service which runs has lost its registry, until that is back', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([SERVED]);
    const server = await startServer({ registry, port: 0, scanIntervalMs: 100 });
    onTestFinished(() => server.close());
    renameSync(registry, `${registry}-moved`);
    await eventually(
      () => server.status().registry.available,
      (isThere) => !isThere,
    );
    const { backend, keys } = await open();
    const words = `The service at ${server.url} runs without its registry. The registry folder ${registry} can't be read now: it is gone. Restore the folder, or stop`;
    expect(said).toEqual([expect.stringContaining(words)]);
    expect(await backend.answer('tools/list', {}, CLIENT)).toMatchObject({ tools: expect.any(Array) });
    const find = { name: 'find_skills', arguments: { query: 'never' } };
    const { isError, content } = await backend.answer('tools/call', find, CLIENT);
    expect({ isError, content }).toEqual({
      isError: true,
      content: [expect.objectContaining({ text: expect.stringContaining(words) })],
    });
    renameSync(`${registry}-moved`, registry);
    await eventually(
      () => server.status().registry.available,
      (isThere) => isThere,
    );
    expect(await keys()).toEqual([SERVED]);
  });

  it('is answered from all layers that are named, and not by a service of one of them', async () => {
    isolateUserFolders();
    const upper = temporaryRegistry([SERVED]);
    const server = await startServer({ registry: upper, port: 0 });
    onTestFinished(() => server.close());
    const layers = [{ folder: upper }, { folder: temporaryRegistry([OWN]) }];
    const { keys } = await open({ named: { path: upper, layers } });
    expect(await keys()).toEqual([SERVED, OWN].sort());
  });

  it('follows a service that is started later, and is seen there', async () => {
    isolateUserFolders();
    const { backend, keys } = await open();
    backend.introduce(CLIENT);
    expect(await keys()).toEqual([OWN]);
    const events: ActivityEvent[] = [];
    const registry = temporaryRegistry([SERVED]);
    const server = await startServer({ registry, port: 0, onActivity: (event) => events.push(event) });
    onTestFinished(() => server.close());
    await eventually(keys, (found) => found.join() === SERVED);
    expect(events.map(({ client }) => client)).toContain('cursor');
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
  });

  it('stays with the registry of a service that came and went', async () => {
    isolateUserFolders();
    const { keys } = await open();
    expect(await keys()).toEqual([OWN]);
    const server = await startServer({ registry: temporaryRegistry([SERVED]), port: 0 });
    onTestFinished(() => server.close());
    await eventually(keys, (found) => found.join() === SERVED);
    await server.close();
    expect(await keys()).toEqual([SERVED]);
  });

  it('goes over to a service with another registry, once the one that it had has ended', async () => {
    isolateUserFolders();
    const first = await startServer({ registry: temporaryRegistry([OWN]), port: 0 });
    onTestFinished(() => first.close());
    const { keys } = await open();
    await eventually(keys, (found) => found.join() === OWN);
    await first.close();
    expect(await keys()).toEqual([OWN]);
    const second = await startServer({ registry: temporaryRegistry([SERVED]), port: 0 });
    onTestFinished(() => second.close());
    await eventually(keys, (found) => found.join() === SERVED);
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
