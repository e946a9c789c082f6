import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { BUILT_ANEW } from '../../../src-server/contract/errors.ts';
import type { ServiceQueries } from '../../../src-server/contract/queries.ts';
import { silentLogger } from '../../../src-server/contract/service.ts';
import { createApp } from '../../../src-server/http/app.ts';
import { listen } from '../../../src-server/http/server.ts';
import { createDispatcher } from '../../../src-server/mcp/dispatcher.ts';
import { UNKNOWN_CLIENT } from '../../../src-server/mcp/protocol.ts';
import { brokenApp } from '../../support/openapi-check.ts';
import { parseAnswers, type RawAnswer, sendBytes } from '../../support/raw-http.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const HOST = 'Host: 127.0.0.1\r\n';

const start = () => startTestServer(temporaryRegistry([KEY]), { allowSubmit: true });

/** A service that soon gives up on requests that don't arrive; on a busy machine those are any. */
const startImpatient = () =>
  startTestServer(temporaryRegistry([KEY]), { requestTimeoutMs: 300, allowSubmit: true });

function expectOurError({ status, headers, body }: RawAnswer): void {
  expect(headers.get('content-type'), `${status} ${body}`).toBe('application/json; charset=utf-8');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(JSON.parse(body)).toEqual({ error: expect.any(String) });
}

async function statusesOf(port: number, bytes: string): Promise<readonly number[]> {
  const answers = parseAnswers(await sendBytes(port, bytes));
  for (const answer of answers) if (answer.status >= 400) expectOurError(answer);
  return answers.map(({ status }) => status);
}

describe('a refused request with a large body', () => {
  /** Writes all before it reads anything. */
  async function writeThenRead(port: number, path: string): Promise<string> {
    const body = Buffer.alloc(5 * 1024 * 1024, ' ');
    const head = `POST ${path} HTTP/1.1\r\n${HOST}Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const socket = connect(port, '127.0.0.1').pause();
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.write(Buffer.concat([Buffer.from(head), body]), () => resolve());
    });
    return (await socket.resume().toArray()).join('');
  }

  it.each([
    ['where nothing is', '/v1/nothing', 404],
    ['with a method that is not possible', '/v1/search', 405],
    ['where submissions are off', '/v1/skills', 403],
  ])('gets its answer %s, though it writes all of it first', async (_where, path, status) => {
    const { port } = await startTestServer(temporaryRegistry([KEY]));
    const [answer] = parseAnswers(await writeThenRead(port, path));
    expect(answer?.status).toBe(status);
  });
});

describe('a body that can’t be read', () => {
  const POST = `POST /v1/skills HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`;

  it.each([
    ['has a chunk size that is no number', `${POST}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n`, 400],
    [
      'has chunks without their line ends',
      `${POST}Transfer-Encoding: chunked\r\n\r\n2\r\n{}XX0\r\n\r\n`,
      400,
    ],
    ['names a length that is no number', `${POST}Content-Length: two\r\n\r\n{}`, 400],
    ['names two lengths', `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    ['is chunked and has a length', `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n`, 400],
    [
      'has bad chunks, to MCP',
      `${POST.replace('/v1/skills', '/mcp')}Transfer-Encoding: chunked\r\n\r\nZ`,
      400,
    ],
  ])('since it %s gets our error body before the connection closes', async (_why, bytes, status) => {
    const { port } = await start();
    expect(await statusesOf(port, bytes)).toEqual([status]);
  });

  it.each([
    ['stops', `${POST}Content-Length: 20\r\n\r\n{`],
    ['stops within a chunk', `${POST}Transfer-Encoding: chunked\r\n\r\n9\r\n{`],
    ['stops, to MCP', `${POST.replace('/v1/skills', '/mcp')}Content-Length: 20\r\n\r\n{`],
  ])('since it %s gets our error body when its time is over', async (_why, bytes) => {
    const { port } = await startImpatient();
    expect(await statusesOf(port, bytes)).toEqual([408]);
  });
});

describe('what a request names', () => {
  it.each([
    ['two hosts', `GET /health HTTP/1.1\r\n${HOST}Host: evil.example\r\n`, 400],
    ['the same host twice', `GET /health HTTP/1.1\r\n${HOST}${HOST}`, 400],
    ['an address of ours', `GET http://127.0.0.1:1/health HTTP/1.1\r\n${HOST}`, 200],
    ['an address of ours without a path', `HEAD http://localhost HTTP/1.1\r\n${HOST}`, 200],
    ['an address of others', `GET http://evil.example/health HTTP/1.1\r\n${HOST}`, 403],
    ['an address of a user', `GET http://a@127.0.0.1/health HTTP/1.1\r\n${HOST}`, 403],
    ['an address that is none', `GET http://[ HTTP/1.1\r\n${HOST}`, 403],
    ['an address without a host', `GET http:///health HTTP/1.1\r\n${HOST}`, 400],
    ['an address of another kind', `GET ftp://127.0.0.1/health HTTP/1.1\r\n${HOST}`, 400],
    ['everything', `OPTIONS * HTTP/1.1\r\n${HOST}`, 404],
    ['another protocol', `GET /health HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: h2c\r\n`, 200],
    ['an impossible expectation', `GET /health HTTP/1.1\r\n${HOST}Expect: 200-ok\r\n`, 417],
    ['a path that can’t be decoded', `GET /schemas/%ff HTTP/1.1\r\n${HOST}`, 400],
    ['a strange path', `GET //[?# HTTP/1.1\r\n${HOST}`, 404],
  ])('%s: the answer is JSON and right', async (_what, head, status) => {
    const { port } = await start();
    const answers = await sendBytes(port, `${head}Connection: close\r\n\r\n`);
    const [answer] = parseAnswers(answers);
    expect(answer?.status).toBe(status);
    if (answer !== undefined && status >= 400) expectOurError(answer);
  });

  it.each([
    ['an address that is none', 'GET http://[ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'],
    [
      'an upgrade',
      'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n',
    ],
  ])('is not looked at before the Host: %s', async (_what, bytes) => {
    const { port } = await start();
    expect(await sendBytes(port, bytes)).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('gets 100 Continue where it asks for it and may ask', async () => {
    const { port } = await start();
    const head = `POST /v1/skills HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 2\r\n`;
    const bytes = await sendBytes(port, `${head}Expect: 100-continue\r\nConnection: close\r\n\r\n{}`);
    expect(bytes).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 422 /);
  });
});

describe('any bytes at all', () => {
  const methods = fc.constantFrom(
    'GET',
    'HEAD',
    'POST',
    'OPTIONS',
    'CONNECT',
    'TRACE',
    'DELETE',
    'PRI',
    'M-SEARCH',
    'get',
  );
  const targets = fc.oneof(
    fc.constantFrom(
      '/',
      '/health',
      '/v1/find?q=a',
      '/v1/skills',
      `/v1/skills/${KEY}`,
      '*',
      '//',
      '/%',
      '/#',
      'a:1',
    ),
    fc.constantFrom(
      'http://[',
      'http://127.0.0.1/health',
      'http://evil/',
      'https://[::1]:1/?',
      'x:',
      '/\u00ff',
      '',
    ),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
  );
  const versions = fc.constantFrom(
    'HTTP/1.1',
    'HTTP/1.1',
    'HTTP/1.1',
    'HTTP/1.0',
    'HTTP/2.0',
    'HTTP/0.9',
    '',
  );
  const headers = fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constant('Host: 127.0.0.1') },
      fc.constantFrom(
        'Expect: 100-continue',
        'Expect: 200-ok',
        'Upgrade: h2c',
        'Connection: Upgrade',
        'Connection: close',
      ),
      fc.constantFrom(
        'Content-Length: 3',
        'Content-Length: -1',
        'Transfer-Encoding: chunked',
        'Transfer-Encoding: gzip',
      ),
      fc.constantFrom(
        'Host: evil.example',
        'Origin: null',
        'Content-Type: application/json',
        ' folded',
        'No colon',
        ':',
      ),
      fc.constantFrom(
        'If-None-Match: *',
        'Accept-Encoding: br;q=x',
        'Content-Encoding: br',
        'Range: bytes=0-1',
        'TE: a',
      ),
      fc.constant('Sec-Fetch-Site: cross-site'),
    ),
    { maxLength: 4 },
  );
  const bodies = fc.constantFrom('', '', '{}\n', '3\r\n{}\n\r\n0\r\n\r\n', 'ZZ\r\n', '0\r\n\r\n', '\0\0');
  const requests = fc
    .tuple(methods, targets, versions, headers, bodies)
    .map(([method, target, version, lines, body]) =>
      [`${method} ${target} ${version}`, ...lines, '', body].join('\r\n'),
    );
  const streams = fc.oneof(
    { weight: 8, arbitrary: fc.array(requests, { minLength: 1, maxLength: 4 }).map((all) => all.join('')) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  );

  it('get nothing, or answers of HTTP whose errors are our JSON', async () => {
    const { port, get } = await startImpatient();
    const check = fc.asyncProperty(fc.array(streams, { minLength: 24, maxLength: 24 }), async (many) => {
      const last = `GET /health HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
      const received = await Promise.all(
        many.map((bytes) => sendBytes(port, Buffer.from(bytes + last, 'latin1'))),
      );
      for (const bytes of received) {
        for (const answer of parseAnswers(bytes)) {
          expect(answer.status).toBeLessThan(500);
          if (answer.status >= 400 && answer.body !== '') expectOurError(answer);
        }
      }
    });
    await fc.assert(check, { numRuns: 20 });
    expect((await get('/health')).status).toBe(200);
  });
});

describe('pipelined requests', () => {
  it('are answered in their order, however many', async () => {
    const { port } = await startTestServer(temporaryRegistry([KEY]));
    const count = 400;
    const requests = Array.from(
      { length: count },
      (_, i) =>
        `GET /v1/search?q=word${i} HTTP/1.1\r\n${HOST}${i === count - 1 ? 'Connection: close\r\n' : ''}\r\n`,
    );
    const answers = parseAnswers(await sendBytes(port, requests.join('')));
    expect(answers.map(({ body }) => (JSON.parse(body) as { query: string }).query)).toEqual(
      requests.map((_, i) => `word${i}`),
    );
  });
});

describe('a service whose program was built anew, so that files of it are gone', () => {
  const GONE = './chunk-THATISGONE.js';
  const loads: Readonly<Record<string, () => Promise<unknown>>> = {
    'a module that is imported': () => import(/* @vite-ignore */ pathToFileURL(GONE).href),
    'a module that is required': async () => createRequire(import.meta.url)(GONE),
  };

  it.each(Object.keys(loads))('says over HTTP and MCP that it is to be restarted, for %s', async (what) => {
    const load = async (): Promise<never> => {
      throw await (loads[what] as () => Promise<unknown>)().catch((error: unknown) => error);
    };
    const queries = { ...brokenApp.queries, list: load, search: load, skill: load } as ServiceQueries;
    const logged: string[] = [];
    const logger = { ...silentLogger, error: (line: string) => void logged.push(line) };
    const { port, close } = await listen(createApp({ ...brokenApp, queries, logger }), {
      host: '127.0.0.1',
      port: 0,
    });
    onTestFinished(() => close(0));
    const answer = await fetch(`http://127.0.0.1:${port}/v1/skills`);
    expect([answer.status, await answer.json()]).toEqual([500, { error: BUILT_ANEW }]);
    const dispatcher = createDispatcher({ served: { queries }, logger });
    const call = { name: 'search_skills', arguments: { query: 'queue' } };
    await expect(dispatcher.answer('tools/call', call, UNKNOWN_CLIENT)).rejects.toThrow(BUILT_ANEW);
    expect(logged).toEqual([BUILT_ANEW, BUILT_ANEW]);
  });
});

describe('a service that is asked often', () => {
  it('says so once, with the 500th request of any kind', async () => {
    const onManyRequests = vi.fn();
    const app = createApp({ ...brokenApp, onManyRequests });
    const { port, close } = await listen(app, { host: '127.0.0.1', port: 0 });
    onTestFinished(() => close(0));
    const request = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`;
    const last = request('/nothing', 'Connection: close\r\n');
    const ask = (count: number) => sendBytes(port, request('/health').repeat(count - 1) + last);
    await ask(499);
    expect(onManyRequests).not.toHaveBeenCalled();
    await ask(300);
    expect(onManyRequests).toHaveBeenCalledOnce();
  });
});
