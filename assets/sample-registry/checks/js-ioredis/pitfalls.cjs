'use strict';
const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const { after, before, test } = require('node:test');
const Redis = require('ioredis');
const { freePort, pause, startProxy, startServer, within } = require('./helpers.cjs');

let server;
let redis;
const open = [];
/** A client that is disconnected at the end. */
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

test('the version', () => assert.equal(require('ioredis/package.json').version, '6.0.0'));

test('without a server a command waits for over a minute by default', async () => {
  const port = await freePort();
  const away = client({ port });
  assert.equal(await within(away.get('a'), 2000), 'pending');
  const { retryStrategy, maxRetriesPerRequest } = away.options;
  assert.equal(maxRetriesPerRequest, 20);
  const wait = Array.from({ length: 20 }, (_, i) => retryStrategy(i + 1)).reduce((sum, delay) => sum + delay);
  assert.ok(wait >= 71_350); // it is rejected at the 21st close
  const began = Date.now();
  const { error } = await within(client({ port, maxRetriesPerRequest: 1 }).get('a'), 3000);
  assert.equal(error.message, 'Reached the max retries per request limit (which is 1). Refer to "maxRetriesPerRequest" option for details.');
  assert.ok(Date.now() - began < 1500);
  assert.equal((await within(client({ port, commandTimeout: 300 }).get('a'), 3000)).error.message, 'Command timed out');
  assert.equal(
    (await within(client({ port, enableOfflineQueue: false }).get('a'))).error.message,
    "Stream isn't writeable and enableOfflineQueue options is false",
  );
});

test('with maxRetriesPerRequest null a command waits for ever', async () => {
  const away = client({ port: await freePort(), maxRetriesPerRequest: null, retryStrategy: () => 5 });
  assert.equal(await within(away.get('a'), 2000), 'pending');
});

test('without the offline queue the first command fails while the connection is made', async () => {
  const early = client({ enableOfflineQueue: false });
  assert.match((await within(early.get('a'))).error.message, /^Stream isn't writeable/);
  const waits = client({ enableOfflineQueue: false, lazyConnect: true });
  await waits.connect();
  assert.equal(await waits.get('none'), null);
});

test('a silent connection: pending; commandTimeout rejects, socketTimeout reconnects', async () => {
  let mute = false;
  const proxy = await startProxy(server.port, () => !mute);
  const ask = async (options) => {
    mute = false;
    const one = client({ port: proxy.port, ...options });
    await one.ping();
    mute = true;
    const answer = within(one.get('none'), 2500);
    await pause(1000);
    mute = false;
    return answer;
  };
  assert.equal(await ask({}), 'pending');
  assert.equal((await ask({ commandTimeout: 300 })).error.message, 'Command timed out');
  assert.deepEqual(await ask({ socketTimeout: 300 }), { value: null });
  proxy.close();
});

test('after a lost connection unanswered commands are sent again: INCR counts twice', async () => {
  let isLosing = false;
  const proxy = await startProxy(server.port, (socket) => {
    if (!isLosing) return true;
    isLosing = false;
    socket.destroy(); // the server has executed it
    return false;
  });
  const increment = async (options, ms = 3000) => {
    const one = client({ port: proxy.port, ...options });
    await one.set('count', 0);
    isLosing = true;
    const answer = await within(one.incr('count'), ms);
    one.disconnect();
    return [answer, await redis.get('count')];
  };
  assert.deepEqual(await increment({}), [{ value: 2 }, '2']);
  // Not sent again, and never settled.
  assert.deepEqual(await increment({ autoResendUnfulfilledCommands: false }), ['pending', '1']);
  const [{ error }, count] = await increment({ maxRetriesPerRequest: 0 });
  assert.equal(error.name, 'MaxRetriesPerRequestError');
  assert.equal(count, '1'); // executed, although it was rejected
  proxy.close();
});

test('exec of a pipeline and of a transaction resolves although commands failed', async () => {
  await redis.set('text', 'x');
  for (const batch of [redis.pipeline(), redis.multi()]) {
    const results = await batch.set('one', 1).lpush('text', 'y').set('two', 2).exec();
    assert.equal(results[1][0].message, 'WRONGTYPE Operation against a key holding the wrong kind of value');
    assert.deepEqual([results[0], results[2]], [[null, 'OK'], [null, 'OK']]);
    assert.equal(await redis.get('two'), '2'); // nothing is rolled back
  }
  // Only what Redis can't even queue discards the whole.
  const { error } = await within(redis.multi().set('three').set('four', 1).exec());
  assert.equal(error.message, 'EXECABORT Transaction discarded because of previous errors.');
  assert.equal(await redis.exists('four'), 0);
});

test('a transaction whose watched key has changed gives null', async () => {
  const other = client();
  await redis.watch('watched');
  await other.set('watched', 1);
  assert.equal(await redis.multi().set('watched', 2).exec(), null);
});

test('multi without a pipeline and watch on a shared connection catch the commands of others', async () => {
  await redis.set('a', 1);
  await redis.multi({ pipeline: false });
  const foreign = await redis.get('a'); // of another request
  assert.equal(foreign, 'QUEUED');
  assert.deepEqual(await redis.exec(), [[null, '1']]);
  // Another caller's exec ends our watch.
  const other = client();
  await redis.watch('balance');
  await redis.multi().set('unrelated', 1).exec();
  await other.set('balance', 5);
  assert.notEqual(await redis.multi().set('balance', 9).exec(), null); // the change was not noticed
});

test('a blocking command holds up all others of its connection', async () => {
  const blocked = redis.blpop('empty', 1);
  assert.equal(await within(redis.get('a'), 500), 'pending');
  await blocked;
  const waiting = client();
  const apart = waiting.blpop('empty', 1);
  assert.deepEqual(await within(redis.get('a'), 500), { value: '1' });
  await apart;
});

test('values are text: objects, undefined, null, numbers; a missing hash is {}', async () => {
  const stored = async (value) => {
    await redis.set('value', value);
    return redis.get('value');
  };
  assert.equal(await stored({ a: 1 }), '[object Object]');
  assert.equal(await stored(undefined), '');
  assert.equal(await stored(null), '');
  assert.equal(await stored(false), 'false');
  assert.equal(await stored(JSON.stringify({ a: 1 })), '{"a":1}');
  assert.equal(await redis.get('none'), null);
  assert.deepEqual(await redis.hgetall('none'), {});
  await redis.set('n', 1);
  assert.equal(`${await redis.get('n')}1`, '11');
  await redis.hset('hash', { a: 1, b: undefined });
  assert.deepEqual(await redis.hgetall('hash'), { a: '1', b: '' });
  const bytes = Buffer.from([0xff, 0xfe]);
  await redis.set('bytes', bytes);
  assert.notDeepEqual(Buffer.from(await redis.get('bytes')), bytes);
  assert.deepEqual(await redis.getBuffer('bytes'), bytes);
});

test('SET removes the time to live of the key', async () => {
  await redis.set('session', 1, 'EX', 100);
  await redis.set('session', 2);
  assert.equal(await redis.ttl('session'), -1);
  await redis.set('session', 1, 'EX', 100);
  await redis.set('session', 2, 'KEEPTTL');
  assert.ok((await redis.ttl('session')) > 90);
  await redis.expire('session', 100);
  await redis.incr('session');
  assert.ok((await redis.ttl('session')) > 90); // other commands keep it
});

test('keyPrefix: patterns are not prefixed, results have the prefix', async () => {
  const app = client({ keyPrefix: 'app:' });
  await app.set('k', 1);
  await redis.set('foreign', 1);
  assert.ok((await app.keys('*')).includes('foreign'));
  const keys = await app.keys('app:*');
  assert.deepEqual(keys, ['app:k']);
  assert.equal(await app.del(keys), 0); // app:app:k
  assert.equal(await app.exists('k'), 1);
  const found = [];
  for await (const part of app.scanStream({ match: 'app:*' })) found.push(...part);
  assert.deepEqual(found, ['app:k']);
  assert.equal(await app.del(found.map((key) => key.slice('app:'.length))), 1);
  // Channels have no prefix.
  const heard = [];
  const listener = client({ keyPrefix: 'app:' });
  listener.on('message', (channel) => heard.push(channel));
  await listener.subscribe('channel');
  await app.publish('channel', 'x');
  await redis.publish('app:channel', 'x');
  await pause(50);
  assert.deepEqual(heard, ['channel']);
});

test('subscribers: messages while nobody listens are lost; commands beside them with RESP3 only', async () => {
  const listener = client();
  await listener.subscribe('news');
  assert.deepEqual(await within(listener.get('none')), { value: null });
  const old = client({ protocol: 2 });
  await old.subscribe('news');
  assert.equal(
    (await within(old.get('none'))).error.message,
    'Connection in subscriber mode, only subscriber commands may be used',
  );
  // Lost during a reconnection, subscribed again after it.
  const proxy = await startProxy(server.port);
  const far = client({ port: proxy.port, retryStrategy: () => 300 });
  const heard = [];
  far.on('message', (channel, text) => heard.push(text));
  await far.subscribe('news');
  await redis.publish('news', 'one');
  await pause(50);
  proxy.cut();
  await pause(50);
  await redis.publish('news', 'lost');
  await pause(800);
  await redis.publish('news', 'two');
  await pause(50);
  assert.deepEqual(heard, ['one', 'two']);
  proxy.close();
});

test('connecting twice', async () => {
  assert.equal((await within(redis.connect())).error.message, 'Redis is already connecting/connected');
});

test('an open client keeps the process running; quit lets it end', () => {
  const program = (end) => `
    const Redis = require(${JSON.stringify(require.resolve('ioredis'))});
    const redis = new Redis(${server.port});
    redis.ping().then(() => { ${end} });`;
  const run = (end) => spawnSync(process.execPath, ['-e', program(end)], { timeout: 3000 }).status;
  assert.equal(run(''), null); // ended by the timeout
  assert.equal(run('redis.quit();'), 0);
});

test('a client without an error listener prints, and does not end the process', async () => {
  const { stderr, status } = spawnSync(process.execPath, ['-e', `
    const Redis = require(${JSON.stringify(require.resolve('ioredis'))});
    const redis = new Redis(${await freePort()});
    setTimeout(() => process.exit(7), 500);`], { encoding: 'utf8' });
  assert.equal(status, 7);
  assert.match(stderr, /\[ioredis\] Unhandled error event: (Aggregate)?Error/);
});
