'use strict';
const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const { after, before, beforeEach, test } = require('node:test');
const { Long, MongoClient, ObjectId } = require('mongodb');
const { pause, startStandIn, within } = require('./helpers.cjs');

let stand;
let client;
let c;
before(async () => {
  stand = await startStandIn();
  ({ client, c } = await stand.client());
});
beforeEach(() => stand.clear());
after(() => stand.stop());
const last = (name) => stand.sent(name).at(-1);
const many = (n) => Array.from({ length: n }, (_, i) => ({ _id: i }));
const rejected = async (work) => (await within((async () => work())(), 3000)).error;

test('the version', () => assert.equal(require('mongodb/package.json').version, '7.9.0'));

test('undefined in a filter is null, which means missing too; with ignoreUndefined it vanishes', async () => {
  stand.clear([{ _id: 1, user: 'ada' }, { _id: 2 }, { _id: 3 }]);
  await c.deleteMany({ user: undefined });
  assert.deepEqual(last('delete').deletes, [{ q: { user: null }, limit: 0 }]);
  assert.deepEqual(stand.data, [{ _id: 1, user: 'ada' }]); // all without the field are gone
  const { c: ignoring } = await stand.client({ ignoreUndefined: true });
  await ignoring.deleteMany({ user: undefined });
  assert.deepEqual(last('delete').deletes, [{ q: {}, limit: 0 }]);
  assert.deepEqual(stand.data, []); // everything
  await c.insertOne({ _id: 1, a: undefined, list: [undefined] });
  assert.deepEqual(last('insert').documents, [{ _id: 1, a: null, list: [null] }]);
});

test('an id as text is another value than an ObjectId; what makes an ObjectId', async () => {
  const id = new ObjectId();
  stand.clear([{ _id: id }]);
  assert.equal(await c.findOne({ _id: id.toHexString() }), null);
  assert.equal(typeof last('find').filter._id, 'string'); // sent as it is
  assert.notEqual(await c.findOne({ _id: new ObjectId(id.toHexString()) }), null);
  for (const bad of ['x', '', '123']) {
    assert.throws(() => new ObjectId(bad), { name: 'BSONError', message: 'input must be a 24 character hex string, 12 byte Uint8Array, or an integer' });
  }
  assert.equal(new ObjectId(undefined).toHexString().length, 24); // a new one
  assert.equal(new ObjectId(null).toHexString().length, 24);
  assert.deepEqual(['x', 'a'.repeat(12), 'a'.repeat(24), 7].map((value) => ObjectId.isValid(value)), [false, false, true, false]);
  const again = new ObjectId(id.toHexString());
  assert.equal(id === again, false);
  assert.equal(id.equals(again) && id.equals(id.toHexString()), true);
  assert.equal(new Set([id, again]).size, 2);
});

test('find gives a cursor: nothing is sent before it is read', async () => {
  stand.clear(many(300));
  const cursor = c.find({});
  assert.equal(cursor.length, undefined);
  await pause(20);
  assert.equal(stand.commands.length, 0);
  assert.equal((await cursor.toArray()).length, 300);
  assert.deepEqual(stand.commands.map((command) => Object.keys(command)[0]), ['find', 'getMore', 'getMore']);
  assert.deepEqual(await cursor.toArray(), []); // read to its end
  assert.equal(await cursor.next(), null);
  assert.equal((await c.find({})) instanceof Array, false); // await of the cursor is the cursor
});

test('a projection as second argument is ignored, as projection it is sent', async () => {
  await c.find({}, { name: 1 }).toArray();
  assert.equal('projection' in last('find'), false);
  await c.find({}, { projection: { name: 1 } }).toArray();
  assert.deepEqual(last('find').projection, { name: 1 });
});

test('a callback is never called', async () => {
  let isCalled = false;
  const made = c.findOne({}, () => {
    isCalled = true;
  });
  assert.equal(await made, null);
  await pause(20);
  assert.equal(isCalled, false);
});

test('an update without operators is refused, a replacement drops the other fields, no match is no error', async () => {
  assert.equal((await rejected(() => c.updateOne({}, { name: 'x' }))).message, 'Update document requires atomic operators');
  assert.equal((await rejected(() => c.replaceOne({}, { $set: { name: 'x' } }))).message, 'Replacement document must not contain atomic operators');
  assert.deepEqual(await c.updateOne({ _id: 9 }, { $set: { a: 1 } }), { acknowledged: true, matchedCount: 0, modifiedCount: 0, upsertedCount: 0, upsertedId: null });
  assert.deepEqual(await c.deleteOne({ _id: 9 }), { acknowledged: true, deletedCount: 0 });
  await c.replaceOne({ _id: 9 }, { name: 'x' });
  assert.deepEqual(last('update').updates[0].u, { name: 'x' });
  await c.updateOne({ _id: 9 }, { $set: { name: undefined } });
  assert.deepEqual(last('update').updates[0].u, { $set: { name: null } }); // overwrites with null
});

test('findOneAndUpdate gives the former document, itself and not in value', async () => {
  stand.clear([{ _id: 1, n: 1 }]);
  assert.deepEqual(await c.findOneAndUpdate({ _id: 1 }, { $set: { n: 2 } }), { _id: 1, n: 1 });
  assert.deepEqual(await c.findOneAndUpdate({ _id: 1 }, { $set: { n: 3 } }, { returnDocument: 'after' }), { _id: 1, n: 3 });
  assert.equal(await c.findOneAndUpdate({ _id: 9 }, { $set: { n: 3 } }), null);
  const whole = await c.findOneAndUpdate({ _id: 1 }, { $set: { n: 4 } }, { includeResultMetadata: true });
  assert.deepEqual([whole.value.n, whole.lastErrorObject.updatedExisting], [3, true]);
});

test('insertOne writes an _id into the given object: a second insert of it is a duplicate', async () => {
  const document = { n: 1 };
  await c.insertOne(document);
  assert.ok(document._id instanceof ObjectId);
  const error = await rejected(() => c.insertOne(document));
  assert.deepEqual([error.name, error.code, error.keyPattern], ['MongoServerError', 11000, { _id: 1 }]);
  assert.match(error.message, /^E11000 duplicate key error collection: /);
});

test('insertMany stops at the first error, and what came before is stored', async () => {
  const documents = [{ _id: 1 }, { _id: 1 }, { _id: 2 }];
  const error = await rejected(() => c.insertMany(documents));
  assert.deepEqual([error.name, error.code, error.insertedCount, stand.data.length], ['MongoBulkWriteError', 11000, 1, 1]);
  stand.clear();
  const all = await rejected(() => c.insertMany(documents, { ordered: false }));
  assert.deepEqual([all.name, all.insertedCount, all.writeErrors.length, stand.data.length], ['MongoBulkWriteError', 2, 1, 2]);
});

test('an operation without the session is outside of the transaction', async () => {
  await client.withSession((session) =>
    session.withTransaction(async () => {
      await c.insertOne({ _id: 1 }, { session });
      await c.insertOne({ _id: 2 });
    }),
  );
  const [inside, outside] = stand.sent('insert');
  assert.deepEqual([inside.autocommit, inside.startTransaction], [false, true]);
  assert.deepEqual(['autocommit' in outside, 'startTransaction' in outside], [false, false]);
  assert.notDeepEqual(inside.lsid, outside.lsid);
});

test('the function of withTransaction runs again after a transient error', async () => {
  let runs = 0;
  let isFirst = true;
  stand.answer = (command) => {
    if (!command.commitTransaction || !isFirst) return undefined;
    isFirst = false;
    return { ok: 0, code: 112, codeName: 'WriteConflict', errmsg: 'WriteConflict', errorLabels: ['TransientTransactionError'] };
  };
  await client.withSession((session) =>
    session.withTransaction(async () => {
      runs += 1;
      await c.insertOne({ _id: runs }, { session });
    }),
  );
  assert.equal(runs, 2);
});

test('after an error that the function swallows the commit is sent all the same', async () => {
  stand.answer = (command) => (command.update ? { ok: 1, n: 0, writeErrors: [{ index: 0, code: 121, errmsg: 'Document failed validation' }] } : undefined);
  await client.withSession((session) =>
    session.withTransaction(async () => {
      await c.insertOne({ _id: 1 }, { session });
      await c.updateOne({ _id: 1 }, { $set: { a: 1 } }, { session }).catch(() => {});
    }),
  );
  assert.equal(stand.sent('commitTransaction').length, 1);
  stand.clear();
  await rejected(() => client.withSession((session) => session.withTransaction(async () => {
    await c.insertOne({ _id: 1 }, { session });
    throw new Error('mine');
  })));
  assert.deepEqual([stand.sent('commitTransaction').length, stand.sent('abortTransaction').length], [0, 1]);
});

test('a silent server: no limit by default, timeoutMS has no effect, socketTimeoutMS ends it', async () => {
  stand.answer = (command) => (command.find || command.insert ? null : undefined);
  assert.equal(await within(c.findOne({}), 1000), 'pending');
  assert.equal(await within(c.findOne({}, { timeoutMS: 200 }), 1500), 'pending');
  const { c: named } = await stand.client({ timeoutMS: 200 });
  assert.equal(await within(named.findOne({}), 1500), 'pending');
  const { c: bounded } = await stand.client({ socketTimeoutMS: 300 });
  const before = stand.sent('find').length;
  const error = await rejected(() => bounded.findOne({}));
  assert.equal(error.name, 'MongoNetworkTimeoutError');
  assert.match(error.message, /^connection \d+ to .* timed out$/);
  assert.equal(stand.sent('find').length - before, 2); // it was sent twice, 300 ms each
});

test('maxTimeMS is sent to the server, which must answer', async () => {
  await c.find({}).maxTimeMS(200).toArray();
  assert.equal(last('find').maxTimeMS, 200);
  stand.answer = (command) => (command.find ? null : undefined);
  assert.equal(await within(c.findOne({}, { maxTimeMS: 200 }), 1000), 'pending');
});

test('an abort signal ends a find', async () => {
  stand.answer = (command) => (command.find ? null : undefined);
  const ended = async (signal) => (await within(c.find({}, { signal }).toArray(), 2000)).error;
  assert.equal((await ended(AbortSignal.timeout(200))).name, 'MongoOperationTimeoutError');
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 100);
  assert.equal((await ended(controller.signal)).name, 'AbortError');
});

test('timeoutMS prints a warning once', () => {
  const { stderr } = spawnSync(process.execPath, ['-e', `new (require(${JSON.stringify(require.resolve('mongodb'))}).MongoClient)('mongodb://127.0.0.1', { timeoutMS: 5 })`], { encoding: 'utf8' });
  assert.match(stderr, /timeoutMS is a deprecated option: timeoutMS has no effect and will be removed in a future release/);
});

test('an unreachable server: 30 seconds by default', async () => {
  assert.equal(new MongoClient('mongodb://127.0.0.1').options.serverSelectionTimeoutMS, 30_000);
  const away = new MongoClient('mongodb://127.0.0.1:1', { serverSelectionTimeoutMS: 300 });
  const error = await rejected(() => away.db().collection('c').findOne());
  assert.deepEqual([error.name, error.message], ['MongoServerSelectionError', 'connect ECONNREFUSED 127.0.0.1:1']);
  await away.close();
});

test('a client whose first connection failed stays closed until connect is called again', async () => {
  stand.isAway = true;
  const late = new MongoClient(stand.url, { serverSelectionTimeoutMS: 300 });
  const { error } = await within(late.connect(), 2000);
  assert.equal(error.name, 'MongoServerSelectionError');
  stand.isAway = false; // the server is back
  for (let i = 0; i < 3; i++) {
    const again = await rejected(() => late.db().collection('c').findOne());
    assert.deepEqual([again.name, again.message], ['MongoTopologyClosedError', 'Topology is closed']);
  }
  await late.connect();
  // The same after a first operation that failed, without connect().
  stand.isAway = true;
  const lazy = new MongoClient(stand.url, { serverSelectionTimeoutMS: 300 });
  assert.equal((await rejected(() => lazy.db().collection('c').findOne())).name, 'MongoServerSelectionError');
  stand.isAway = false;
  assert.equal((await rejected(() => lazy.db().collection('c').findOne())).name, 'MongoTopologyClosedError');
  await lazy.close();
  assert.equal(await late.db().collection('c').findOne(), null);
  await late.close();
});

test('a client that was connected comes back by itself', async () => {
  const known = new MongoClient(stand.url, { serverSelectionTimeoutMS: 500, heartbeatFrequencyMS: 500 });
  await known.connect();
  stand.isAway = true;
  stand.answer = () => false;
  assert.equal((await rejected(() => known.db().collection('c').findOne())).name, 'MongoServerSelectionError');
  stand.isAway = false;
  stand.answer = () => undefined;
  await pause(700);
  assert.equal(await known.db().collection('c').findOne(), null);
  await known.close();
});

test('a full pool: callers wait without a limit unless waitQueueTimeoutMS is set', async () => {
  stand.answer = (command) => (command.find ? null : undefined);
  const ask = async (options) => {
    const { c: narrow } = await stand.client({ maxPoolSize: 1, ...options });
    void within(narrow.findOne({}), 10);
    await pause(50);
    return within(narrow.findOne({}), 1000);
  };
  assert.equal(await ask({}), 'pending');
  assert.equal((await ask({ waitQueueTimeoutMS: 200 })).error.message, 'Timed out while checking out a connection from connection pool');
});

test('a write of one document is sent again with the same number, one of many is not', async () => {
  const cutOnce = (name) => {
    let isCut = false;
    stand.answer = (command) => {
      if (!command[name] || isCut) return undefined;
      isCut = true;
      return false;
    };
  };
  cutOnce('insert');
  await c.insertOne({ _id: 1 });
  const [first, second] = stand.sent('insert');
  assert.equal(first.txnNumber, second.txnNumber);
  cutOnce('update');
  assert.equal((await rejected(() => c.updateMany({}, { $set: { a: 1 } }))).name, 'MongoNetworkError');
  assert.equal(stand.sent('update').length, 1);
});

test('numbers: large integers stay Long, a bigint is a 64-bit integer, functions vanish', async () => {
  stand.clear([{ _id: 1, big: Long.fromString('9007199254740993'), small: Long.fromNumber(5) }]);
  const { big, small } = await c.findOne({});
  assert.ok(big instanceof Long);
  assert.equal(`${big + 1}`, '90071992547409931'); // text, joined
  assert.equal(small, 5);
  const { c: exact } = await stand.client({ useBigInt64: true, promoteLongs: true });
  assert.equal((await exact.findOne({})).big, 9007199254740993n);
  await c.insertOne({ _id: 2, n: 5n, run: () => 1, map: new Map([['a', 1]]), at: new Date(0) });
  const [sent] = last('insert').documents;
  assert.deepEqual(sent, { _id: 2, n: 5, map: { a: 1 }, at: new Date(0) });
});
