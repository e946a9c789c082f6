import { InMemoryTransport, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchOpenRequests } from '../../../../src-server/mcp/sdk/open-requests.ts';

const request = (id: number, method = 'tools/list'): JSONRPCMessage => ({ jsonrpc: '2.0', id, method });
const answer = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: {} });

/** A watched connection to which these requests have come. */
async function watched(...requests: readonly JSONRPCMessage[]) {
  const [client, server] = InMemoryTransport.createLinkedPair();
  const requestsOf = watchOpenRequests(server);
  await Promise.all([client.start(), server.start()]);
  for (const message of requests) await client.send(message);
  return { client, server, open: requestsOf };
}

describe('the open requests of a connection', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are waited for until the last is answered', async () => {
    const { server, open } = await watched(request(1), request(2));
    const left = open.answered(60_000);
    await server.send(answer(2));
    await server.send({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'No.' } });
    expect(await left).toBe(0);
  });

  it('are waited for no longer than the limit, and counted then', async () => {
    const { server, open } = await watched(request(1), request(2));
    const left = open.answered(60_000);
    await server.send(answer(2));
    vi.advanceTimersByTime(60_000);
    expect(await left).toBe(1);
  });

  it('are waited for no longer than the connection lasts', async () => {
    const { server, open } = await watched(request(1));
    const left = open.answered(60_000);
    await server.close();
    expect(await left).toBe(1);
  });

  it('are not those that were called off', async () => {
    const off = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } } as const;
    const { open } = await watched(request(1), off);
    expect(await open.answered(60_000)).toBe(0);
  });

  it('are not those that stay open as long as the connection', async () => {
    const { open } = await watched(request(1, 'subscriptions/listen'));
    expect(await open.answered(60_000)).toBe(0);
  });
});
