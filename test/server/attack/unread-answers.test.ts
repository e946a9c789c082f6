import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../../src-server/contract/service/logger.ts';
import { AnswerBudget } from '../../../src-server/http/answer-budget.ts';
import { createApp } from '../../../src-server/http/create-app.ts';
import { createAccessPolicy } from '../../../src-server/http/host-policy.ts';
import { listen } from '../../../src-server/http/http-server.ts';
import type { ServedRegistry } from '../../../src-server/served-registry.ts';
import { ask, eventually } from '../../support/test-server.ts';

const MIB = 1024 * 1024;
const ASKED = 'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}';

/** A service whose MCP answers have a MiB each, and may hold three together. */
async function startSmall() {
  const budget = new AnswerBudget(3 * MIB);
  let answered = 0;
  const app = createApp({
    served: { live: {} } as unknown as ServedRegistry,
    access: createAccessPolicy({ boundHost: '127.0.0.1' }),
    logger: silentLogger,
    budget,
    mcpHandler: async (_request, response) => {
      answered += 1;
      response.write(Buffer.alloc(MIB, 'x'));
      response.end();
    },
  });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close(0));
  return { port: server.port, url: `http://127.0.0.1:${server.port}`, budget, answered: () => answered };
}

function askWithoutReading(port: number): Socket {
  // More than the system takes for a reader who reads nothing.
  const socket = connect(port, '127.0.0.1', () => socket.write(ASKED.repeat(100)));
  socket.on('error', () => {});
  socket.pause();
  onTestFinished(() => void socket.destroy());
  return socket;
}

it('unread answers over MCP never hold more than the budget, and the oldest reader is cut', async () => {
  const { port, url, budget, answered } = await startSmall();
  const sockets: Socket[] = [];
  for (let count = 1; count <= 3; count += 1) {
    sockets.push(askWithoutReading(port));
    await eventually(
      () => budget.bytes,
      (bytes) => bytes === count * MIB,
    );
  }
  const before = answered();
  const [first] = sockets as [Socket];
  const cut = once(first, 'close');
  askWithoutReading(port);
  await eventually(answered, (count) => count > before);
  first.resume();
  await cut;
  expect(budget.bytes).toBeLessThanOrEqual(3 * MIB);
  expect((await ask(`${url}/health`)).status).toBe(200);
});
