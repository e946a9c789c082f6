import { appendFileSync } from 'node:fs';
import http, { get as httpGet, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Status } from '../../../src-server/contract/api.ts';
import type { ServiceQueries, StatusFollower } from '../../../src-server/contract/queries.ts';
import { statusRoutes } from '../../../src-server/http/routes/status.ts';
import { connectOverHttp } from '../../support/mcp-client.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { eventually, startTestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';

interface Followed {
  readonly response: IncomingMessage;
  /** What was told so far. */
  readonly told: Status[];
  readonly ended: Promise<void>;
}

function follow(url: string): Promise<Followed> {
  return new Promise((resolve, reject) => {
    const request = httpGet(`${url}/v1/events`, { agent: false }, (response) => {
      const told: Status[] = [];
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        const events = text.split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) {
          const [name, data = ''] = event.split('\n');
          expect(name).toBe('event: status');
          told.push(JSON.parse(data.replace('data: ', '')) as Status);
        }
      });
      const ended = new Promise<void>((end) => response.once('close', end));
      resolve({ response, told, ended });
    });
    request.on('error', reject);
    onTestFinished(() => void request.destroy());
  });
}

describe('GET /v1/events', () => {
  it('tells the status at first, and after an edit', async () => {
    const registry = temporaryRegistry([KEY]);
    const server = await startTestServer(registry);
    const { told } = await follow(server.url);
    await eventually(
      async () => told.at(-1),
      (status) => status !== undefined && status.checking === undefined,
    );
    const { generation = 0 } = told.at(-1) ?? {};
    appendFileSync(join(registry, 'skills', KEY, 'pitfalls.md'), '\nMore.\n');
    const after = await eventually(
      async () => told.at(-1),
      (status) => (status?.generation ?? 0) > generation,
    );
    expect(after?.instanceId).toBe(server.instanceId);
  });

  it('tells nothing while nothing changes', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    const { told } = await follow(server.url);
    await eventually(
      async () => told.at(-1),
      (status) => status !== undefined && status.checking === undefined,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    const before = told.length;
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(told.length).toBe(before);
  });

  it('repeats the status every 20 seconds, so that a page notices a service that hangs', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await startTestServer(temporaryRegistry([KEY]));
    const { told } = await follow(server.url);
    await eventually(
      async () => told.at(-1),
      (status) => status !== undefined && status.checking === undefined,
    );
    const before = told.length;
    vi.advanceTimersByTime(20_000);
    await eventually(
      async () => told.length,
      (count) => count > before,
    );
  });

  it('tells of an agent that called', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    const { told } = await follow(server.url);
    await connectOverHttp(server.url, 'legacy', 'claude-code');
    await eventually(
      async () => told.at(-1)?.callers,
      (callers) => (callers?.length ?? 0) > 0,
    );
  });

  it('ends when the service ends', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    const { ended } = await follow(server.url);
    await server.close();
    await ended;
  });

  it('answers HEAD and ends', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    const answer = await fetch(`${server.url}/v1/events`, { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
  });
});

/** A page that never reads, with a status larger than the buffers between. */
async function followUnread(idleMs: number) {
  const followers: StatusFollower[] = [];
  const queries = {
    status: async () => ({ filler: 'x'.repeat(32 * 1024 * 1024) }) as unknown as Status,
    follow(follower: StatusFollower) {
      followers.push(follower);
      return () => {};
    },
  } as unknown as ServiceQueries;
  const route = statusRoutes(queries).find(({ path }) => path === '/v1/events');
  const errors: unknown[] = [];
  const server = http.createServer((request, response) => {
    response.on('error', (error) => errors.push(error));
    const call = { request, response, query: {}, record: () => {} };
    void route?.handle(call as never);
  });
  server.timeout = idleMs;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.pause().write('GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
  onTestFinished(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  await eventually(
    () => followers.length,
    (count) => count === 1,
  );
  const connections = () =>
    new Promise<number>((resolve) => void server.getConnections((_, count) => resolve(count)));
  return { end: () => followers[0]?.onEnd(), errors, connections };
}

describe('a page that reads nothing', () => {
  it('gets no status after the end: the write would end the process', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { end, errors } = await followUnread(120_000);
    end();
    vi.advanceTimersByTime(20_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(errors).toEqual([]);
  });

  it('loses its connection after the idle time', async () => {
    const { connections } = await followUnread(200);
    expect(await connections()).toBe(1);
    await eventually(connections, (count) => count === 0);
  });
});
