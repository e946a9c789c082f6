import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import express from 'express';
import { describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../../src-server/contract/limits.ts';
import { checkOf } from '../../../src-server/contract/schema.ts';
import { findRequest, matchRequest } from '../../../src-server/contract/schemas/queries.ts';
import { Turns } from '../../../src-server/http/route.ts';
import { listen } from '../../../src-server/http/server.ts';
import { connectOverHttp, textOf } from '../../support/mcp-client.ts';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { ask, eventually, startTestServer } from '../../support/test-server.ts';
import { validSkillFiles } from '../../support/valid-skill.ts';

const KEY = 'cpp/gabime/spdlog';
const QUESTIONS = 120;

/** All in one packet, as one caller may send them. */
function sendTogether(port: number, paths: readonly string[]): Socket {
  return connect(port, '127.0.0.1').once('connect', function (this: Socket) {
    this.write(paths.map(get).join(''));
  });
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;

function post(path: string, body: object): string {
  const text = JSON.stringify(body);
  const type = 'Content-Type: application/json\r\nAccept: application/json, text/event-stream';
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${type}\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
}

/** All that comes back to a caller who ends its side right behind its requests. */
function halfClosed(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.end(bytes));
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      received += part;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

const questions = Array.from({ length: QUESTIONS }, (_, at) => `/v1/find?explain=1&q=close+logger+${at}`);

describe('many questions in one packet', () => {
  it.each(['/health', '/v1/skills', `/v1/skills/${KEY}`, `/v1/skills/${KEY}/overview.md`])(
    'keep %s, which is prepared, waiting for a few of them, not for all',
    async (path) => {
      const server = await startTestServer(temporaryRegistry([KEY]));
      await ask(`${server.url}/v1/find?q=logger`);
      await ask(server.url + path);
      const find = vi.spyOn(server.queries, 'find');
      const socket = sendTogether(server.port, questions).resume();
      await eventually(
        () => find.mock.calls.length,
        (count) => count > 0,
      );
      const before = find.mock.calls.length;
      expect((await ask(server.url + path)).status).toBe(200);
      expect(find.mock.calls.length - before).toBeLessThan(QUESTIONS / 2);
      await eventually(
        () => find.mock.calls.length,
        (count) => count === QUESTIONS,
      );
      socket.destroy();
    },
  );

  it('are left when their caller leaves', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    await ask(`${server.url}/v1/find?q=logger`);
    const find = vi.spyOn(server.queries, 'find');
    const socket = sendTogether(server.port, questions);
    await once(socket, 'data');
    socket.destroy();
    for (let turn = 0; turn < 5; turn += 1) await ask(`${server.url}/health`);
    const left = find.mock.calls.length;
    for (let turn = 0; turn < 50; turn += 1) await ask(`${server.url}/health`);
    expect([find.mock.calls.length, left < QUESTIONS]).toEqual([left, true]);
  });

  it('are all answered, in their order, to a caller who waits', async () => {
    const { port } = await startTestServer(temporaryRegistry([KEY]));
    const socket = sendTogether(port, [...questions, '/health']);
    let received = '';
    socket.on('data', (part) => {
      received += part;
    });
    await eventually(
      () => received,
      (text) => text.includes('"status":"ok"'),
    );
    const order = [...received.matchAll(/"query":"close logger (\d+)"/g)].map(([, at]) => Number(at));
    expect(order).toEqual(questions.map((_, at) => at));
    socket.destroy();
  });

  it('are all answered to a caller who has ended its own side, and still reads', async () => {
    const { port } = await startTestServer(temporaryRegistry([KEY]));
    const answers = await halfClosed(port, [...questions, '/health'].map(get).join(''));
    const order = [...answers.matchAll(/"query":"close logger (\d+)"/g)].map(([, at]) => Number(at));
    expect(order).toEqual(questions.map((_, at) => at));
    expect(answers).toContain('"status":"ok"');
  });

  it('let the one question of another caller go before them', async () => {
    const turns = new Turns<object>();
    const [greedy, modest] = [{}, {}];
    const order: string[] = [];
    expect(turns.take(greedy)).toBeUndefined();
    const many = Array.from({ length: 100 }, (_, at) =>
      turns.take(greedy)?.then(() => order.push(`greedy ${at}`)),
    );
    const one = turns.take(modest)?.then(() => order.push('modest'));
    await Promise.all([...many, one]);
    expect(order.indexOf('modest')).toBe(1);
  });
});

it.each([
  ['a skill', get(`/v1/skills/${KEY}`), '"_contents"'],
  ['a long question', post('/v1/find', { q: 'close logger', explain: true }), '"query":"close logger"'],
  [
    'a tool',
    post('/mcp', {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'get_skill', arguments: { path: KEY } },
    }),
    'unreviewed notes',
  ],
])('a caller who ends its own side gets %s while others wait for theirs', async (_what, request, answer) => {
  const { port } = await startTestServer(temporaryRegistry([KEY]));
  const others = sendTogether(port, questions).resume();
  const received = await halfClosed(port, request);
  others.destroy();
  expect(received).toMatch(/^HTTP\/1\.1 200 /);
  expect(received).toContain(answer);
});

it('a stream of events ends when its caller ends its own side', async () => {
  const { port } = await startTestServer(temporaryRegistry([KEY]));
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () =>
    socket.write(get('/v1/events')),
  );
  await once(socket, 'data');
  socket.resume().end();
  await once(socket, 'close');
});

it('streams of events have a limit, and a closed one makes room', async () => {
  const { url, port } = await startTestServer(temporaryRegistry([KEY]));
  const open = await Promise.all(
    Array.from({ length: LIMITS.streams }, async () => {
      const socket = sendTogether(port, ['/v1/events']);
      await once(socket, 'data');
      return socket;
    }),
  );
  const refused = await ask(`${url}/v1/events`);
  expect([refused.status, refused.json()]).toEqual([503, { error: expect.stringContaining('128 streams') }]);
  open.pop()?.destroy();
  await eventually(
    async () => {
      const socket = sendTogether(port, ['/v1/events']);
      const [first] = await once(socket, 'data');
      socket.destroy();
      return String(first);
    },
    (answer) => answer.startsWith('HTTP/1.1 200'),
  );
  for (const socket of open) socket.destroy();
});

it.each([
  [
    'questions',
    findRequest,
    { q: 'a', ...Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, 0])) },
  ],
  ['packages', matchRequest, { packages: Array.from({ length: 300_000 }, () => 0) }],
] as const)('a body with many wrong fields gives one reason, not one of each: %s', (_what, schema, body) => {
  const check = checkOf(schema, { firstOnly: true });
  expect(check(body)).toBe(false);
  expect(check.errors.length).toBeLessThan(5);
});

it('a connection without a request ends with the service, however long requests may take', async () => {
  const app = {
    express: express(),
    answer: (_request: unknown, response: { end(): void }) => response.end(),
  };
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  const silent = connect(server.port, '127.0.0.1');
  await once(silent, 'connect');
  const used = sendTogether(server.port, ['/']);
  await once(used, 'data');
  await server.close(3_600_000);
  await Promise.all([silent, used].map((socket) => socket.destroyed || once(socket.resume(), 'close')));
});

describe('a skill with texts of more than a mebibyte', () => {
  const long = 'A line of the overview that goes on and on.\n'.repeat(30_000);
  const registry = () =>
    temporaryFolder(
      validSkillFiles(KEY, ({ files }) => {
        files['overview.md'] = long;
        files['lifecycle.md'] = '# a\n'.repeat(300_000);
      }),
    );

  it('shows its dangers to agents all the same', async () => {
    const { url } = await startTestServer(registry());
    const client = await connectOverHttp(url, 'legacy');
    const text = textOf(await client.callTool({ name: 'get_skill', arguments: { path: KEY } }));
    expect(text).toContain('[pitfalls.md]');
    expect(text).toContain('[safety.md]');
  });

  it('is cut in an answer, which says so, and computes over no more than it shows', async () => {
    const { url } = await startTestServer(registry());
    const client = await connectOverHttp(url, 'legacy');
    for (const section of ['overview', 'lifecycle']) {
      const text = textOf(await client.callTool({ name: 'get_section', arguments: { path: KEY, section } }));
      expect(text.length).toBeLessThan(5 * LIMITS.shownCharacters);
    }
    const read = await client.readResource({ uri: `skill://${KEY}/overview.md` });
    const [file] = read.contents;
    const whole = file !== undefined && 'text' in file ? file.text : '';
    expect(whole.length).toBeLessThan(2 * LIMITS.answerCharacters);
    expect(whole).toMatch(/\[Cut after 262,144 characters: .* of overview\.md shows further parts\.\]$/);
    const text = textOf(
      await client.callTool({ name: 'get_section', arguments: { path: KEY, section: 'overview' } }),
    );
    expect(text).toMatch(/\[Cut after 65,536 characters: .* of overview\.md shows further parts\.\]$/);
  });
});
