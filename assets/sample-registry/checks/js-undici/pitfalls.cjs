'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { Readable } = require('node:stream');
const { gzipSync } = require('node:zlib');
const undici = require('undici');
const { Agent, Client, Pool, RetryAgent, interceptors, request } = undici;
const { pause, serving, within } = require('./helpers.cjs');

test('an unread body holds its connection: with one connection the next request waits', async () => {
  for (const size of [10, 1_000_000]) {
    await serving(
      (req, res) => res.end('x'.repeat(size)),
      async (url) => {
        const pool = new Pool(url, { connections: 1 });
        const first = await pool.request({ path: '/', method: 'GET' });
        const second = await within(pool.request({ path: '/', method: 'GET' }), 700);
        if (size === 10) assert.notEqual(second, 'pending'); // a small one has arrived whole
        else assert.equal(second, 'pending');
        first.body.on('error', () => {});
        await pool.destroy();
      },
    );
  }
  // dump() gives the connection back.
  await serving(
    (req, res) => res.end('x'.repeat(100_000)),
    async (url, seen) => {
      const pool = new Pool(url, { connections: 1 });
      for (let i = 0; i < 3; i++) {
        const { body } = await pool.request({ path: '/', method: 'GET' });
        await body.dump();
      }
      assert.equal(seen.connections, 1);
      await pool.destroy();
    },
  );
});

test('without a limit each unread body costs a connection of its own', async () => {
  await serving(
    (req, res) => res.end('x'.repeat(1_000_000)),
    async (url, seen) => {
      const agent = new Agent();
      for (let i = 0; i < 20; i++) await request(url, { dispatcher: agent });
      assert.equal(seen.connections, 20);
      await agent.destroy();
    },
  );
});

test('fetch: an unread body holds its connection too', async () => {
  await serving(
    (req, res) => res.end('x'.repeat(1_000_000)),
    async (url) => {
      const dispatcher = new Agent({ connections: 1 });
      const first = await undici.fetch(url, { dispatcher });
      assert.equal(await within(undici.fetch(url, { dispatcher })), 'pending');
      await first.body.cancel();
      await dispatcher.destroy();
    },
  );
});

test('404 and 500 resolve; responseError rejects them', async () => {
  await serving(
    (req, res) => {
      res.statusCode = 404;
      res.setHeader('content-type', 'application/json');
      res.end('{"error":"gone"}');
    },
    async (url) => {
      const plain = await request(url);
      assert.equal(plain.statusCode, 404);
      assert.equal(plain.ok, undefined);
      assert.equal(plain.status, undefined);
      await plain.body.dump();
      const response = await undici.fetch(url);
      assert.deepEqual([response.ok, response.status], [false, 404]);
      await response.text();
      const dispatcher = new Agent().compose(interceptors.responseError());
      await assert.rejects(request(url, { dispatcher }), (error) => {
        assert.equal(error.code, 'UND_ERR_RESPONSE');
        assert.equal(error.statusCode, 404);
        assert.deepEqual(error.body, { error: 'gone' });
        return true;
      });
    },
  );
});

test('request follows no redirect; the interceptor and fetch do', async () => {
  await serving(
    (req, res) => {
      if (req.url === '/end') return res.end('there');
      res.writeHead(302, { location: '/end' }).end();
    },
    async (url) => {
      const plain = await request(url);
      assert.deepEqual([plain.statusCode, plain.headers.location], [302, '/end']);
      await plain.body.dump();
      await assert.rejects(request(url, { maxRedirections: 3 }), (error) => {
        assert.equal(error.code, 'UND_ERR_INVALID_ARG');
        assert.equal(error.message, 'maxRedirections is not supported, use the redirect interceptor');
        return true;
      });
      const dispatcher = new Agent().compose(interceptors.redirect({ maxRedirections: 3 }));
      assert.equal(await (await request(url, { dispatcher })).body.text(), 'there');
      assert.equal(await (await undici.fetch(url)).text(), 'there');
    },
  );
});

test('a body can be read once', async () => {
  await serving(
    (req, res) => res.end('{"a":1}'),
    async (url) => {
      const { body } = await request(url);
      assert.deepEqual(await body.json(), { a: 1 });
      assert.throws(() => body.text(), { code: 'ERR_ASSERTION', message: /assert\(!stream\[kConsume\]\)/ });
      const { body: other } = await request(url);
      for await (const part of other) assert.ok(part);
      await assert.rejects(other.text(), { name: 'TypeError', message: 'unusable' });
      const response = await undici.fetch(url);
      await response.text();
      await assert.rejects(response.json(), { name: 'TypeError', message: 'Body is unusable: Body has already been read' });
    },
  );
});

test('an empty body is no JSON', async () => {
  await serving(
    (req, res) => res.writeHead(204).end(),
    async (url) => {
      const { body } = await request(url);
      await assert.rejects(body.json(), { name: 'SyntaxError', message: 'Unexpected end of JSON input' });
    },
  );
});

test('a plain object is no body of request, and "[object Object]" for fetch', async () => {
  const bodies = [];
  await serving(
    async (req, res) => {
      let text = '';
      for await (const part of req) text += part;
      bodies.push([req.headers['content-type'], text]);
      res.end();
    },
    async (url) => {
      await assert.rejects(request(url, { method: 'POST', body: { a: 1 } }), {
        code: 'UND_ERR_INVALID_ARG',
        message: 'body must be a string, a Buffer, a Readable stream, an iterable, or an async iterable',
      });
      await undici.fetch(url, { method: 'POST', body: { a: 1 } });
      await (await request(url, { method: 'POST', body: JSON.stringify({ a: 1 }) })).body.dump();
      await undici.fetch(url, { method: 'POST', body: JSON.stringify({ a: 1 }) });
      await undici.fetch(url, {
        method: 'POST',
        body: JSON.stringify({ a: 1 }),
        headers: { 'content-type': 'application/json' },
      });
    },
  );
  assert.deepEqual(bodies.slice(0, 4), [
    ['text/plain;charset=UTF-8', '[object Object]'],
    [undefined, '{"a":1}'],
    ['text/plain;charset=UTF-8', '{"a":1}'],
    ['application/json', '{"a":1}'],
  ]);
});

test('a Client is one connection: a slow request holds up the next', async () => {
  await serving(
    async (req, res) => {
      if (req.url === '/slow') await pause(600);
      res.end('ok');
    },
    async (url) => {
      for (const [dispatcher, expected] of [
        [new Client(url), 'pending'],
        [new Pool(url), 'done'],
      ]) {
        const slow = dispatcher.request({ path: '/slow', method: 'GET' }).then(({ body }) => body.dump());
        const quick = dispatcher.request({ path: '/', method: 'GET' }).then(({ body }) => body.dump());
        assert.equal((await within(quick, 300)) === 'pending' ? 'pending' : 'done', expected);
        await Promise.all([slow, quick]);
        await dispatcher.close();
      }
    },
  );
});

test('a new agent per call opens a connection per call', async () => {
  await serving(
    (req, res) => res.end('ok'),
    async (url, seen, server) => {
      const agents = [];
      for (let i = 0; i < 10; i++) {
        agents.push(new Agent());
        await (await request(url, { dispatcher: agents.at(-1) })).body.dump();
      }
      assert.equal(seen.connections, 10);
      const open = await new Promise((resolve) => server.getConnections((error, count) => resolve(count)));
      assert.equal(open, 10);
      const shared = new Agent();
      for (let i = 0; i < 10; i++) await (await request(url, { dispatcher: shared })).body.dump();
      assert.ok(seen.connections <= 12); // one or two for ten requests
      await Promise.all([...agents, shared].map((agent) => agent.close()));
    },
  );
});

test('timeouts: 300 s for headers and between chunks, none for the whole', async () => {
  await serving(
    async (req, res) => {
      if (req.url === '/silent') return;
      res.write('a');
      if (req.url === '/stalls') return;
      for (let i = 0; i < 12 && !res.destroyed; i++) {
        await pause(300);
        res.write('a');
      }
      res.end();
    },
    async (url) => {
      const dispatcher = new Agent({ headersTimeout: 1000, bodyTimeout: 1000 });
      await assert.rejects(request(`${url}/silent`, { dispatcher }), { code: 'UND_ERR_HEADERS_TIMEOUT' });
      const stalled = await request(`${url}/stalls`, { dispatcher });
      await assert.rejects(stalled.body.text(), { code: 'UND_ERR_BODY_TIMEOUT' });
      const began = Date.now();
      const drips = await request(`${url}/drips`, { dispatcher });
      assert.equal((await drips.body.text()).length, 13);
      assert.ok(Date.now() - began > 3000); // three times bodyTimeout
      const cut = await request(`${url}/drips`, { dispatcher, signal: AbortSignal.timeout(1200) });
      await assert.rejects(cut.body.text(), { name: 'TimeoutError' });
      await assert.rejects(undici.fetch(`${url}/silent`, { dispatcher }), (error) => {
        assert.equal(error.message, 'fetch failed');
        assert.equal(error.cause.code, 'UND_ERR_HEADERS_TIMEOUT');
        return true;
      });
      await dispatcher.destroy();
    },
  );
});

test('fetch says "fetch failed"; the reason is in cause', async () => {
  const url = await serving((req, res) => res.end(), (address) => address); // closed by now
  const causes = async (target) => {
    const { error } = await within(undici.fetch(target), 5000);
    assert.deepEqual([error.name, error.message], ['TypeError', 'fetch failed']);
    return error.cause.code ?? error.cause.message;
  };
  assert.equal(await causes(url), 'ECONNREFUSED');
  assert.equal(await causes('http://127.0.0.1:1'), 'bad port');
  assert.equal(await causes('http://no-such-host.invalid'), 'ENOTFOUND');
  await assert.rejects(request(url), { code: 'ECONNREFUSED' });
});

test('request leaves compressed bodies as they are; fetch and the interceptor unpack', async () => {
  await serving(
    (req, res) => {
      res.setHeader('content-encoding', 'gzip');
      res.end(gzipSync('{"a":1}'));
    },
    async (url) => {
      const { body, headers } = await request(url);
      assert.equal(headers['content-encoding'], 'gzip');
      await assert.rejects(body.json(), SyntaxError);
      assert.deepEqual(await (await undici.fetch(url)).json(), { a: 1 });
      const dispatcher = new Agent().compose(interceptors.decompress());
      assert.deepEqual(await (await request(url, { dispatcher })).body.json(), { a: 1 });
    },
  );
});

test('request asks for no compression by itself, fetch does', async () => {
  const asked = [];
  await serving(
    (req, res) => {
      asked.push(req.headers['accept-encoding'] ?? 'none');
      res.end();
    },
    async (url) => {
      await (await request(url)).body.dump();
      await (await undici.fetch(url)).text();
    },
  );
  assert.equal(asked[0], 'none');
  assert.match(asked[1], /gzip/);
});

test('query next to a URL with a question mark is refused; undefined and arrays', async () => {
  await serving(
    (req, res) => res.end(req.url),
    async (url) => {
      await assert.rejects(request(`${url}/?a=1`, { query: { b: 2 } }), {
        message: 'Query params cannot be passed when url already contains "?" or "#".',
      });
      const { body } = await request(url, { query: { a: ['x', 'y'], b: undefined, c: null, d: '&' } });
      assert.equal(await body.text(), '/?a=x&a=y&b=&c=&d=%26');
    },
  );
});

test('retries: only idempotent methods, and statuses 429, 500, 502, 503, 504', async () => {
  const counts = {};
  await serving(
    (req, res) => {
      const key = `${req.method} ${req.url}`;
      counts[key] = (counts[key] ?? 0) + 1;
      res.statusCode = Number(req.url.slice(1));
      res.end();
    },
    async (url) => {
      const dispatcher = new RetryAgent(new Agent(), { maxRetries: 2, minTimeout: 1 });
      const ask = async (path, options) => {
        try {
          const { statusCode, body } = await request(url + path, { dispatcher, ...options });
          await body.dump();
          return statusCode;
        } catch (error) {
          return error.code;
        }
      };
      const post = { method: 'POST', body: 'x' };
      for (const status of [429, 500, 502, 503, 504]) assert.equal(await ask(`/${status}`), 'UND_ERR_REQ_RETRY');
      assert.equal(await ask('/404'), 404);
      assert.equal(await ask('/501'), 501);
      assert.equal(await ask('/500', { method: 'PUT', body: 'x' }), 'UND_ERR_REQ_RETRY');
      assert.equal(await ask('/503', post), 'UND_ERR_REQ_RETRY');
      const soft = new RetryAgent(new Agent(), { maxRetries: 1, minTimeout: 1, throwOnError: false });
      assert.equal((await request(`${url}/502`, { dispatcher: soft })).statusCode, 502);
    },
  );
  assert.deepEqual(counts, {
    'GET /429': 3,
    'GET /500': 3,
    'GET /502': 5, // two of them by the other agent
    'GET /503': 3,
    'GET /504': 3,
    'GET /404': 1,
    'GET /501': 1,
    'PUT /500': 3,
    'POST /503': 1,
  });
});

test('a request with a stream as its body is not retried', async () => {
  let count = 0;
  await serving(
    async (req, res) => {
      count += 1;
      let text = '';
      for await (const part of req) text += part;
      res.statusCode = count === 1 ? 503 : 200;
      res.end(text);
    },
    async (url) => {
      const dispatcher = new RetryAgent(new Agent(), { maxRetries: 2, minTimeout: 1 });
      for (const body of ['abcd', Buffer.from('abcd')]) {
        count = 0;
        const { statusCode, body: echo } = await request(url, { method: 'PUT', body, dispatcher });
        assert.deepEqual([statusCode, await echo.text(), count], [200, 'abcd', 2]);
      }
      count = 0;
      const body = Readable.from(['ab', 'cd']);
      await assert.rejects(request(url, { method: 'PUT', body, dispatcher }), { code: 'UND_ERR_REQ_RETRY' });
      assert.equal(count, 1);
    },
  );
});

test('a FormData of another implementation is sent as "[object FormData]"', async () => {
  await serving(
    async (req, res) => {
      let text = '';
      for await (const part of req) text += part;
      res.end(JSON.stringify([req.headers['content-type'].split(';')[0], text.includes('name="a"')]));
    },
    async (url) => {
      const form = (FormData) => {
        const made = new FormData();
        made.set('a', '1');
        return made;
      };
      const post = (body) => ({ method: 'POST', body });
      const theirs = form(globalThis.FormData);
      const ours = form(undici.FormData);
      assert.deepEqual(await (await undici.fetch(url, post(theirs))).json(), ['text/plain', false]);
      assert.deepEqual(await (await undici.fetch(url, post(ours))).json(), ['multipart/form-data', true]);
      assert.deepEqual(await (await request(url, post(ours))).body.json(), ['multipart/form-data', true]);
      const { error } = await within(request(url, post(theirs)));
      assert.equal(error.message, 'action is not a function');
      await assert.rejects(undici.fetch(new globalThis.Request(url)), /Failed to parse URL from \[object Request\]/);
      assert.equal((await globalThis.fetch(url, post(ours))) instanceof undici.Response, false);
      assert.notEqual(globalThis.fetch, undici.fetch);
    },
  );
});

test('setGlobalDispatcher counts for the global fetch as well', async () => {
  await serving(
    (req, res) => res.end(),
    async (url) => {
      const before = undici.getGlobalDispatcher();
      const mock = new undici.MockAgent();
      mock.disableNetConnect();
      mock.get(url).intercept({ path: '/' }).reply(200, 'mocked');
      undici.setGlobalDispatcher(mock);
      try {
        assert.equal(await (await globalThis.fetch(url)).text(), 'mocked');
      } finally {
        undici.setGlobalDispatcher(before);
      }
    },
  );
});

test('proxy variables are ignored unless EnvHttpProxyAgent is used, which honours no_proxy', async () => {
  const net = require('node:net');
  const asked = [];
  await serving(
    (req, res) => res.end(),
    async (proxy, seen, server) => {
      server.on('connect', (req, socket) => {
        asked.push(req.url);
        const [host, port] = req.url.split(':');
        const target = net.connect(port, host, () => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n');
          target.pipe(socket);
          socket.pipe(target);
        });
        target.on('error', () => {});
        socket.on('error', () => {});
      });
      await serving(
        (req, res) => res.end('ok'),
        async (url) => {
          process.env.http_proxy = proxy;
          const ask = async (dispatcher) => {
            assert.equal(await (await request(url, { dispatcher })).body.text(), 'ok');
            await dispatcher.destroy();
            return asked.length;
          };
          try {
            assert.equal(await ask(new Agent()), 0);
            assert.equal(await ask(new undici.EnvHttpProxyAgent()), 1);
            process.env.no_proxy = '127.0.0.1';
            assert.equal(await ask(new undici.EnvHttpProxyAgent()), 1);
          } finally {
            delete process.env.http_proxy;
            delete process.env.no_proxy;
          }
        },
      );
    },
  );
});

test('a kept connection that its server closes: other side closed, retried for GET by a RetryAgent', async () => {
  const net = require('node:net');
  const server = net.createServer((socket) => {
    let n = 0;
    socket.on('error', () => {});
    socket.on('data', () => {
      n += 1;
      if (n === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
      else socket.destroy(); // as a server whose idle time has just passed
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  const second = async (method, dispatcher) => {
    await (await request(url, { dispatcher, method })).body.dump();
    await pause(20);
    const { value, error } = await within(request(url, { dispatcher, method }).then(({ body }) => body.text()), 3000);
    await dispatcher.destroy();
    return value ?? `${error.code}: ${error.message}`;
  };
  const one = () => new Agent({ connections: 1 });
  const retrying = () => new RetryAgent(one(), { minTimeout: 1 });
  assert.equal(await second('GET', one()), 'UND_ERR_SOCKET: other side closed');
  assert.equal(await second('POST', one()), 'UND_ERR_SOCKET: other side closed');
  assert.equal(await second('GET', retrying()), 'ok');
  assert.equal(await second('POST', retrying()), 'UND_ERR_SOCKET: other side closed');
  server.close();
});

test('headers and lengths are checked before anything is sent', async () => {
  await serving(
    (req, res) => res.end(),
    async (url) => {
      const code = async (options) => (await within(request(url, options))).error.code;
      assert.equal(await code({ headers: { a: 'x\r\nb: c' } }), 'UND_ERR_INVALID_ARG');
      assert.equal(
        await code({ method: 'POST', body: 'abc', headers: { 'content-length': '10' } }),
        'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
      );
      await assert.rejects(async () => request('/users'), { code: 'ERR_INVALID_URL' });
      await assert.rejects(undici.fetch('/users'), /Failed to parse URL from \/users/);
    },
  );
});
