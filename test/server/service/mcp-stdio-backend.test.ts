import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Logger } from '../../../src-server/contract/service.ts';
import { writeDiscoveryFile } from '../../../src-server/discovery/find-services.ts';
import { readCallers } from '../../../src-server/discovery/kept-files.ts';
import { userFolders } from '../../../src-server/platform/files.ts';
import { type McpStdioOptions, openMcpStdioBackend } from '../../../src-server/service/mcp-stdio-backend.ts';
import { dayOf } from '../../../src-server/service/read-counts.ts';
import { startServer } from '../../../src-server/service/start-server.ts';
import { discoveryFile } from '../../support/discovery-file.ts';
import { listening } from '../../support/listening.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { eventually, isolateUserFolders } from '../../support/test-server.ts';

const OWN = 'cpp/gabime/spdlog';
const SERVED = 'rust/tokio-rs/tokio';
const CLIENT = { name: 'cursor', version: '1' };

const said: string[] = [];
const chosen: string[] = [];
const logger = {
  debug: () => {},
  info: (message: string) => chosen.push(message),
  warn: (message: string) => said.push(message),
  error: () => {},
} as unknown as Logger;
afterEach(() => {
  said.splice(0);
  chosen.splice(0);
});

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
  {
    pid = process.pid,
    registry = temporaryRegistry([OWN]),
    startedAt = '2026-11-22T00:00:00Z',
    instanceId = 'fake',
  } = {},
): Promise<() => void> {
  const { port } = await listening(createServer(listener));
  const remove = await writeDiscoveryFile(
    userFolders(process.env).data,
    discoveryFile({ pid, port, registry, startedAt, instanceId }),
  );
  onTestFinished(remove);
  return remove;
}

/** The answers of a service with these skills. */
function answering(keys: readonly string[], instanceId = 'fake'): RequestListener {
  return ({ url }, response) => {
    const status = { app: 'skills-registry', instanceId, registry: { available: true } };
    const list = { skills: keys.map((key) => ({ key })) };
    response
      .setHeader('Content-Type', 'application/json')
      .end(JSON.stringify(url === '/v1/status' ? status : list));
  };
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

  it('has each read counted once: by the service that it asks, else by itself', async () => {
    isolateUserFolders();
    const { data } = userFolders(process.env);
    const registry = temporaryRegistry([OWN]);
    const server = await startServer({ registry, port: 0, recordActivity: 'counted' });
    const { backend } = await open();
    backend.introduce(CLIENT);
    const read = () => backend.answer('tools/call', { name: 'get_skill', arguments: { path: OWN } }, CLIENT);
    await read();
    await server.close();
    await read();
    await read();
    await backend.close();
    const { clients } = JSON.parse(readFileSync(join(data, 'reads/counts.json'), 'utf8'));
    expect(clients).toEqual([{ name: 'cursor', days: { [dayOf(new Date())]: { [OWN]: 3 } } }]);
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

  it('finds a service that starts later, and none once it has stopped', async () => {
    isolateUserFolders();
    const { keys } = await open();
    expect(await keys()).toEqual([OWN]);
    const server = await startServer({ registry: temporaryRegistry([SERVED]), port: 0 });
    onTestFinished(() => server.close());
    expect(await keys()).toEqual([SERVED]);
    await server.close();
    expect(await keys()).toEqual([OWN]);
  });

  it('finds a service of the named registry that starts later, and no other one', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([OWN]);
    const { keys } = await open({ named: { path: registry } });
    await pretend(answering([SERVED], 'other'), {
      pid: process.ppid,
      instanceId: 'other',
      registry: temporaryRegistry([SERVED]),
    });
    expect(await keys()).toEqual([OWN]);
    const server = await startServer({ registry, port: 0 });
    onTestFinished(() => server.close());
    expect(await keys()).toEqual([OWN]);
    expect(chosen.at(-1)).toContain(server.url);
  });

  it('asks the service that was started last, and again the first once the other has stopped', async () => {
    isolateUserFolders();
    const first = await startServer({ registry: temporaryRegistry([OWN]), port: 0 });
    onTestFinished(() => first.close());
    const { keys } = await open();
    expect(await keys()).toEqual([OWN]);
    const later = { pid: process.ppid, startedAt: '2126-01-01T00:00:00Z' };
    const stop = await pretend(answering([SERVED]), later);
    expect(await keys()).toEqual([SERVED]);
    stop();
    expect(await keys()).toEqual([OWN]);
  });

  it.each([
    ['on another port with another registry', [SERVED]],
    ['with the same registry', [OWN]],
  ])('follows a service that restarts %s', async (_, keysOfNext) => {
    isolateUserFolders();
    const { keys } = await open();
    const first = await startServer({ registry: temporaryRegistry([OWN]), port: 0 });
    expect(await keys()).toEqual([OWN]);
    await first.close();
    const next = await startServer({ registry: temporaryRegistry(keysOfNext), port: 0 });
    onTestFinished(() => next.close());
    expect(await keys()).toEqual(keysOfNext);
  });

  it('answers from its own registry while a service is silent, and from the service once that answers', async () => {
    isolateUserFolders();
    let isSilent = true;
    const answer = answering([SERVED]);
    await pretend((request, response) => {
      if (!isSilent) answer(request, response);
    });
    const { keys } = await open();
    expect(await keys()).toEqual([OWN]);
    isSilent = false;
    await eventually(keys, ([key]) => key === SERVED);
  });

  it('is told in the log which of several services answers', async () => {
    isolateUserFolders();
    await pretend(answering([OWN]));
    await open();
    expect(said).toEqual([]);
    await pretend(answering([OWN], 'other'), { pid: process.ppid, instanceId: 'other' });
    await open();
    expect(said).toEqual([
      expect.stringMatching(
        /^2 services run\. Commands and clients ask .* Name a folder with -r to choose\.$/,
      ),
    ]);
  });
});
