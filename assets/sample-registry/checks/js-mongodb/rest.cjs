'use strict';
const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const { after, before, beforeEach, test } = require('node:test');
const { MongoClient } = require('mongodb');
const { pause, startStandIn, within } = require('./helpers.cjs');

let stand;
let c;
before(async () => {
  stand = await startStandIn();
  ({ c } = await stand.client());
});
beforeEach(() => stand.clear());
after(() => stand.stop());
const names = () => stand.commands.map((command) => Object.keys(command)[0]);
const many = (n) => Array.from({ length: n }, (_, i) => ({ _id: i }));

test('defaults', () => {
  const { options } = new MongoClient('mongodb://127.0.0.1');
  assert.deepEqual(
    [options.maxPoolSize, options.minPoolSize, options.maxConnecting, options.maxIdleTimeMS, options.waitQueueTimeoutMS, options.socketTimeoutMS, options.connectTimeoutMS, options.serverSelectionTimeoutMS, options.heartbeatFrequencyMS, options.retryWrites, options.retryReads, options.ignoreUndefined ?? false],
    [100, 0, 2, 0, 0, 0, 30_000, 30_000, 10_000, true, true, false],
  );
});

test('cursors: break closes them, next leaves them open on the server, close ends them', async () => {
  stand.clear(many(300));
  for await (const document of c.find({})) {
    assert.ok(document);
    break;
  }
  await pause(20);
  assert.deepEqual([names(), stand.cursors.size], [['find', 'killCursors'], 0]);
  stand.clear(many(300));
  const cursor = c.find({});
  await cursor.next();
  await pause(20);
  assert.equal(stand.cursors.size, 1);
  await cursor.close();
  assert.equal(stand.cursors.size, 0);
  // A cursor that is read to its end needs no close.
  stand.clear(many(300));
  await c.find({}).toArray();
  assert.deepEqual([names(), stand.cursors.size], [['find', 'getMore', 'getMore'], 0]);
});

test('batchSize sets documents per round trip, limit ends the cursor', async () => {
  stand.clear(many(300));
  await c.find({}).batchSize(100).toArray();
  assert.deepEqual(names(), ['find', 'getMore', 'getMore']);
  stand.clear(many(300));
  assert.equal((await c.find({}).limit(10).toArray()).length, 10);
  assert.equal(stand.commands[0].limit, 10);
});

test('findOne sends limit 1, insertMany one command, single inserts one each', async () => {
  await c.findOne({});
  assert.deepEqual([stand.commands[0].limit, stand.commands[0].singleBatch], [1, true]);
  stand.clear();
  await c.insertMany(many(100));
  assert.equal(stand.sent('insert').length, 1);
  stand.clear();
  for (const document of many(100)) await c.insertOne(document);
  assert.equal(stand.sent('insert').length, 100);
  stand.clear();
  await c.bulkWrite([{ insertOne: { document: { _id: 1 } } }, { updateOne: { filter: { _id: 1 }, update: { $set: { a: 1 } } } }, { insertOne: { document: { _id: 2 } } }]);
  assert.deepEqual(names(), ['insert', 'update', 'insert']); // in order, by kind
  stand.clear();
  await c.bulkWrite([{ insertOne: { document: { _id: 1 } } }, { updateOne: { filter: { _id: 1 }, update: { $set: { a: 1 } } } }, { insertOne: { document: { _id: 2 } } }], { ordered: false });
  assert.deepEqual(names().sort(), ['insert', 'update']);
});

test('close ends running operations; afterwards the client must be connected again', async () => {
  const { client, c: one } = await stand.client();
  stand.answer = (command) => (command.find ? null : undefined);
  const running = within(one.findOne({}), 3000);
  await pause(50);
  await client.close();
  const { error } = await running;
  assert.deepEqual([error.name, error.message], ['MongoClientClosedError', 'Operation interrupted because client was closed']);
  const later = await within(one.findOne({}), 1000);
  assert.deepEqual([later.error.name, later.error.message], ['MongoNotConnectedError', 'Client must be connected before running operations']);
  stand.answer = () => undefined;
  await client.connect();
  assert.equal(await client.db().collection('c').findOne({}), null);
});

test('an open client keeps the process running', () => {
  const program = (end) => `
    const { MongoClient } = require(${JSON.stringify(require.resolve('mongodb'))});
    const client = new MongoClient(${JSON.stringify(stand.url)});
    client.connect().then(() => { ${end} });`;
  // The stand-in runs in this process, so the child must not block it.
  const run = (end) => new Promise((resolve) => {
    const child = spawn(process.execPath, ['-e', program(end)]);
    const timer = setTimeout(() => child.kill(), 4000);
    child.on('exit', (code) => {
      clearTimeout(timer);
      resolve(code);
    });
  });
  return Promise.all([run(''), run('client.close();')]).then((codes) => {
    assert.deepEqual(codes, [null, 0]);
  });
});

test('connections: one client opens as many as there are operations at a time, a client per call one set each', async () => {
  const { c: one } = await stand.client();
  stand.answer = (command) => undefined;
  const before = stand.connections;
  for (let i = 0; i < 10; i++) await one.findOne({});
  const inRow = stand.connections - before;
  assert.ok(inRow <= 1, `${inRow}`);
  const start = stand.connections;
  for (let i = 0; i < 5; i++) {
    const own = new MongoClient(stand.url);
    await own.connect();
    await own.db().collection('c').findOne({});
    await own.close();
  }
  assert.ok(stand.connections - start >= 10, `${stand.connections - start}`); // monitors and operations
});

test('one session runs one operation at a time; transactions of sessions are apart', async () => {
  const { client, c: one } = await stand.client();
  const numbers = await Promise.all([1, 2].map((id) => client.withSession((session) =>
    session.withTransaction(async () => {
      await one.insertOne({ _id: id }, { session });
      return id;
    }))));
  assert.deepEqual(numbers, [1, 2]); // withTransaction gives what the function gives
  const [a, b] = stand.sent('insert');
  assert.notDeepEqual(a.lsid, b.lsid);
});

test('Promise.all in a transaction: both are sent at once, only one of them opens it', async () => {
  const { client, c: one } = await stand.client();
  await client.withSession((session) =>
    session.withTransaction(() => Promise.all([one.insertOne({ _id: 1 }, { session }), one.insertOne({ _id: 2 }, { session })])),
  );
  assert.deepEqual(stand.sent('insert').map(({ startTransaction }) => startTransaction), [true, undefined]);
});

test('duplicate keys are told by their code', async () => {
  await c.insertOne({ _id: 1 });
  const { error } = await within(c.insertOne({ _id: 1 }));
  assert.equal(error.code, 11000);
  assert.equal(error.hasErrorLabel('RetryableWriteError'), false);
});

test('events of commands, when they are asked for', async () => {
  const { client, c: one } = await stand.client({ monitorCommands: true });
  const seen = [];
  client.on('commandSucceeded', ({ commandName, duration }) => seen.push([commandName, typeof duration]));
  await one.findOne({});
  assert.deepEqual(seen, [['find', 'number']]);
});

test('a read concern, a write concern and a read preference are sent', async () => {
  await c.insertOne({ _id: 1 }, { writeConcern: { w: 'majority', wtimeoutMS: 1000 } });
  assert.deepEqual(stand.sent('insert')[0].writeConcern, { w: 'majority', wtimeout: 1000 });
  await c.insertOne({ _id: 2 });
  assert.equal('writeConcern' in stand.sent('insert')[1], false); // the server's default
});

test('a session belongs to its client', async () => {
  const { client } = await stand.client();
  const session = client.startSession();
  const { error } = await within((async () => c.insertOne({ _id: 1 }, { session }))());
  assert.match(error.message, /ClientSession must be from the same MongoClient/);
  await session.endSession();
});

test('with socketTimeoutMS a write of one document is sent twice as well; a signal ends an insert', async () => {
  const { c: bounded } = await stand.client({ socketTimeoutMS: 300 });
  stand.answer = (command) => (command.insert ? null : undefined);
  const { error } = await within(bounded.insertOne({ _id: 1 }), 3000);
  assert.equal(error.name, 'MongoNetworkTimeoutError');
  assert.equal(stand.sent('insert').length, 2);
  const ended = await within(c.insertOne({ _id: 2 }, { signal: AbortSignal.timeout(200) }), 2000);
  assert.equal(ended.error.name, 'MongoOperationTimeoutError');
});
