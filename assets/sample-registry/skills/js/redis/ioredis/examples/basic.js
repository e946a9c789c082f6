'use strict';
// A complete ioredis program: a client that fails fast, a cache that may fail, a
// lock with a token, a rate limit, checked batches, a stream with a group, and an
// orderly end. It starts a redis-server of its own, or uses REDIS_URL.
//
//   npm install ioredis
//   node basic.js

const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const { randomUUID } = require('node:crypto');
const { once } = require('node:events');
const net = require('node:net');
const { tmpdir } = require('node:os');
const Redis = require('ioredis');

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

const OPTIONS = { maxRetriesPerRequest: 1, commandTimeout: 2000, connectTimeout: 2000 };

function connect(url, options = {}) {
  const redis = new Redis(url, { ...OPTIONS, ...options });
  redis.on('error', () => {}); // log error.message here; never the whole error
  redis.defineCommand('release', {
    numberOfKeys: 1,
    lua: "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0",
  });
  redis.defineCommand('hit', {
    numberOfKeys: 1,
    lua: "local n = redis.call('incr', KEYS[1]) if n == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end return n",
  });
  return redis;
}

async function cached(redis, key, seconds, load) {
  const text = await redis.get(key).catch(() => null);
  if (text !== null) return JSON.parse(text);
  const value = await load();
  await redis.set(key, JSON.stringify(value), 'EX', seconds).catch(() => {});
  return value;
}

async function withLock(redis, key, ms, work) {
  const token = randomUUID();
  if ((await redis.set(key, token, 'PX', ms, 'NX')) !== 'OK') return false;
  try {
    await work();
  } finally {
    await redis.release(key, token); // only our own
  }
  return true;
}

function values(results) {
  if (results === null) throw new Error('a watched key has changed');
  return results.map(([error, value]) => {
    if (error) throw error;
    return value;
  });
}

async function main() {
  let server;
  let url = process.env.REDIS_URL;
  if (!url) {
    const port = await freePort();
    server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()]);
    for await (const text of server.stdout) if (String(text).includes('Ready to accept connections')) break;
    url = `redis://127.0.0.1:${port}`;
  }
  const redis = connect(url);
  const prefix = `example:${randomUUID()}`;

  // A cache: loaded once, and again while Redis is away.
  let loads = 0;
  const load = async () => ({ id: 7, load: ++loads });
  assert.deepEqual(await cached(redis, `${prefix}:user`, 60, load), { id: 7, load: 1 });
  assert.deepEqual(await cached(redis, `${prefix}:user`, 60, load), { id: 7, load: 1 });
  const away = connect(`redis://127.0.0.1:${await freePort()}`);
  const began = Date.now();
  assert.deepEqual(await cached(away, `${prefix}:user`, 60, load), { id: 7, load: 2 });
  assert.ok(Date.now() - began < 10_000);
  away.disconnect();
  console.log('cached, and without Redis loaded within seconds');

  // A lock: one of five works, and a late holder doesn't release the next one's.
  let working = 0;
  const got = await Promise.all([1, 2, 3, 4, 5].map(() => withLock(redis, `${prefix}:lock`, 5000, async () => { working += 1; })));
  assert.ok(working >= 1 && got.filter(Boolean).length === working);
  await redis.set(`${prefix}:lock`, 'another', 'PX', 5000, 'NX');
  assert.equal(await redis.release(`${prefix}:lock`, 'late'), 0);

  // A rate limit: the counter always has an expiry.
  const counts = [];
  for (let i = 0; i < 3; i++) counts.push(await redis.hit(`${prefix}:rate`, 60_000));
  assert.deepEqual(counts, [1, 2, 3]);
  assert.ok((await redis.pttl(`${prefix}:rate`)) > 0);
  console.log('locked and limited');

  // A batch: an error of one command is seen.
  await redis.set(`${prefix}:text`, 'x', 'EX', 60);
  const batch = redis.multi().incr(`${prefix}:n`).lpush(`${prefix}:text`, 'y').exec();
  await assert.rejects(batch.then(values), /WRONGTYPE/);
  assert.equal(await redis.get(`${prefix}:n`), '1'); // and undone is nothing
  console.log('noticed what failed in a transaction');

  // A stream: a job stays until it is acknowledged. Blocking reads have their own connection.
  const jobs = `${prefix}:jobs`;
  const blocking = redis.duplicate({ maxRetriesPerRequest: null, commandTimeout: undefined });
  blocking.on('error', () => {});
  await redis.xgroup('CREATE', jobs, 'workers', '$', 'MKSTREAM');
  const waiting = blocking.xreadgroup('GROUP', 'workers', 'first', 'COUNT', 1, 'BLOCK', 5000, 'STREAMS', jobs, '>');
  await redis.xadd(jobs, '*', 'order', '42');
  const [[, [[id, fields]]]] = await waiting;
  assert.deepEqual(fields, ['order', '42']);
  // The first worker dies here; a second one takes over.
  const [, claimed] = await redis.xautoclaim(jobs, 'workers', 'second', 0, '0');
  assert.equal(claimed[0][0], id);
  await redis.xack(jobs, 'workers', id);
  assert.equal((await redis.xpending(jobs, 'workers'))[0], 0);
  console.log('took over the job of a worker that died');

  for await (const keys of redis.scanStream({ match: `${prefix}:*` })) if (keys.length > 0) await redis.unlink(keys);

  blocking.disconnect();
  const timer = setTimeout(() => redis.disconnect(), 2000);
  await redis.quit();
  clearTimeout(timer);
  server?.kill();
  console.log('closed');
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1); // clients keep the process running
});
