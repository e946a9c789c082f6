'use strict';
// A complete Express 5 program: settings, a router with a guard, checked input,
// one error handler, a 404, and an orderly end.
//
//   npm install express
//   node basic.js

const assert = require('node:assert/strict');
const { once } = require('node:events');
const express = require('express');

const failure = (status, code) => Object.assign(new Error(code), { status, code });

/** Input that is no string, or given twice, is refused here. */
function text(value, name) {
  if (typeof value !== 'string' || value.trim() === '') throw failure(400, `${name}_must_be_text`);
  return value.trim();
}

function usersRouter(users) {
  const router = express.Router();
  router.get('/', (req, res) => {
    const search = req.query.q === undefined ? '' : text(req.query.q, 'q');
    res.json([...users.values()].filter(({ name }) => name.includes(search)));
  });
  router.get('/new', (req, res) => res.json({ form: 'empty' })); // above /:id
  router.get('/:id', async (req, res) => {
    const user = await Promise.resolve(users.get(req.params.id));
    if (!user) throw failure(404, 'no_such_user'); // a rejection is enough
    res.json(user);
  });
  router.post('/', express.json({ limit: '10kb' }), (req, res) => {
    const user = { id: String(users.size + 1), name: text(req.body?.name, 'name') };
    users.set(user.id, user);
    res.status(201).location(`${req.baseUrl}/${user.id}`).json(user);
  });
  return router;
}

function buildApp(users) {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', 'loopback');
  app.get('/health', (req, res) => res.type('text/plain').send('ok'));
  const guard = (req, res, next) =>
    req.get('authorization') === 'Bearer demo' ? next() : next(failure(401, 'login_first'));
  app.use('/users', guard, usersRouter(users)); // the router matches the guard, in any letters
  app.get('/download', (req, res, next) => {
    res.sendFile('missing.pdf', { root: __dirname }, (err) => err && next(err));
  });
  app.get('/bug', () => {
    throw new Error('secret detail');
  });
  app.use((req, res) => res.status(404).json({ error: 'no_route' }));
  // Four parameters, last.
  app.use((err, req, res, next) => {
    if (res.headersSent) return next(err);
    const status = err.status ?? 500;
    res.status(status).json({ error: status < 500 ? (err.type ?? err.code) : 'internal' });
  });
  return app;
}

async function main() {
  const users = new Map([['1', { id: '1', name: 'ada' }]]);
  const app = buildApp(users);
  const server = app.listen(0, '127.0.0.1', (error) => {
    if (error) throw error; // a taken port arrives here
  });
  await once(server, 'listening');

  const base = `http://127.0.0.1:${server.address().port}`;
  const ask = async (path, { method = 'GET', body, type = 'application/json', login = true } = {}) => {
    const response = await fetch(base + path, {
      method,
      body,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': type }),
        ...(login ? { Authorization: 'Bearer demo' } : {}),
      },
    });
    const answer = await response.text();
    return [response.status, response.headers.get('content-type').startsWith('application/json') ? JSON.parse(answer) : answer];
  };

  assert.deepEqual(await ask('/health', { login: false }), [200, 'ok']);
  for (const path of ['/users/1', '/USERS/1', '/users/']) {
    assert.deepEqual(await ask(path, { login: false }), [401, { error: 'login_first' }]);
  }
  console.log('guarded in any letters');

  assert.deepEqual(await ask('/users/1'), [200, { id: '1', name: 'ada' }]);
  assert.deepEqual(await ask('/users/new'), [200, { form: 'empty' }]);
  assert.deepEqual(await ask('/users/9'), [404, { error: 'no_such_user' }]);
  assert.deepEqual(await ask('/users?q=ad'), [200, [{ id: '1', name: 'ada' }]]);
  assert.deepEqual(await ask('/users?q=a&q=b'), [400, { error: 'q_must_be_text' }]);

  const post = (body, type) => ask('/users', { method: 'POST', body, type });
  assert.deepEqual(await post('{"name":"grace"}'), [201, { id: '2', name: 'grace' }]);
  assert.deepEqual(await post('{"name":{"$ne":null}}'), [400, { error: 'name_must_be_text' }]);
  assert.deepEqual(await post('{"name":"linus"}', 'text/plain'), [400, { error: 'name_must_be_text' }]);
  assert.deepEqual(await post('{"name"'), [400, { error: 'entity.parse.failed' }]);
  assert.deepEqual(await post(JSON.stringify({ name: 'x'.repeat(20_000) })), [413, { error: 'entity.too.large' }]);
  console.log('refused what was malformed, too large, or of another shape');

  assert.equal((await ask('/download'))[0], 404);
  assert.deepEqual(await ask('/bug'), [500, { error: 'internal' }]);
  assert.deepEqual(await ask('/nowhere'), [404, { error: 'no_route' }]);
  console.log('answered every error in one shape');

  const closed = new Promise((resolve) => server.close(resolve));
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const timer = setTimeout(() => server.closeAllConnections(), 5000);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
  console.log('closed');
}

main().catch((error) => {
  console.error(error);
  process.exit(1); // the server still listens
});
