'use strict';
const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const Redis = require('ioredis');
const { freePort, pause, startProxy, startServer, within } = require('./helpers.cjs');

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

test('defaults', () => {
  const { options } = redis;
  assert.deepEqual(
    [options.connectTimeout, options.commandTimeout, options.socketTimeout, options.maxRetriesPerRequest, options.enableOfflineQueue, options.autoResendUnfulfilledCommands, options.enableAutoPipelining, options.protocol, options.keepAlive],
    [10_000, undefined, undefined, 20, true, true, false, 3, 30_000],
  );
});

test('quit answers what was sent before, disconnect rejects it; afterwards the client is closed', async () => {
  const proxy = await startProxy(server.port);
  const polite = client();
  await polite.ping();
  const sent = polite.get('none');
  assert.equal(await polite.quit(), 'OK');
  assert.equal(await sent, null);
  await pause(20);
  assert.equal((await within(polite.get('a'))).error.message, 'Connection is closed.');
  const slow = client();
  await slow.ping();
  const waiting = within(slow.blpop('empty', 5), 2000);
  await pause(50);
  slow.disconnect();
  assert.equal((await waiting).error.message, 'Connection is closed.');
  proxy.close();
});

test('without a server quit waits behind the queue, and disconnect leaves queued commands unsettled', async () => {
  const away = client({ port: await freePort(), retryStrategy: () => 1000 });
  const lost = within(away.set('a', 1), 3000);
  await pause(300);
  assert.equal(away.status, 'reconnecting');
  assert.equal(await within(away.quit(), 1000), 'pending');
  away.disconnect();
  assert.equal(await lost, 'pending');
});

test('events of a client whose connection is lost', async () => {
  const proxy = await startProxy(server.port);
  const seen = [];
  const one = client({ port: proxy.port, retryStrategy: () => 20 });
  for (const event of ['connect', 'ready', 'close', 'reconnecting', 'end']) one.on(event, () => seen.push(event));
  await one.ping();
  proxy.cut();
  await pause(300);
  assert.equal(await one.ping(), 'PONG');
  one.disconnect();
  await pause(50);
  assert.deepEqual(seen, ['connect', 'ready', 'close', 'reconnecting', 'connect', 'ready', 'close', 'end']);
  proxy.close();
});

test('a retryStrategy that gives no number ends the client', async () => {
  const one = client({ port: 1, retryStrategy: (times) => (times > 2 ? null : 10) });
  assert.equal((await within(one.get('a'), 2000)).error.message, 'Connection is closed.');
  assert.equal(one.status, 'end');
});

test('a failover: READONLY can make the client reconnect and send the command again', async () => {
  const replica = await startServer('--replicaof', '127.0.0.1', String(server.port), '--masterauth', '');
  await pause(300);
  const plain = client({ port: replica.port });
  assert.match((await within(plain.set('a', 1), 2000)).error.message, /^READONLY You can't write against a read only replica\./);
  const again = client({ port: replica.port, reconnectOnError: (error) => (error.message.startsWith('READONLY') ? 2 : false) });
  const answer = within(again.set('promoted', 1), 5000);
  await pause(50);
  await client({ port: replica.port }).replicaof('NO', 'ONE');
  assert.deepEqual(await answer, { value: 'OK' });
  await replica.stop();
});

test('a pipeline is one round trip; calls in a row are one each', async () => {
  let replies = 0;
  const proxy = await startProxy(server.port, () => {
    replies += 1;
    return true;
  });
  const one = client({ port: proxy.port });
  await one.ping();
  replies = 0;
  for (let i = 0; i < 20; i++) await one.incr('n');
  const inRow = replies;
  replies = 0;
  const batch = one.pipeline();
  for (let i = 0; i < 20; i++) batch.incr('n');
  await batch.exec();
  const piped = replies;
  replies = 0;
  await Promise.all(Array.from({ length: 20 }, () => one.incr('n')));
  const parallel = replies;
  assert.equal(inRow, 20);
  assert.ok(piped <= 2 && parallel <= 20);
  console.log({ inRow, piped, parallel });
  proxy.close();
});

test('auto pipelining joins calls of one tick', async () => {
  const auto = client({ enableAutoPipelining: true });
  await auto.ping();
  const all = Promise.all([auto.incr('m'), auto.incr('m'), auto.incr('m')]);
  assert.equal(auto.autoPipelineQueueSize, 3);
  assert.deepEqual(await all, [1, 2, 3]);
});

test('scanStream: paused while a batch is worked on with for await; may give a key twice or empty batches', async () => {
  const batch = redis.pipeline();
  for (let i = 0; i < 3000; i++) batch.set(`scan:${i}`, i);
  await batch.exec();
  const keys = [];
  let batches = 0;
  for await (const part of redis.scanStream({ match: 'scan:*', count: 100 })) {
    batches += 1;
    keys.push(...part);
    await pause(1);
  }
  assert.equal(new Set(keys).size, 3000);
  assert.ok(batches > 5);
  // With a rare pattern most batches are empty.
  let empty = 0;
  for await (const part of redis.scanStream({ match: 'scan:1234', count: 10 })) if (part.length === 0) empty += 1;
  assert.ok(empty > 10);
});

test('a command of one’s own is a script that is loaded once', async () => {
  redis.defineCommand('double', { numberOfKeys: 1, lua: "return redis.call('get', KEYS[1]) * 2" });
  await redis.set('d', 21);
  assert.equal(await redis.double('d'), 42);
  await redis.script('FLUSH');
  assert.equal(await redis.double('d'), 42); // sent again after NOSCRIPT
  await redis.script('FLUSH');
  const results = await redis.pipeline().double('d').double('d').exec();
  assert.deepEqual(results, [[null, 42], [null, 42]]);
});

test('a stream with a group: what was not acknowledged stays pending', async () => {
  await redis.xgroup('CREATE', 'jobs', 'workers', '$', 'MKSTREAM');
  await redis.xadd('jobs', '*', 'id', '7');
  const [[, entries]] = await redis.xreadgroup('GROUP', 'workers', 'a', 'COUNT', 1, 'STREAMS', 'jobs', '>');
  assert.deepEqual(entries[0][1], ['id', '7']);
  const [count] = await redis.xpending('jobs', 'workers');
  assert.equal(count, 1); // the worker died here
  const [, claimed] = await redis.xautoclaim('jobs', 'workers', 'b', 0, '0');
  assert.equal(claimed.length, 1);
  await redis.xack('jobs', 'workers', claimed[0][0]);
  assert.equal((await redis.xpending('jobs', 'workers'))[0], 0);
});

test('a list as a queue loses what was taken, LMOVE keeps it', async () => {
  await redis.rpush('queue', 'job');
  await redis.lpop('queue'); // the worker dies
  assert.equal(await redis.llen('queue'), 0);
  await redis.rpush('queue', 'job');
  await redis.lmove('queue', 'working', 'LEFT', 'RIGHT');
  assert.deepEqual(await redis.lrange('working', 0, -1), ['job']);
});

test('a cluster: keys of one command must share a slot', async () => {
  const node = await startServer('--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1');
  const admin = new Redis(node.port);
  await admin.call('CLUSTER', 'ADDSLOTSRANGE', 0, 16383);
  while (!(await admin.call('CLUSTER', 'INFO')).includes('cluster_state:ok')) await pause(50);
  const cluster = new Redis.Cluster([{ host: '127.0.0.1', port: node.port }]);
  await cluster.set('{user:7}:name', 'ada');
  await cluster.set('{user:7}:mail', 'a@example.com');
  assert.deepEqual(await cluster.mget('{user:7}:name', '{user:7}:mail'), ['ada', 'a@example.com']);
  assert.equal((await within(cluster.mget('a', 'b'))).error.message, "CROSSSLOT Keys in request don't hash to the same slot");
  const piped = await within(cluster.pipeline().get('a').get('b').exec(), 2000);
  assert.deepEqual(piped, { value: [[null, null], [null, null]] }); // one node has both slots here
  cluster.disconnect();
  admin.disconnect();
  await node.stop();
});

test('values computed at the same time: the later write wins, WATCH on a connection of its own notices', async () => {
  await redis.set('balance', 100);
  const take = async (amount) => {
    const now = Number(await redis.get('balance'));
    await pause(10);
    await redis.set('balance', now - amount);
  };
  await Promise.all([take(10), take(20)]);
  assert.notEqual(await redis.get('balance'), '70');
  await redis.set('balance', 100);
  await Promise.all([redis.decrby('balance', 10), redis.decrby('balance', 20)]);
  assert.equal(await redis.get('balance'), '70');
  await redis.set('balance', 100);
  const safely = async (amount) => {
    const own = client();
    for (;;) {
      await own.watch('balance');
      const now = Number(await own.get('balance'));
      await pause(5);
      if (await own.multi().set('balance', now - amount).exec()) break;
    }
    own.disconnect();
  };
  await Promise.all([safely(10), safely(20)]);
  assert.equal(await redis.get('balance'), '70');
});

test('unlink, duplicate, numbers beyond 2 ** 53', async () => {
  await redis.set('u', 1);
  assert.equal(await redis.unlink('u'), 1);
  const copy = redis.duplicate();
  assert.equal(await copy.ping(), 'PONG');
  copy.disconnect();
  await redis.set('huge', '9007199254740993');
  const plain = await redis.incrby('huge', 0);
  const exact = client({ stringNumbers: true });
  assert.equal(await exact.incrby('huge', 0), '9007199254740993');
  console.log('huge', plain);
});

test('blockingTimeout bounds a blocking command on a silent connection', async () => {
  let mute = false;
  const proxy = await startProxy(server.port, () => !mute);
  const one = client({ port: proxy.port, blockingTimeout: 3000 });
  await one.ping();
  mute = true;
  const answer = await within(one.blpop('empty', 1), 4000);
  assert.notEqual(answer, 'pending');
  assert.deepEqual(answer, { value: null });
  mute = false;
  proxy.close();
});

test('a wrong password: the client goes on reconnecting', async () => {
  const locked = await startServer('--requirepass', 'right');
  let times = 0;
  const one = client({ port: locked.port, password: 'wrong' });
  one.on('reconnecting', () => {
    times += 1;
  });
  await pause(1500);
  assert.ok(times >= 2, `${times}`);
  one.disconnect();
  await locked.stop();
});

test('select changes the database for all callers; an exception in a message handler ends the process', async () => {
  const one = client();
  await one.set('where', 'zero');
  await one.select(1);
  assert.equal(await one.get('where'), null);
  const { spawnSync } = require('node:child_process');
  const { status, stderr } = spawnSync(process.execPath, ['-e', `
    const Redis = require(${JSON.stringify(require.resolve('ioredis'))});
    const sub = new Redis(${server.port});
    const pub = new Redis(${server.port});
    sub.on('message', () => { throw new Error('mine'); });
    sub.subscribe('x').then(() => pub.publish('x', '1'));`], { encoding: 'utf8', timeout: 5000 });
  assert.equal(status, 1);
  assert.match(stderr, /mine/);
});
