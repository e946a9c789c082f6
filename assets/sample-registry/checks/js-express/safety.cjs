'use strict';
const assert = require('node:assert/strict');
const { mkdirSync, mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { test } = require('node:test');
const express = require('express');
const { serving, run } = require('./helpers.cjs');

process.env.NODE_ENV = 'test';

test('trust proxy true believes the first address that a client writes; a number counts from the right', async () => {
  const build = (setting) => {
    const app = express();
    if (setting !== undefined) app.set('trust proxy', setting);
    app.get('/', (req, res) => res.json([req.ip, req.protocol, req.hostname]));
    return app;
  };
  const headers = {
    Host: 'shop.example',
    'X-Forwarded-For': '6.6.6.6, 203.0.113.7',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Host': 'evil.example',
  };
  const ask = (setting) => serving(build(setting), async (get) => JSON.parse((await get('/', { headers })).text));
  assert.deepEqual(await ask(undefined), ['127.0.0.1', 'http', 'shop.example']);
  assert.deepEqual(await ask(true), ['6.6.6.6', 'https', 'evil.example']);
  assert.deepEqual(await ask(1), ['203.0.113.7', 'https', 'evil.example']);
  assert.deepEqual(await ask('loopback'), ['203.0.113.7', 'https', 'evil.example']);
});

test('a guard that compares req.path misses other letters and a slash, a guard in the route does not', async () => {
  const guard = (req, res, next) => (req.headers.authorization ? next() : res.status(401).send('no'));
  const bad = express();
  bad.use((req, res, next) => (req.path === '/admin' ? guard(req, res, next) : next()));
  bad.get('/admin', (req, res) => res.send('secret'));
  await serving(bad, async (get) => {
    assert.equal((await get('/admin')).status, 401);
    assert.equal((await get('/ADMIN')).text, 'secret');
    assert.equal((await get('/admin/')).text, 'secret');
    assert.equal((await get('/%61dmin')).status, 404); // literal parts are not decoded
  });
  for (const build of [
    (app) => app.use('/admin', guard),
    () => {},
  ]) {
    const good = express();
    build(good);
    good.get('/admin', guard, (req, res) => res.send('secret'));
    await serving(good, async (get) => {
      for (const path of ['/admin', '/ADMIN', '/admin/']) assert.equal((await get(path)).status, 401);
    });
  }
});

test('a guard for a prefix by startsWith misses other letters', async () => {
  const app = express();
  app.use((req, res, next) => (req.path.startsWith('/admin') ? res.status(401).send('no') : next()));
  app.use('/admin', (req, res) => res.send('secret'));
  await serving(app, async (get) => {
    assert.equal((await get('/admin/users')).status, 401);
    assert.equal((await get('/Admin/users')).text, 'secret');
  });
});

test('the default error page shows the stack unless NODE_ENV is production', () => {
  const program = `
    const app = require('express')();
    app.get('/', () => { throw Object.assign(new Error('password=hunter2'), { status: Number(process.env.CODE) }); });
    const server = app.listen(0, async () => {
      console.log(await (await fetch('http://127.0.0.1:' + server.address().port)).text());
      setTimeout(() => process.exit(0), 100); // the log comes after the answer
    });`;
  const unset = { NODE_ENV: '', CODE: '500' };
  assert.match(run(program, unset).stdout, /Error: password=hunter2<br>.*at /s);
  for (const CODE of ['500', '400']) {
    const { stdout, stderr } = run(program, { NODE_ENV: 'production', CODE });
    assert.doesNotMatch(stdout, /hunter2/);
    assert.match(stderr, /hunter2/); // logged
  }
});

test('a param can hold slashes and dots: join leaves the folder, root does not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'express-'));
  mkdirSync(join(folder, 'public'));
  writeFileSync(join(folder, 'public', 'a.txt'), 'open');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'public', '.env'), 'KEY=1');
  const app = express();
  app.get('/bad/:name', (req, res) => res.sendFile(join(folder, 'public', req.params.name)));
  app.get('/good/:name', (req, res) => res.sendFile(req.params.name, { root: join(folder, 'public') }));
  app.get('/relative/:name', (req, res) => res.sendFile(req.params.name));
  app.use('/static', express.static(join(folder, 'public')));
  app.use('/root', express.static(folder));
  await serving(app, async (get) => {
    assert.equal((await get('/bad/..%2Fsecret.txt')).text, 'secret');
    assert.equal((await get('/good/a.txt')).text, 'open');
    assert.equal((await get('/good/..%2Fsecret.txt')).status, 403);
    assert.match((await get('/relative/a.txt')).text, /path must be absolute or specify root to res\.sendFile/);
    assert.notEqual((await get('/static/..%2Fsecret.txt')).status, 200);
    assert.equal((await get('/static/.env')).status, 404);
    assert.equal((await get('/good/.env')).status, 404);
    assert.equal((await get('/root/secret.txt')).text, 'secret');
  });
  rmSync(folder, { recursive: true });
});

test('the shape of query and body is chosen by the client', async () => {
  const app = express();
  app.use(express.json());
  app.get('/', (req, res) => res.json(req.query.name?.trim() ?? null));
  app.post('/', (req, res) => res.json(typeof req.body.password));
  app.use((err, req, res, next) => res.status(err.status ?? 500).json(err.message));
  await serving(app, async (get) => {
    assert.equal((await get('/?name=a&name=b')).text, '"req.query.name?.trim is not a function"');
    const post = (body) => get('/', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    assert.equal((await post('{"password":{"$ne":null}}')).text, '"object"');
    assert.equal((await post('[]')).text, '"undefined"');
    assert.equal((await post('null')).status, 400);
  });
  const open = express();
  open.set('query parser', 'extended');
  open.get('/', (req, res) => res.json(req.query));
  await serving(open, async (get) => assert.equal((await get('/?name[$ne]=')).text, '{"name":{"$ne":""}}'));
});

test('a string is sent as HTML', async () => {
  const app = express();
  app.get('/', (req, res) => res.send(`hello ${req.query.name}`));
  app.get('/json', (req, res) => res.json({ hello: req.query.name }));
  app.get('/text', (req, res) => res.type('text/plain').send(`hello ${req.query.name}`));
  app.get('/missing', (req, res) => res.status(404).send(`no ${decodeURIComponent(req.originalUrl)}`));
  const query = '?name=%3Cscript%3Ealert(1)%3C/script%3E';
  await serving(app, async (get) => {
    const html = await get(`/${query}`);
    assert.deepEqual([html.headers['content-type'], html.text], ['text/html; charset=utf-8', 'hello <script>alert(1)</script>']);
    assert.equal((await get(`/json${query}`)).headers['content-type'], 'application/json; charset=utf-8');
    assert.equal((await get(`/text${query}`)).headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal((await get(`/unknown${query}`)).text.includes('<script>'), false); // the default 404 escapes
  });
});

test('redirect sends the client wherever a parameter says; a path alone is no proof of the own host', async () => {
  const app = express();
  app.get('/bad', (req, res) => res.redirect(req.query.next));
  app.get('/half', (req, res) => res.redirect(req.query.next.startsWith('/') ? req.query.next : '/'));
  app.get('/good', (req, res) => {
    const base = 'http://own.invalid';
    const url = URL.canParse(String(req.query.next), base) ? new URL(String(req.query.next), base) : new URL(base);
    res.redirect(url.origin === base ? url.href : '/');
  });
  app.get('/path', (req, res) => {
    const url = new URL(String(req.query.next), 'http://own.invalid');
    res.redirect(url.origin === 'http://own.invalid' ? url.pathname + url.search : '/');
  });
  const to = async (get, path) => (await get(path)).headers.location;
  await serving(app, async (get) => {
    assert.equal(await to(get, '/bad?next=https://evil.example'), 'https://evil.example');
    assert.equal(await to(get, '/half?next=//evil.example'), '//evil.example');
    for (const next of ['https://evil.example', '//evil.example', '/%5Cevil.example', '%5C%5Cevil.example', 'javascript:alert(1)', '/%09/evil.example'])
      assert.equal(await to(get, `/good?next=${next}`), '/', next);
    assert.equal(await to(get, '/good?next=/cart?a=1'), 'http://own.invalid/cart?a=1');
    // A path that is taken out of a URL can begin with two slashes.
    assert.equal(await to(get, '/path?next=/.//evil.example'), '//evil.example');
    assert.equal(await to(get, '/good?next=/.//evil.example'), 'http://own.invalid//evil.example');
  });
});

test('a body over 100 kB is refused with 413, also one that unpacks to more', async () => {
  const app = express();
  app.use(express.json());
  app.post('/', (req, res) => res.json('ok'));
  app.use((err, req, res, next) => res.status(err.status).json([err.type, err.message, err.limit]));
  const { gzipSync } = require('node:zlib');
  const headers = { 'Content-Type': 'application/json' };
  await serving(app, async (get) => {
    const fits = JSON.stringify('a'.repeat(102_390)).replace(/^"|"$/g, '');
    assert.equal((await get('/', { method: 'POST', headers, body: `["${fits}"]` })).text, '"ok"');
    const large = `["${'a'.repeat(110_000)}"]`;
    assert.deepEqual(JSON.parse((await get('/', { method: 'POST', headers, body: large })).text), [
      'entity.too.large',
      'request entity too large',
      102400,
    ]);
    const packed = await get('/', {
      method: 'POST',
      headers: { ...headers, 'Content-Encoding': 'gzip' },
      body: gzipSync(large),
    });
    assert.equal(packed.status, 413);
  });
});

test('a cookie has neither HttpOnly nor Secure nor SameSite by itself', async () => {
  const app = express();
  app.get('/bare', (req, res) => res.cookie('sid', 'x').send());
  app.get('/set', (req, res) =>
    res.cookie('sid', 'x', { httpOnly: true, secure: true, sameSite: 'lax', maxAge: 60_000 }).send(),
  );
  app.get('/clear', (req, res) => res.clearCookie('sid', { path: '/app', maxAge: 1000 }).send());
  await serving(app, async (get) => {
    const cookie = async (path) => (await get(path)).headers['set-cookie'][0];
    assert.equal(await cookie('/bare'), 'sid=x; Path=/');
    assert.match(await cookie('/set'), /^sid=x; Max-Age=60; Path=\/; Expires=.*; HttpOnly; Secure; SameSite=Lax$/);
    assert.match(await cookie('/clear'), /^sid=; Path=\/app; Expires=Thu, 01 Jan 1970/);
    assert.equal((await get('/bare')).headers['x-powered-by'], 'Express');
  });
});

test('a malformed percent sequence is a 400, not an exception of ours', async () => {
  const app = express();
  app.get('/:id', (req, res) => res.send(req.params.id));
  await serving(app, async (get) => assert.equal((await get('/%zz')).status, 400));
});
