'use strict';
// A complete undici program: one agent with limits, deadlines, retries, typed
// errors, bodies that are always read, a mock, and an orderly end.
//
//   npm install undici@7
//   node basic.js

const assert = require('node:assert/strict');
const { once } = require('node:events');
const http = require('node:http');
const { Agent, MockAgent, interceptors, request } = require('undici');

class ServiceError extends Error {
  constructor(status, text) {
    super(`status ${status}: ${text.slice(0, 100)}`);
    this.status = status;
  }
}

function makeClient(base, dispatcher) {
  return async function call(path, { method = 'GET', json, signal, timeout = 2000 } = {}) {
    const deadline = AbortSignal.timeout(timeout);
    const { statusCode, body } = await request(new URL(path, base), {
      dispatcher,
      method,
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline, // bounds everything
      headers: json === undefined ? {} : { 'content-type': 'application/json' },
      body: json === undefined ? undefined : JSON.stringify(json),
    });
    const text = await body.text(); // read also if it is an error page
    if (statusCode >= 300) throw new ServiceError(statusCode, text);
    return text === '' ? undefined : JSON.parse(text);
  };
}

const seen = { connections: 0, flaky: 0, posts: 0 };
const server = http.createServer(async (req, res) => {
  let text = '';
  for await (const part of req) text += part;
  if (req.url === '/users/7') return res.end('{"id":7}');
  if (req.url === '/missing') return res.writeHead(404).end('x'.repeat(300_000));
  if (req.url === '/old') return res.writeHead(302, { location: '/users/7' }).end();
  if (req.url === '/empty') return res.writeHead(204).end();
  if (req.url === '/huge') return res.end('x'.repeat(2_000_000));
  if (req.url === '/flaky') {
    seen.flaky += 1;
    return seen.flaky < 3 ? res.writeHead(503).end() : res.end('{"try":3}');
  }
  if (req.url === '/orders') {
    seen.posts += 1;
    return res.writeHead(503).end(text);
  }
  if (req.url === '/drips') {
    const timer = setInterval(() => res.write(' '), 100); // never silent, never done
    res.on('close', () => clearInterval(timer));
  }
});
server.on('connection', () => {
  seen.connections += 1;
});

async function main() {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${server.address().port}`;

  const agent = new Agent({ connections: 4, headersTimeout: 2000, bodyTimeout: 2000, maxResponseSize: 1_000_000 });
  const call = makeClient(base, agent.compose(interceptors.retry({ maxRetries: 3, minTimeout: 10 })));

  assert.deepEqual(await call('/users/7'), { id: 7 });
  assert.equal(await call('/empty'), undefined);
  for (let i = 0; i < 10; i++) await assert.rejects(call('/missing'), { status: 404 });
  assert.ok(seen.connections <= 4, 'the bodies of errors were read');
  console.log('ten error pages, %d connections', seen.connections);

  await assert.rejects(call('/old'), { status: 302 }); // no redirect is followed
  await assert.rejects(call('/huge'), { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' });
  await assert.rejects(call('/drips', { timeout: 500 }), { name: 'TimeoutError' });
  console.log('bounded: redirects, size, time');

  assert.deepEqual(await call('/flaky'), { try: 3 });
  await assert.rejects(call('/orders', { method: 'POST', json: { id: 1 } }), { code: 'UND_ERR_REQ_RETRY' });
  assert.equal(seen.posts, 1);
  console.log('a GET was sent %d times, a POST once', seen.flaky);

  const mock = new MockAgent();
  mock.disableNetConnect();
  mock.get('http://api.example').intercept({ path: '/users/7', method: 'GET' }).reply(200, { id: 7 });
  assert.deepEqual(await makeClient('http://api.example', mock)('/users/7'), { id: 7 });
  mock.assertNoPendingInterceptors();
  await mock.close();

  const timer = setTimeout(() => agent.destroy(), 5000);
  await agent.close(); // waits for what is running
  clearTimeout(timer);
  await assert.rejects(request(base, { dispatcher: agent }), { code: /UND_ERR_(CLOSED|DESTROYED)/ });
  server.closeAllConnections();
  server.close();
  console.log('closed');
}

main().catch((error) => {
  console.error(error);
  process.exit(1); // the server still listens
});
