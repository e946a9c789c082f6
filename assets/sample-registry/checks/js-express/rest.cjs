'use strict';
const assert = require('node:assert/strict');
const { AsyncLocalStorage } = require('node:async_hooks');
const { once } = require('node:events');
const http = require('node:http');
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { test } = require('node:test');
const express = require('express');
const { serving, run } = require('./helpers.cjs');

process.env.NODE_ENV = 'test';
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

test('the version', () => {
  assert.match(require('express/package.json').version, /^5\.3\./);
});

test('an error after the headers: answering throws, next(err) cuts the connection', async () => {
  const seen = [];
  const app = express();
  app.get('/', (req, res) => {
    res.write('part');
    throw new Error('boom');
  });
  app.use((err, req, res, next) => {
    if (res.headersSent) {
      try {
        res.status(500).json({});
      } catch (error) {
        seen.push(error.code);
      }
      return next(err);
    }
    res.status(500).json({});
  });
  await serving(app, async (get) => assert.rejects(get('/'), /aborted/));
  assert.deepEqual(seen, ['ERR_HTTP_HEADERS_SENT']);
});

test('a handler goes on when its client has left; close of the response tells it', async () => {
  const seen = [];
  let ended;
  const end = new Promise((resolve) => {
    ended = resolve;
  });
  const app = express();
  app.get('/', async (req, res) => {
    const left = new AbortController();
    res.on('close', () => {
      if (!res.writableFinished) left.abort();
    });
    await pause(100);
    seen.push(left.signal.aborted);
    res.send('late'); // no error
    ended();
  });
  await serving(app, async (get, port) => {
    const sent = http.get({ host: '127.0.0.1', port, agent: false });
    sent.on('error', () => {});
    await pause(50);
    sent.destroy();
    await end;
  });
  assert.deepEqual(seen, [true]);
});

test('server.close waits for a running request, then for its connection until closeIdleConnections', async () => {
  const app = express();
  app.get('/', (req, res) => res.send('quick'));
  app.get('/slow', async (req, res) => {
    await pause(300);
    res.send('slow');
  });
  const server = app.listen(0);
  await once(server, 'listening');
  const { port } = server.address();
  const agent = new http.Agent({ keepAlive: true });
  const get = (path) =>
    new Promise((resolve, reject) => {
      http
        .get({ port, path, agent }, (response) => {
          let text = '';
          response.on('data', (part) => {
            text += part;
          });
          response.on('end', () => resolve(text));
        })
        .on('error', reject);
    });
  assert.equal(await get('/'), 'quick');
  const slow = get('/slow');
  await pause(100);
  let isClosed = false;
  const closed = new Promise((resolve) => server.close(resolve)).then(() => {
    isClosed = true;
  });
  assert.equal(await slow, 'slow');
  await pause(500);
  assert.equal(isClosed, false); // the client keeps the connection, for 5 seconds by default
  server.closeIdleConnections();
  await closed;
  agent.destroy();
});

test('requests overlap at each await: a module variable belongs to all', async () => {
  let user;
  const context = new AsyncLocalStorage();
  const app = express();
  app.use((req, res, next) => context.run({ user: req.query.user }, next));
  app.get('/bad', async (req, res) => {
    user = req.query.user;
    await pause(50);
    res.send(user);
  });
  app.get('/good', async (req, res) => {
    res.locals.user = req.query.user;
    await pause(50);
    res.send([res.locals.user, context.getStore().user].join());
  });
  await serving(app, async (get) => {
    const both = (path) => Promise.all(['a', 'b'].map(async (name) => (await get(`${path}?user=${name}`)).text));
    assert.deepEqual(await both('/bad'), ['b', 'b']);
    assert.deepEqual(await both('/good'), ['a,a', 'b,b']);
  });
});

test('a computing handler keeps all others waiting', async () => {
  const app = express();
  app.get('/busy', (req, res) => {
    const until = Date.now() + 400;
    while (Date.now() < until);
    res.send('done');
  });
  app.get('/', (req, res) => res.send(String(Date.now())));
  await serving(app, async (get) => {
    const began = Date.now();
    const [, quick] = await Promise.all([get('/busy'), get('/')]);
    assert.ok(Number(quick.text) - began >= 390);
  });
});

test('production turns the view cache on, nothing else of the settings', () => {
  const settings = (env) =>
    JSON.parse(
      run("const {settings}=require('express')(); console.log(JSON.stringify({...settings, views: 0}))", { NODE_ENV: env }).stdout,
    );
  const { env, ...rest } = settings('production');
  const { env: other, ...plain } = settings('development');
  assert.deepEqual([env, other], ['production', 'development']);
  assert.deepEqual(rest, { ...plain, 'view cache': true });
  assert.equal(plain['query parser'], 'simple');
  assert.equal(plain['trust proxy'], false);
  assert.equal(plain.etag, 'weak');
});

test('a 304 saves the transfer, not the handler', async () => {
  let calls = 0;
  const app = express();
  app.get('/', (req, res) => {
    calls += 1;
    res.json({ list: 'x'.repeat(1000) });
  });
  await serving(app, async (get) => {
    const first = await get('/');
    assert.match(first.headers.etag, /^W\//);
    const second = await get('/', { headers: { 'If-None-Match': first.headers.etag } });
    assert.deepEqual([second.status, second.text, calls], [304, '', 2]);
  });
});

test('static files: max-age is 0 unless set, and a folder without index answers 404', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'express-'));
  writeFileSync(join(folder, 'a.txt'), 'a');
  const app = express();
  app.use('/plain', express.static(folder));
  app.use('/cached', express.static(folder, { maxAge: '1y', immutable: true }));
  await serving(app, async (get) => {
    assert.equal((await get('/plain/a.txt')).headers['cache-control'], 'public, max-age=0');
    assert.equal((await get('/cached/a.txt')).headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal((await get('/plain/')).status, 404);
    assert.equal((await get('/plain/a.txt', { headers: { 'Accept-Encoding': 'gzip' } })).headers['content-encoding'], undefined);
  });
  rmSync(folder, { recursive: true });
});

test('a router sees the params of its parent only with mergeParams', async () => {
  const build = (options) => {
    const router = express.Router(options);
    router.get('/', (req, res) => res.json(req.params.team ?? 'none'));
    return express().use('/teams/:team/users', router);
  };
  await serving(build(), async (get) => assert.equal((await get('/teams/7/users')).text, '"none"'));
  await serving(build({ mergeParams: true }), async (get) => assert.equal((await get('/teams/7/users')).text, '"7"'));
});

test('below a mount point req.url is cut, req.originalUrl is whole', async () => {
  const app = express();
  app.use('/api', (req, res) => res.json([req.url, req.path, req.baseUrl, req.originalUrl]));
  await serving(app, async (get) =>
    assert.equal((await get('/api/a?b=1')).text, '["/a?b=1","/a","/api","/api/a?b=1"]'),
  );
});

test('res.json of a BigInt and of a circle is an error of the handler', async () => {
  const app = express();
  app.get('/big', (req, res) => res.json({ id: 1n }));
  app.get('/nothing', (req, res) => res.json(undefined));
  await serving(app, async (get) => {
    const answer = await get('/big');
    assert.equal(answer.status, 500);
    assert.match(answer.text, /TypeError: Do not know how to serialize a BigInt/);
    assert.equal((await get('/nothing')).text, '');
  });
});

test('a body with __proto__ is an own key of the parsed object, and pollutes once it is merged', async () => {
  const app = express();
  app.use(express.json());
  app.post('/', (req, res) => {
    const merge = (into, from) => {
      for (const key of Object.keys(from)) {
        if (typeof from[key] === 'object') merge((into[key] ??= {}), from[key]);
        else into[key] = from[key];
      }
      return into;
    };
    const before = {}.admin ?? null;
    merge({}, req.body);
    const after = {}.admin ?? null;
    delete Object.prototype.admin;
    res.json([before, after]);
  });
  await serving(app, async (get) => {
    const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"__proto__":{"admin":true}}' };
    assert.equal((await get('/', post)).text, '[null,true]');
  });
});

test('a raw body for a signature is only there where express.raw comes first', async () => {
  const build = (...parsers) => {
    const app = express();
    for (const parser of parsers) app.use('/hook', parser);
    app.post('/hook', (req, res) => res.json(Buffer.isBuffer(req.body)));
    return app;
  };
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{ "a":1}' };
  const json = express.json();
  const raw = express.raw({ type: 'application/json' });
  await serving(build(json, raw), async (get) => assert.equal((await get('/hook', post)).text, 'false'));
  await serving(build(raw, json), async (get) => assert.equal((await get('/hook', post)).text, 'true'));
  const app = express();
  app.use(express.json({ verify: (req, res, buffer) => { req.raw = buffer; } }));
  app.post('/hook', (req, res) => res.json(req.raw.toString()));
  await serving(app, async (get) => assert.equal((await get('/hook', post)).text, JSON.stringify('{ "a":1}')));
});

test('case sensitive routing counts before the first route only, and a router has its own', async () => {
  const late = express();
  late.get('/a', (req, res) => res.send('a'));
  late.enable('case sensitive routing');
  await serving(late, async (get) => assert.equal((await get('/A')).status, 200));
  const early = express();
  early.enable('case sensitive routing');
  early.get('/a', (req, res) => res.send('a'));
  early.use('/r', express.Router().get('/b', (req, res) => res.send('b')));
  await serving(early, async (get) => {
    assert.equal((await get('/A')).status, 404);
    assert.equal((await get('/r/B')).status, 200);
  });
});

test('fetch sends a string as text/plain, which express.json leaves alone', async () => {
  const app = express();
  app.use(express.json());
  app.post('/', (req, res) => res.json([req.headers['content-type'], req.body ?? 'none']));
  await serving(app, async (get, port) => {
    const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{"a":1}' });
    assert.deepEqual(await answer.json(), ['text/plain;charset=UTF-8', 'none']);
  });
});

test('next runs the rest before it returns; beside an answer the next handler answers again', async () => {
  const seen = [];
  const app = express();
  app.get('/order', (req, res, next) => {
    next();
    seen.push(`after next, sent: ${res.headersSent}`);
  });
  app.get('/order', async (req, res) => {
    await pause(10);
    res.send('ok');
  });
  app.get('/twice', (req, res, next) => {
    res.send('first');
    next();
  });
  app.get('/twice', (req, res) => res.send('second'));
  app.get('/early', async (req, res, next) => {
    next();
    await pause(1);
    throw new Error('too late');
  });
  app.get('/early', (req, res) => res.send('ok'));
  app.use((err, req, res, next) => {
    seen.push(`${err.code ?? err.message}, sent: ${res.headersSent}`);
    next(err);
  });
  await serving(app, async (get) => {
    await get('/order');
    assert.equal((await get('/twice')).text, 'first');
    assert.equal((await get('/early')).text, 'ok');
    await pause(50);
  });
  assert.deepEqual(seen, [
    'after next, sent: false',
    'ERR_HTTP_HEADERS_SENT, sent: true',
    'too late, sent: true',
  ]);
});

test('next("route") and next("router")', async () => {
  const app = express();
  const router = express.Router();
  router.get('/', (req, res, next) => next(req.query.to), (req, res) => res.send('same route'));
  router.get('/', (req, res) => res.send('same router'));
  app.use('/', router);
  app.get('/', (req, res) => res.send('app'));
  await serving(app, async (get) => {
    assert.equal((await get('/')).text, 'same route');
    assert.equal((await get('/?to=route')).text, 'same router');
    assert.equal((await get('/?to=router')).text, 'app');
  });
});

test('errors of parsers and of sendFile carry a status', async () => {
  const app = express();
  app.use(express.json());
  app.get('/', (req, res, next) => res.sendFile('none', { root: __dirname }, (err) => next(err)));
  app.post('/', (req, res) => res.json('ok'));
  app.use((err, req, res, next) => res.status(err.status).json(err.type ?? err.code));
  await serving(app, async (get) => {
    const missing = await get('/');
    assert.deepEqual([missing.status, missing.text], [404, '"ENOENT"']);
    const broken = await get('/', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' });
    assert.deepEqual([broken.status, broken.text], [400, '"entity.parse.failed"']);
  });
});

test('AsyncLocalStorage survives express.json, in front of it and behind', async () => {
  const context = new AsyncLocalStorage();
  const store = (req, res, next) => context.run('here', next);
  for (const chain of [[store, express.json()], [express.json(), store]]) {
    const app = express();
    app.use(...chain);
    app.post('/', async (req, res) => {
      await pause(1);
      res.json(context.getStore() ?? 'lost');
    });
    await serving(app, async (get) => {
      const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: `["${'x'.repeat(90_000)}"]` };
      assert.equal((await get('/', post)).text, '"here"');
    });
  }
});

test('rows as lines of JSON, and a replacer for BigInt', async () => {
  const { pipeline } = require('node:stream/promises');
  const app = express();
  app.set('json replacer', (key, value) => (typeof value === 'bigint' ? String(value) : value));
  app.get('/big', (req, res) => res.json({ id: 1n }));
  app.get('/rows', async (req, res) => {
    res.type('application/x-ndjson');
    await pipeline([{ a: 1 }, { a: 2 }], async function* (source) {
      for await (const row of source) yield `${JSON.stringify(row)}\n`;
    }, res);
  });
  await serving(app, async (get) => {
    assert.equal((await get('/big')).text, '{"id":"1"}');
    const rows = await get('/rows');
    assert.match(rows.headers['content-type'], /^application\/x-ndjson/);
    assert.equal(rows.text, '{"a":1}\n{"a":2}\n');
  });
});

test('a store in memory belongs to one process; the timeouts of the server', () => {
  const server = http.createServer(express());
  assert.deepEqual([server.keepAliveTimeout, server.requestTimeout, server.headersTimeout], [5000, 300_000, 60_000]);
});

test('a schema result in res.locals reaches the handler', async () => {
  const app = express();
  app.use((req, res, next) => {
    res.locals.query = { page: Number(req.query.page ?? 1) };
    next();
  });
  app.get('/', (req, res) => res.json(res.locals.query.page));
  await serving(app, async (get) => assert.equal((await get('/?page=3')).text, '3'));
});

test('an event stream keeps server.close waiting until its connection is cut', async () => {
  const app = express();
  app.get('/', (req, res) => {
    res.type('text/event-stream');
    res.write('data: 1\n\n');
  });
  const server = app.listen(0);
  await once(server, 'listening');
  const sent = http.get({ port: server.address().port, agent: false });
  sent.on('error', () => {});
  const [response] = await once(sent, 'response');
  response.on('error', () => {});
  let isClosed = false;
  const closed = new Promise((resolve) => server.close(resolve)).then(() => {
    isClosed = true;
  });
  await pause(200);
  server.closeIdleConnections();
  await pause(200);
  assert.equal(isClosed, false);
  server.closeAllConnections();
  await closed;
});

test('server.close ends a connection that is idle', async () => {
  const server = express().listen(0);
  await once(server, 'listening');
  const agent = new http.Agent({ keepAlive: true });
  const sent = http.get({ port: server.address().port, agent });
  const [response] = await once(sent, 'response');
  response.resume();
  await once(response, 'end');
  await pause(50);
  const first = await Promise.race([
    new Promise((resolve) => server.close(() => resolve('closed'))),
    pause(2000).then(() => 'open'), // the client would keep it for 5 seconds
  ]);
  assert.equal(first, 'closed');
  agent.destroy();
});

test('Express does not run on Node\'s http2 server', async () => {
  const { status, stderr } = run(`
    const server = require('http2').createServer(require('express')()).listen(0, () => {
      const client = require('http2').connect('http://127.0.0.1:' + server.address().port);
      client.on('error', () => {});
      client.request({ ':path': '/' }).on('error', () => {}).resume();
    });`);
  assert.equal(status, 1);
  assert.match(stderr, /Cannot (read|convert|set)/);
});

test('browsers\' URL rules: two slashes, and a slash with a backslash, name a host', () => {
  const host = (text) => new URL(text, 'https://shop.example').host;
  assert.deepEqual(['//evil.example', '/\\evil.example', '/.//evil.example'].map(host), [
    'evil.example',
    'evil.example',
    'shop.example',
  ]);
});
