'use strict';
const assert = require('node:assert/strict');
const { mkdtempSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { test } = require('node:test');
const express = require('express');
const { serving, run } = require('./helpers.cjs');

process.env.NODE_ENV = 'test'; // the default handler logs nothing then

test('an error handler with three parameters never gets an error', async () => {
  const build = (handler) => {
    const app = express();
    app.get('/', () => {
      throw new Error('boom');
    });
    app.use(handler);
    return app;
  };
  await serving(build((err, req, res) => res.status(503).json({ error: 'ours' })), async (get) => {
    const answer = await get('/');
    assert.equal(answer.status, 500);
    assert.match(answer.text, /Error: boom/);
    // For an unknown path it is called as middleware: `res` is the function next.
    assert.match((await get('/nowhere')).text, /TypeError: res\.status is not a function/);
  });
  await serving(build((err, req, res, next) => res.status(503).json({ error: 'ours' })), async (get) => {
    const answer = await get('/');
    assert.deepEqual([answer.status, answer.text], [503, '{"error":"ours"}']);
  });
});

test('an error handler above the routes is skipped', async () => {
  const app = express();
  app.use((err, req, res, next) => res.status(503).send('ours'));
  app.get('/', () => {
    throw new Error('boom');
  });
  await serving(app, async (get) => assert.equal((await get('/')).status, 500));
});

test('a rejection of an async handler reaches the error handler, one of a detached promise ends the process', async () => {
  const app = express();
  app.get('/', async () => {
    throw Object.assign(new Error('gone'), { status: 410 });
  });
  await serving(app, async (get) => assert.equal((await get('/')).status, 410));

  const program = (handler) => `
    const app = require('express')();
    app.get('/', ${handler});
    app.use((err, req, res, next) => res.status(503).send('ours'));
    const server = app.listen(0, async () => {
      const answer = await fetch('http://127.0.0.1:' + server.address().port);
      console.log(answer.status);
      process.exit(0);
    });`;
  for (const handler of [
    "(req, res) => { Promise.reject(new Error('late')); }",
    "async (req, res) => { setTimeout(() => { throw new Error('late'); }, 1); }",
    "(req, res) => { (async () => { throw new Error('late'); })(); }",
    "(req, res) => { require('fs').createReadStream('/no/such/file').pipe(res); }",
  ]) {
    const { status, stderr } = run(program(handler));
    assert.equal(status, 1, handler);
    assert.match(stderr, /late|ENOENT/);
  }
  for (const handler of [
    "(req, res) => Promise.reject(new Error('late'))",
    "async (req, res) => { await Promise.reject(new Error('late')); }",
    "(req, res, next) => { setTimeout(() => next(new Error('late')), 1); }",
    "(req, res, next) => { res.sendFile('/no/such/file', (err) => next(err)); }",
  ]) {
    const { status, stdout } = run(program(handler));
    assert.deepEqual([status, stdout.trim()], [0, '503'], handler);
  }
});

test('pipeline of a missing file cuts the connection, and the process goes on', async () => {
  const app = express();
  app.get('/', (req, res) => {
    require('node:stream').pipeline(require('node:fs').createReadStream('/no/such/file'), res, () => {});
  });
  await serving(app, async (get) => assert.rejects(get('/'), /socket hang up/));
});

test('patterns of Express 4 throw while the routes are defined', () => {
  for (const path of ['*', '/files/*', '/files/:name?', '/files/(.*)', '/:id(\\d+)']) {
    assert.throws(() => express().get(path, () => {}), TypeError, path);
  }
  assert.throws(() => express().get('*', () => {}), /Missing parameter name at index 1: \*/);
  assert.throws(() => express().get('/files/:name?', () => {}), /Unexpected \? at index 12, expected end: \/files\/:name\?|Unexpected \?/);
});

test('a named wildcard is an array, needs a segment unless it is in braces, and a missing part has no key', async () => {
  const app = express();
  app.get('/files/*path', (req, res) => res.json(req.params.path));
  app.get('/all{/*path}', (req, res) => res.json(req.params.path ?? 'none'));
  app.get('/users{/:id}', (req, res) => res.json('id' in req.params));
  await serving(app, async (get) => {
    assert.equal((await get('/files/a/b%20c')).text, '["a","b c"]');
    assert.equal((await get('/files')).status, 404);
    assert.equal((await get('/all')).text, '"none"');
    assert.equal((await get('/users')).text, 'false');
    assert.equal((await get('/users/7')).text, 'true');
  });
});

test('a second answer throws ERR_HTTP_HEADERS_SENT, and the client got the first', async () => {
  const seen = [];
  const app = express();
  app.get('/', (req, res) => {
    if (!req.headers.authorization) res.status(401).send('no');
    res.send('secret');
  });
  app.use((err, req, res, next) => {
    seen.push(err.code, err.message, res.headersSent);
    next(err);
  });
  await serving(app, async (get) => assert.equal((await get('/')).status, 401));
  assert.deepEqual(seen, [
    'ERR_HTTP_HEADERS_SENT',
    'Cannot set headers after they are sent to the client',
    true,
  ]);
});

test('code after an answer goes on', async () => {
  let deleted = false;
  const app = express();
  app.get('/', (req, res) => {
    if (!req.headers.authorization) res.status(401).send('no');
    deleted = true;
  });
  await serving(app, (get) => get('/'));
  assert.equal(deleted, true);
});

test('req.body is undefined without a parser that matches the content type', async () => {
  const build = (...parsers) => {
    const app = express();
    for (const parser of parsers) app.use(parser);
    app.post('/', (req, res) => {
      const { name } = req.body;
      res.json(name);
    });
    app.use((err, req, res, next) => res.status(err.status ?? 500).json(err.message));
    return app;
  };
  const post = { method: 'POST', body: '{"name":"ada"}' };
  const json = { ...post, headers: { 'Content-Type': 'application/json' } };
  const message = '"Cannot destructure property \'name\' of \'req.body\' as it is undefined."';
  await serving(build(), async (get) => assert.equal((await get('/', json)).text, message));
  await serving(build(express.json()), async (get) => {
    assert.equal((await get('/', json)).text, '"ada"');
    assert.equal((await get('/', { ...post, headers: { 'Content-Type': 'text/plain' } })).text, message);
    const empty = { method: 'POST', headers: { 'Content-Type': 'application/json', 'Content-Length': '0' } };
    assert.equal((await get('/', empty)).text, ''); // the body is {}
    const form = { method: 'POST', body: 'name=ada', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
    assert.equal((await get('/', form)).text, message);
    assert.equal((await get('/', { ...json, body: '{"name"' })).status, 400);
  });
  await serving(build(express.urlencoded()), async (get) => {
    const form = { method: 'POST', body: 'name=ada', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
    assert.equal((await get('/', form)).text, '"ada"');
  });
});

test('req.query is parsed anew by each access: changes are lost, assignments throw', async () => {
  const app = express();
  app.get('/lost', (req, res) => {
    req.query.page = Number(req.query.page ?? 1);
    res.json([req.query.page ?? null, req.query === req.query]);
  });
  app.get('/set', (req, res) => {
    req.query = { page: 1 };
    res.json(req.query);
  });
  app.get('/nested', (req, res) => res.json(req.query));
  await serving(app, async (get) => {
    assert.equal((await get('/lost')).text, '[null,false]');
    assert.equal((await get('/lost?page=3')).text, '["3",false]');
    assert.match(
      (await get('/set')).text,
      /TypeError: Cannot set property query of #&lt;IncomingMessage&gt; which has only a getter/,
    );
    assert.equal((await get('/nested?filter[state]=open&a[]=1')).text, '{"filter[state]":"open","a[]":"1"}');
  });
  app.set('query parser', 'extended');
  await serving(app, async (get) =>
    assert.equal((await get('/nested?filter[state]=open&a[]=1')).text, '{"filter":{"state":"open"},"a":["1"]}'),
  );
});

test('the callback of listen gets the error of a taken port', () => {
  const program = (callback) => `
    const net = require('net').createServer().listen(0, () => {
      require('express')().listen(net.address().port, ${callback});
      setTimeout(() => net.close(), 200);
    });`;
  const bad = run(program("() => console.log('listening')"));
  assert.deepEqual([bad.status, bad.stdout, bad.stderr], [0, 'listening\n', '']);
  const good = run(program("(error) => { if (error) throw error; console.log('listening'); }"));
  assert.equal(good.status, 1);
  assert.equal(good.stdout, '');
  assert.match(good.stderr, /listen EADDRINUSE: address already in use/);
});

test('the first matching route answers, not the most exact', async () => {
  const bad = express();
  bad.get('/users/:id', (req, res) => res.send(`user ${req.params.id}`));
  bad.get('/users/new', (req, res) => res.send('form'));
  await serving(bad, async (get) => assert.equal((await get('/users/new')).text, 'user new'));
  const good = express();
  good.get('/users/new', (req, res) => res.send('form'));
  good.get('/users/:id', (req, res) => res.send(`user ${req.params.id}`));
  await serving(good, async (get) => assert.equal((await get('/users/new')).text, 'form'));
});

test('middleware below a route is not run for it, and a body parser below it leaves no body', async () => {
  const app = express();
  app.post('/early', (req, res) => res.json(req.body ?? 'none'));
  app.use(express.json());
  app.post('/late', (req, res) => res.json(req.body ?? 'none'));
  const json = { method: 'POST', body: '{"a":1}', headers: { 'Content-Type': 'application/json' } };
  await serving(app, async (get) => {
    assert.equal((await get('/early', json)).text, '"none"');
    assert.equal((await get('/late', json)).text, '{"a":1}');
  });
});

test('a handler that neither answers nor calls next leaves the request open', async () => {
  const app = express();
  app.use((req, res, next) => {
    if (req.path === '/ok') next();
  });
  app.get('/ok', (req, res) => res.send('ok'));
  await serving(app, async (get) => {
    assert.equal((await get('/ok')).text, 'ok');
    const first = await Promise.race([
      get('/hangs').catch(() => 'cut'),
      new Promise((resolve) => setTimeout(resolve, 500, 'open')),
    ]);
    assert.equal(first, 'open');
  });
});

test('next(undefined) goes on; a rejection without a reason is an error', async () => {
  const app = express();
  app.get('/next', (req, res, next) => next(undefined), (req, res) => res.send('went on'));
  app.get('/reject', () => Promise.reject());
  await serving(app, async (get) => {
    assert.equal((await get('/next')).text, 'went on');
    const rejected = await get('/reject');
    assert.equal(rejected.status, 500);
    assert.match(rejected.text, /Error: Rejected promise/);
  });
});

test('status codes are numbers in 100 to 999; send(404) is a body; json takes no status; sendfile and del are gone', async () => {
  const app = express();
  app.get('/text', (req, res) => res.status('404').send());
  app.get('/far', (req, res) => res.status(1000).send());
  app.get('/number', (req, res) => res.send(404));
  app.get('/json', (req, res) => res.json({ a: 1 }, 201));
  app.get('/redirect', (req, res) => res.redirect('/x', 301));
  app.use((err, req, res, next) => res.status(500).json(`${err.name}: ${err.message}`));
  await serving(app, async (get) => {
    assert.match((await get('/text')).text, /Invalid status code: \\"404\\"\. Status code must be an integer/);
    assert.match((await get('/far')).text, /RangeError: Invalid status code/);
    const number = await get('/number');
    assert.deepEqual([number.status, number.text], [200, '404']);
    const json = await get('/json');
    assert.deepEqual([json.status, json.text], [200, '{"a":1}']);
    assert.match((await get('/redirect')).text, /Invalid status code: \\"\/x\\"/);
  });
  assert.equal(app.del, undefined);
  assert.equal(express.response.sendfile, undefined);
});

test('a broken download: pipe leaves the file open when the client leaves, pipeline closes it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'express-'));
  const file = join(folder, 'big');
  writeFileSync(file, Buffer.alloc(50_000_000));
  const { createReadStream } = require('node:fs');
  const { pipeline } = require('node:stream');
  const streams = {};
  const app = express();
  app.get('/pipe', (req, res) => {
    streams.pipe = createReadStream(file);
    streams.pipe.pipe(res);
  });
  app.get('/pipeline', (req, res) => {
    streams.pipeline = createReadStream(file);
    pipeline(streams.pipeline, res, () => {});
  });
  await serving(app, async (get, port) => {
    const http = require('node:http');
    for (const name of ['pipe', 'pipeline']) {
      await new Promise((resolve) => {
        const sent = http.get({ host: '127.0.0.1', port, path: `/${name}`, agent: false }, (response) => {
          response.once('data', () => {
            sent.destroy();
            setTimeout(resolve, 300);
          });
        });
        sent.on('error', () => {});
      });
    }
    assert.equal(streams.pipe.destroyed, false);
    assert.equal(streams.pipeline.destroyed, true);
    streams.pipe.destroy();
  });
  require('node:fs').rmSync(folder, { recursive: true });
});
