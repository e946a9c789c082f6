'use strict';
const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const { test } = require('node:test');
const undici = require('undici');
const { Agent, Client, MockAgent, Pool, RetryAgent, interceptors, request } = undici;
const { pause, serving, within } = require('./helpers.cjs');

test('the version', () => {
  assert.match(require('undici/package.json').version, /^7\.30\.|^8\./);
});

test('defaults of a client', async () => {
  const client = new Client('http://127.0.0.1:9');
  const of = Object.fromEntries(Object.getOwnPropertySymbols(client).map((symbol) => [symbol.description, client[symbol]]));
  assert.equal(client.pipelining, 1);
  assert.deepEqual(
    ['headers timeout', 'body timeout', 'default keep alive timeout', 'max keep alive timeout', 'keep alive timeout threshold', 'max response size', 'max headers size'].map((name) => of[name]),
    [300_000, 300_000, 4000, 600_000, 2000, -1, 16_384],
  );
  await client.close();
});

test('a pool has no limit of connections by default', async () => {
  await serving(
    async (req, res) => {
      await pause(50);
      res.end('ok');
    },
    async (url, seen) => {
      const all = async (dispatcher) => {
        const before = seen.connections;
        await Promise.all(Array.from({ length: 100 }, async () => (await request(url, { dispatcher })).body.text()));
        await dispatcher.close();
        return seen.connections - before;
      };
      assert.equal(await all(new Agent()), 100);
      assert.equal(await all(new Agent({ connections: 10 })), 10);
    },
  );
});

test('headersTimeout does not count the wait for a connection, a signal does', async () => {
  await serving(
    async (req, res) => {
      await pause(600);
      res.end('ok');
    },
    async (url) => {
      const pool = new Pool(url, { connections: 1, headersTimeout: 1500 });
      const ask = (options) => within(pool.request({ path: '/', method: 'GET', ...options }).then(({ body }) => body.text()), 8000);
      for (const { value } of await Promise.all([ask(), ask(), ask(), ask()])) assert.equal(value, 'ok');
      const [first, second, third] = await Promise.all([1, 2, 3].map(() => ask({ signal: AbortSignal.timeout(900) })));
      assert.equal(first.value, 'ok');
      assert.equal(second.error.name, 'TimeoutError');
      assert.equal(third.error.name, 'TimeoutError');
      await pool.destroy();
    },
  );
});

test('close waits for running requests, destroy ends them; afterwards requests are refused', async () => {
  await serving(
    async (req, res) => {
      await pause(300);
      res.end('ok');
    },
    async (url) => {
      const closing = new Agent();
      const running = request(url, { dispatcher: closing }).then(({ body }) => body.text());
      await pause(50);
      await closing.close();
      assert.equal(await running, 'ok');
      await assert.rejects(request(url, { dispatcher: closing }), { code: /UND_ERR_(CLOSED|DESTROYED)/ });
      const destroyed = new Agent();
      const cut = within(request(url, { dispatcher: destroyed }), 3000);
      await pause(50);
      await destroyed.destroy();
      assert.equal((await cut).error.code, 'UND_ERR_DESTROYED');
    },
  );
});

test('close waits for an unread body', async () => {
  await serving(
    (req, res) => res.end('x'.repeat(1_000_000)),
    async (url) => {
      const agent = new Agent();
      const { body } = await request(url, { dispatcher: agent });
      body.on('error', () => {});
      assert.equal(await within(agent.close(), 500), 'pending');
      await agent.destroy();
    },
  );
});

test('neither an idle connection nor an unread body keeps the process', () => {
  const program = (after) => `
    const { request } = require('undici');
    const server = require('http').createServer((q, r) => r.end('x'.repeat(1e6))).listen(0, async () => {
      const { body } = await request('http://127.0.0.1:' + server.address().port);
      ${after}
      server.close();
    });`;
  const ended = (after) => spawnSync(process.execPath, ['-e', program(after)], { timeout: 3000 }).status;
  assert.equal(ended('await body.dump();'), 0);
  assert.equal(ended(''), 0);
});

test('RetryAgent waits as long as Retry-After says', async () => {
  let count = 0;
  await serving(
    (req, res) => {
      count += 1;
      if (count === 1) res.writeHead(429, { 'retry-after': '1' }).end();
      else res.end('ok');
    },
    async (url) => {
      const began = Date.now();
      const dispatcher = new RetryAgent(new Agent(), { maxRetries: 1, minTimeout: 1 });
      assert.equal(await (await request(url, { dispatcher })).body.text(), 'ok');
      assert.ok(Date.now() - began >= 900);
    },
  );
});

test('fetch follows 20 redirects, then fails; redirect() without a number follows none', async () => {
  await serving(
    (req, res) => res.writeHead(302, { location: `/${Number(req.url.slice(1) || 0) + 1}` }).end(),
    async (url, seen) => {
      await assert.rejects(undici.fetch(url), (error) => error.cause.message === 'redirect count exceeded');
      assert.equal(seen.requests.length, 21);
      const none = new Agent().compose(interceptors.redirect());
      assert.equal((await request(url, { dispatcher: none })).statusCode, 302);
      const two = new Agent().compose(interceptors.redirect({ maxRedirections: 2 }));
      assert.equal((await request(url, { dispatcher: two })).statusCode, 302); // the last answer, no error
      await assert.rejects(request(url, { dispatcher: two, throwOnMaxRedirect: true }), /max redirects/);
    },
  );
});

test('a mock agent answers, refuses what was not prepared, and names what was not used', async () => {
  const mock = new MockAgent();
  mock.disableNetConnect();
  const api = mock.get('https://api.example');
  api.intercept({ path: '/a', method: 'GET' }).reply(200, { ok: true });
  const { body } = await request('https://api.example/a', { dispatcher: mock });
  assert.deepEqual(await body.json(), { ok: true });
  await assert.rejects(request('https://api.example/a', { dispatcher: mock }), { name: 'MockNotMatchedError' }); // once only
  api.intercept({ path: '/b' }).reply(500);
  assert.throws(() => mock.assertNoPendingInterceptors(), /1 interceptor is pending/);
  await mock.close();
});

test('a signal after the headers aborts the body', async () => {
  await serving(
    (req, res) => res.write('part'),
    async (url) => {
      const controller = new AbortController();
      const { body } = await request(url, { signal: controller.signal });
      controller.abort();
      await assert.rejects(body.text(), { name: 'AbortError' });
    },
  );
});

test('a cut body: data and end stay silent, for await and text() reject', async () => {
  await serving(
    (req, res) => {
      res.write('part');
      setTimeout(() => res.destroy(), 100);
    },
    async (url) => {
      const seen = [];
      const { body } = await request(url);
      body.on('data', () => seen.push('data'));
      body.on('end', () => seen.push('end'));
      await pause(400);
      assert.deepEqual(seen, ['data']); // no end, and no uncaught exception
      const again = await request(url);
      await assert.rejects(again.body.text(), { code: 'UND_ERR_SOCKET' });
      const third = await request(url);
      await assert.rejects(
        async () => {
          for await (const part of third.body) assert.ok(part);
        },
        { code: 'UND_ERR_SOCKET' },
      );
    },
  );
});

test('one signal for many requests: listeners are given back', async () => {
  await serving(
    (req, res) => res.end('ok'),
    async (url) => {
      const { getEventListeners } = require('node:events');
      const controller = new AbortController();
      for (let i = 0; i < 20; i++) await (await request(url, { signal: controller.signal })).body.text();
      await pause(20);
      assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
    },
  );
});

test('dump reads up to 128 KiB and keeps the connection, or cuts it beyond', async () => {
  await serving(
    (req, res) => res.end('x'.repeat(Number(req.url.slice(1)))),
    async (url, seen) => {
      const connections = async (size) => {
        const dispatcher = new Agent({ connections: 1 });
        const before = seen.connections;
        for (let i = 0; i < 4; i++) {
          await (await request(`${url}/${size}`, { dispatcher })).body.dump();
          await pause(10);
        }
        await dispatcher.destroy();
        return seen.connections - before;
      };
      assert.equal(await connections(100_000), 1);
      assert.ok((await connections(3_000_000)) >= 4);
    },
  );
});

test('headers: names in lower case, arrays for what came twice; user-agent', async () => {
  const agents = [];
  await serving(
    (req, res) => {
      agents.push(req.headers['user-agent'] ?? 'none');
      res.setHeader('Set-Cookie', ['a=1', 'b=2']);
      res.setHeader('X-One', '1');
      res.end();
    },
    async (url) => {
      const { headers, body } = await request(url);
      await body.dump();
      assert.deepEqual([headers['set-cookie'], headers['x-one']], [['a=1', 'b=2'], '1']);
      const response = await undici.fetch(url);
      assert.deepEqual(response.headers.getSetCookie(), ['a=1', 'b=2']);
    },
  );
  assert.deepEqual(agents, ['none', 'undici']);
});

test('stream writes into a stream of the caller; deduplicate asks once', async () => {
  await serving(
    async (req, res) => {
      await pause(100);
      res.end('ok');
    },
    async (url, seen) => {
      const { Writable } = require('node:stream');
      let text = '';
      const agent = new Agent();
      await agent.stream({ origin: url, path: '/', method: 'GET' }, ({ statusCode }) => {
        assert.equal(statusCode, 200);
        return new Writable({
          write(part, encoding, done) {
            text += part;
            done();
          },
        });
      });
      assert.equal(text, 'ok');
      const once = agent.compose(interceptors.deduplicate());
      const before = seen.requests.length;
      const texts = await Promise.all([1, 2, 3].map(async () => (await request(url, { dispatcher: once })).body.text()));
      assert.deepEqual([texts, seen.requests.length - before], [['ok', 'ok', 'ok'], 1]);
    },
  );
});

test('the time that a server names is taken less two seconds', async () => {
  await serving(
    (req, res) => res.end('ok'), // Node names 5 seconds
    async (url, seen, server) => {
      server.keepAliveTimeout = 3000;
      const dispatcher = new Agent({ connections: 1, keepAliveTimeout: 60_000 });
      const ask = async () => (await request(url, { dispatcher })).body.text();
      await ask();
      await pause(300);
      await ask();
      assert.equal(seen.connections, 1);
      await pause(2200); // more than 3 - 2 seconds, with a coarse timer
      await ask();
      assert.equal(seen.connections, 2);
      await dispatcher.destroy();
    },
  );
});

test('install puts the classes on the globals', () => {
  const { stdout } = spawnSync(process.execPath, ['-e', "const u = require('undici'); u.install(); console.log(fetch === u.fetch, FormData === u.FormData)"], { encoding: 'utf8' });
  assert.equal(stdout, 'true true\n');
});

test('Promise.all goes on with the others after a failure', async () => {
  await serving(
    async (req, res) => {
      if (req.url === '/bad') return res.destroy();
      await pause(200);
      res.end('ok');
    },
    async (url, seen) => {
      let isDone = false;
      const slow = request(`${url}/slow`).then(async ({ body }) => {
        await body.text();
        isDone = true;
      });
      await assert.rejects(Promise.all([slow, request(`${url}/bad`)]));
      assert.equal(isDone, false);
      await slow;
      assert.deepEqual([isDone, seen.requests.length], [true, 2]);
    },
  );
});

test('an entry of performance per fetch; AsyncLocalStorage follows', async () => {
  const { AsyncLocalStorage } = require('node:async_hooks');
  await serving(
    (req, res) => res.end('ok'),
    async (url) => {
      const context = new AsyncLocalStorage();
      await context.run('here', async () => {
        await (await undici.fetch(url)).text();
        await (await request(url)).body.text();
        assert.equal(context.getStore(), 'here');
      });
      await pause(20);
      assert.ok(performance.getEntriesByType('resource').some(({ name }) => name.startsWith(url)));
    },
  );
});

test('setting a retry for POST repeats it', async () => {
  let count = 0;
  await serving(
    (req, res) => {
      count += 1;
      res.writeHead(count === 1 ? 503 : 200).end();
    },
    async (url) => {
      const dispatcher = new RetryAgent(new Agent(), { methods: ['POST'], minTimeout: 1 });
      const { statusCode } = await request(url, { method: 'POST', body: 'x', dispatcher });
      assert.deepEqual([statusCode, count], [200, 2]);
    },
  );
});

test('50 MB of zeros are 49 kB packed', () => {
  const { gzipSync } = require('node:zlib');
  assert.equal(Math.round(gzipSync(Buffer.alloc(50_000_000)).length / 1000), 49);
});

test('a signal ends the attempts of a retry, not the pause between two', async () => {
  await serving(
    (req, res) => res.writeHead(503).end(),
    async (url, seen) => {
      const dispatcher = new RetryAgent(new Agent(), { minTimeout: 500 });
      const began = Date.now();
      await assert.rejects(request(url, { dispatcher, signal: AbortSignal.timeout(800) }), { name: 'TimeoutError' });
      assert.ok(Date.now() - began > 1200); // pauses of 500 and 1,000 ms
      assert.ok(seen.requests.length <= 3);
    },
  );
});
