'use strict';
const assert = require('node:assert/strict');
const { after, before, beforeEach, test } = require('node:test');
const { inspect } = require('node:util');
const { MongoClient, ObjectId } = require('mongodb');
const { startStandIn, within } = require('./helpers.cjs');

let stand;
let c;
before(async () => {
  stand = await startStandIn();
  ({ c } = await stand.client());
});
beforeEach(() => stand.clear());
after(() => stand.stop());
const last = (name) => stand.sent(name).at(-1);

test('an object of a request is an operator: login without a password', async () => {
  const users = [{ _id: 1, name: 'ada', token: 'secret' }];
  stand.clear(users);
  const body = JSON.parse('{"name":"ada","token":{"$ne":null}}');
  assert.equal((await c.findOne({ name: body.name, token: body.token })).name, 'ada');
  assert.deepEqual(last('find').filter, { name: 'ada', token: { $ne: null } });
  assert.equal(await c.findOne({ name: String(body.name), token: String(body.token) }), null);
  await c.findOne({ token: { $eq: body.token } });
  assert.deepEqual(last('find').filter, { token: { $eq: { $ne: null } } }); // a value for MongoDB
});

test('the driver sends $where, $expr and foreign keys as they are', async () => {
  stand.answer = (command) => (command.find ? { ok: 1, cursor: { id: require('mongodb').Long.ZERO, ns: 'test.c', firstBatch: [] } } : undefined);
  for (const filter of [{ $where: 'sleep(1000)' }, { $or: [{}] }, { ['password']: 'x' }]) {
    await c.find(filter).toArray();
    assert.deepEqual(last('find').filter, filter);
  }
});

test('a whole body in $set changes whatever it names', async () => {
  stand.clear([{ _id: 1, name: 'ada', role: 'user' }]);
  await c.updateOne({ _id: 1 }, { $set: JSON.parse('{"name":"bob","role":"admin"}') });
  assert.equal(stand.data[0].role, 'admin');
  assert.deepEqual(await within((async () => c.updateOne({ _id: 1 }, JSON.parse('{"$set":{"role":"admin"}}')))()).then(({ value }) => value.matchedCount), 1);
  // As an array the body is a pipeline.
  await c.updateOne({ _id: 1 }, [{ $set: { role: 'admin' } }]);
  assert.ok(Array.isArray(last('update').updates[0].u));
});

test('a filter without its value deletes more than was meant', async () => {
  stand.clear([{ _id: 1, owner: 'ada' }, { _id: 2 }]);
  await c.deleteMany({ owner: undefined });
  assert.deepEqual(stand.data, [{ _id: 1, owner: 'ada' }]);
  const filter = {};
  if (undefined) filter.owner = undefined; // built step by step
  await c.deleteMany(filter);
  assert.deepEqual(stand.data, []);
});

test('a text as expression is an expression', async () => {
  stand.answer = (command) => (command.find ? { ok: 1, cursor: { id: require('mongodb').Long.ZERO, ns: 'test.c', firstBatch: [] } } : undefined);
  await c.find({ name: new RegExp('.*') }).toArray();
  await c.find({ name: { $regex: '^(a+)+$' } }).toArray();
  assert.equal(last('find').filter.name.$regex, '^(a+)+$');
  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  assert.equal(new RegExp(`^${escaped('.*')}`).test('ada'), false);
  assert.equal(new RegExp(`^${escaped('.*')}`).test('.*x'), true);
});

test('the password stands in the options, a failing connection does not print it', async () => {
  const client = new MongoClient('mongodb://ada:hunter2@127.0.0.1:1', { serverSelectionTimeoutMS: 100 });
  assert.ok(inspect(client.options.credentials, { depth: 5 }).includes('hunter2'));
  const { error } = await within(client.connect(), 2000);
  assert.equal(inspect(error, { depth: 10 }).includes('hunter2'), false);
  await client.close();
});

test('errors carry values of the document', async () => {
  await c.insertOne({ _id: 'ada@example.com' });
  const { error } = await within(c.insertOne({ _id: 'ada@example.com' }));
  assert.ok(error.message.includes('ada@example.com'));
  assert.deepEqual(error.keyValue, { _id: 'ada@example.com' });
});

test('a password with signs: parts of it become the host', () => {
  const split = new MongoClient('mongodb://ada:p@ss/word@127.0.0.1');
  assert.deepEqual([split.options.credentials.password, split.options.hosts[0].host], ['p', 'ss']);
  assert.throws(() => new MongoClient('mongodb://ada:p:s@127.0.0.1'), { name: 'MongoParseError', message: 'Password contains unescaped characters' });
  const whole = new MongoClient(`mongodb://ada:${encodeURIComponent('p@ss/word')}@127.0.0.1`);
  assert.deepEqual([whole.options.credentials.password, whole.options.hosts[0].host], ['p@ss/word', '127.0.0.1']);
});

test('TLS is off unless it is asked for', () => {
  assert.equal(new MongoClient('mongodb://127.0.0.1').options.tls, undefined);
  const open = new MongoClient('mongodb://127.0.0.1/?tls=true&tlsAllowInvalidCertificates=true');
  assert.deepEqual([open.options.tls, open.options.rejectUnauthorized], [true, false]);
});

test('an id of a request: checked before it is made', () => {
  const id = (text) => (typeof text === 'string' && /^[0-9a-f]{24}$/i.test(text) ? new ObjectId(text) : null);
  assert.equal(id(undefined), null);
  assert.equal(id({ $ne: null }), null);
  assert.equal(id('x'), null);
  assert.ok(id('a'.repeat(24)) instanceof ObjectId);
});
