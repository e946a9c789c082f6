import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { followStatus } from '../../../src-main/server/follow-status.ts';
import { statusOf } from '../../support/status-of.ts';

/** A service whose events the test sends. */
async function serve(code = 200) {
  const streams: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    streams.push(response.writeHead(code, { 'content-type': 'text/event-stream' }));
    response.flushHeaders();
    if (code !== 200) response.end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  const follower = { onStatus: vi.fn(), onEnd: vi.fn() };
  const close = followStatus(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, follower);
  onTestFinished(close);
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  const send = (text: string) => void streams[0]?.write(text);
  return { follower, close, send, end: () => void streams[0]?.end() };
}

const event = (status: unknown) => `event: status\ndata: ${JSON.stringify(status)}\n\n`;

it('gives each status, however the network cuts them', async () => {
  const { follower, send } = await serve();
  const [first, second] = [statusOf(), statusOf({ generation: 2 })];
  const text = event(first) + event(second);
  send(text.slice(0, 30));
  await new Promise((resolve) => setTimeout(resolve, 20));
  send(text.slice(30));
  await vi.waitFor(() => expect(follower.onStatus).toHaveBeenCalledTimes(2));
  expect(follower.onStatus.mock.calls).toEqual([[first], [second]]);
});

it('gives nothing that is no status', async () => {
  const { follower, send } = await serve();
  send(event({ app: 'something else' }) + event(statusOf()));
  await vi.waitFor(() => expect(follower.onStatus).toHaveBeenCalledTimes(1));
});

it('ends once: with the events, at a refusal, at text that is no JSON', async () => {
  const [ended, refused, broken] = [await serve(), await serve(503), await serve()];
  ended.end();
  broken.send('data: {\n\n');
  for (const { follower } of [ended, refused, broken])
    await vi.waitFor(() => expect(follower.onEnd).toHaveBeenCalledTimes(1));
});

it('says nothing after a close', async () => {
  const { follower, close, send, end } = await serve();
  close();
  send(event(statusOf()));
  end();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([follower.onStatus.mock.calls, follower.onEnd.mock.calls]).toEqual([[], []]);
});
