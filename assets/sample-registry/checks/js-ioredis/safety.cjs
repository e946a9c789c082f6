'use strict';
const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const { once } = require('node:events');
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const net = require('node:net');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { after, before, test } = require('node:test');
const tls = require('node:tls');
const { inspect } = require('node:util');
const Redis = require('ioredis');
const { pause, startServer, within } = require('./helpers.cjs');

let server;
let redis;
const open = [];
function client(options = {}) {
  const made = new Redis({ port: server.port, ...options });
  made.on('error', () => {});
  open.push(made);
  return made;
}
before(async () => {
  server = await startServer();
  redis = client();
});
after(async () => {
  for (const one of open) one.disconnect();
  await server.stop();
});

test('an array from a request becomes several arguments', async () => {
  // { "name": ["x", "EX", "1"] } or ?name=x&name=EX&name=1
  await redis.set('profile', ['x', 'EX', '1']);
  assert.equal(await redis.get('profile'), 'x');
  assert.ok((await redis.ttl('profile')) <= 1);
  await redis.mset('user:1', 'a', 'user:2', 'b');
  assert.equal(await redis.del(['user:1', 'user:2']), 2); // one id was meant
  await redis.set('lock', 'mine');
  await redis.set('lock', ['theirs', 'GET']); // an option of the attacker
  assert.equal(await redis.get('lock'), 'theirs');
});

test('a pattern of a request matches everything', async () => {
  await redis.mset('user:ada:a', 1, 'user:bob:a', 1);
  const found = async (name) => {
    const keys = [];
    for await (const part of redis.scanStream({ match: `user:${name}:*` })) keys.push(...part);
    return keys.length;
  };
  assert.equal(await found('ada'), 1);
  assert.equal(await found('*'), 2);
  const escaped = (text) => text.replace(/[\\*?[\]]/g, '\\$&');
  assert.equal(await found(escaped('*')), 0);
  await redis.set('user:*:a', 1);
  assert.equal(await found(escaped('*')), 1);
});

test('a script from text runs what the text says, KEYS and ARGV do not', async () => {
  await redis.set('secret', 'x');
  const name = "'); redis.call('del', 'secret'); --";
  await redis.eval(`redis.call('set', 'name', '${name}') return 1`, 0).catch(() => {});
  assert.equal(await redis.exists('secret'), 0);
  await redis.set('secret', 'x');
  await redis.eval("return redis.call('set', KEYS[1], ARGV[1])", 1, 'name', name);
  assert.deepEqual([await redis.exists('secret'), await redis.get('name')], [1, name]);
});

test('errors and options carry values and passwords', async () => {
  await redis.set('text', 'x');
  const { error } = await within(redis.lpush('text', 'card 4111'));
  assert.deepEqual(error.command, { name: 'lpush', args: ['text', 'card 4111'] });
  assert.ok(inspect(error).includes('card 4111'));
  assert.equal(error.message.includes('4111'), false);
  const secret = new Redis('redis://user:hunter2@127.0.0.1:1', { lazyConnect: true });
  assert.equal(secret.options.password, 'hunter2');
  assert.ok(JSON.stringify(secret.options).includes('hunter2'));
});

test('a lock: SETNX and EXPIRE apart, DEL of another one’s lock, and the right way', async () => {
  // Expired, taken by B, deleted by A.
  await redis.set('job', 'A', 'PX', 50, 'NX');
  await pause(100);
  assert.equal(await redis.set('job', 'B', 'PX', 5000, 'NX'), 'OK');
  await redis.del('job'); // A is done
  assert.equal(await redis.set('job', 'C', 'PX', 5000, 'NX'), 'OK'); // B still works
  await redis.del('job');
  const holder = client();
  holder.defineCommand('release', {
    numberOfKeys: 1,
    lua: "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0",
  });
  await redis.set('job', 'B', 'PX', 5000, 'NX');
  assert.equal(await holder.release('job', 'A'), 0);
  assert.equal(await holder.release('job', 'B'), 1);
  assert.equal(await redis.set('job', 'x', 'PX', 5000, 'NX'), 'OK');
  assert.equal(await redis.set('job', 'y', 'PX', 5000, 'NX'), null);
});

test('a counter with INCR and EXPIRE apart lasts for ever if the second is lost; one script does both', async () => {
  await redis.incr('rate:1'); // the process ends here
  assert.equal(await redis.ttl('rate:1'), -1);
  redis.defineCommand('hit', {
    numberOfKeys: 1,
    lua: "local n = redis.call('incr', KEYS[1]) if n == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end return n",
  });
  assert.deepEqual([await redis.hit('rate:2', 1000), await redis.hit('rate:2', 1000)], [1, 2]);
  assert.ok((await redis.pttl('rate:2')) > 0);
});

test('a full server refuses writes', async () => {
  await redis.config('SET', 'maxmemory', '1mb');
  const { error } = await within(redis.set('big', 'x'.repeat(1000)));
  assert.equal(error.message, "OOM command not allowed when used memory > 'maxmemory'.");
  assert.equal((await within(redis.get('text'))).value, 'x'); // reading goes on
  await redis.config('SET', 'maxmemory', '0');
});

test('passwords: a wrong one and none', async () => {
  const locked = await startServer('--requirepass', 'right');
  const answer = async (password) => (await within(client({ port: locked.port, password }).get('a'), 3000));
  assert.match((await answer('wrong')).error.message, /^WRONGPASS invalid username-password pair or user is disabled\./);
  assert.match((await answer(undefined)).error.message, /^NOAUTH /);
  assert.deepEqual(await answer('right'), { value: null });
  await locked.stop();
});

test('TLS: a certificate that nobody knows is refused, ca accepts its own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'redis-'));
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', join(folder, 'key'), '-out', join(folder, 'cert')], { stdio: 'ignore' });
  const cert = readFileSync(join(folder, 'cert'));
  const front = tls.createServer({ key: readFileSync(join(folder, 'key')), cert }, (socket) => {
    const upstream = net.connect(server.port, '127.0.0.1');
    for (const one of [socket, upstream]) one.on('error', () => {});
    socket.pipe(upstream).pipe(socket);
  });
  front.on('tlsClientError', () => {});
  front.listen(0);
  await once(front, 'listening');
  const url = `rediss://localhost:${front.address().port}`;
  const refused = new Redis(url, { retryStrategy: null });
  open.push(refused);
  const [error] = await once(refused, 'error');
  assert.equal(error.code, 'DEPTH_ZERO_SELF_SIGNED_CERT');
  const own = new Redis(url, { tls: { ca: cert } });
  assert.equal(await own.ping(), 'PONG');
  own.disconnect();
  front.close();
  rmSync(folder, { recursive: true });
});
