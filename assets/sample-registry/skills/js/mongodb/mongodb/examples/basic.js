'use strict';
// A complete mongodb program: one client with limits, checked ids and values, guarded
// deletes, typed errors, cursors, and an orderly end. With MONGODB_URI it uses that
// server (a database of its own, which is dropped). Without it, it shows what the
// driver would send: a few lines below speak the wire protocol and store documents.
//
//   npm install mongodb
//   MONGODB_URI=mongodb://localhost node basic.js

const assert = require('node:assert/strict');
const { randomUUID } = require('node:crypto');
const { once } = require('node:events');
const net = require('node:net');
const { BSON, Long, MongoClient, ObjectId } = require('mongodb');

/** Text of a request to an id, or null: never throws, never makes a new one. */
const toId = (text) => (typeof text === 'string' && /^[0-9a-f]{24}$/i.test(text) ? new ObjectId(text) : null);

function text(value, name) {
  if (typeof value !== 'string' || value === '') throw new TypeError(`${name} must be text`);
  return value;
}

function usersOf(db) {
  const users = db.collection('users');
  return {
    async create(body) {
      // Named fields only: a body may hold a role, or operators.
      const user = { name: text(body.name, 'name'), city: text(body.city, 'city'), role: 'user' };
      const { insertedId } = await users.insertOne(user);
      return insertedId.toHexString();
    },
    async find(id) {
      const _id = toId(id);
      return _id && users.findOne({ _id }, { projection: { name: 1, role: 1 } });
    },
    async rename(id, name) {
      const _id = toId(id);
      if (!_id) return false;
      const { matchedCount } = await users.updateOne({ _id }, { $set: { name: text(name, 'name') } });
      return matchedCount === 1; // no match is no error
    },
    async deleteOf(city) {
      const { deletedCount } = await users.deleteMany({ city: text(city, 'city') }); // never undefined
      return deletedCount;
    },
    async names() {
      const names = [];
      for await (const { name } of users.find({}).sort({ _id: 1 }).batchSize(100)) names.push(name);
      return names;
    },
    async importAll(list) {
      try {
        return (await users.insertMany(list, { ordered: false })).insertedCount;
      } catch (error) {
        if (error.code !== 11000) throw error;
        return error.insertedCount; // the others are stored
      }
    },
  };
}

async function main() {
  const stand = process.env.MONGODB_URI ? null : await startStandIn();
  const client = new MongoClient(process.env.MONGODB_URI ?? stand.url, {
    serverSelectionTimeoutMS: 5000,
    socketTimeoutMS: 20_000,
    waitQueueTimeoutMS: 5000,
    maxPoolSize: 10,
  });
  try {
    await client.connect(); // fails here, and not at the first request
    const db = client.db(`example-${randomUUID()}`);
    const users = usersOf(db);

    const id = await users.create({ name: 'ada', city: 'london', role: 'admin' });
    assert.deepEqual({ ...(await users.find(id)), _id: 0 }, { _id: 0, name: 'ada', role: 'user' });
    for (const bad of ['x', undefined, { $ne: null }, new ObjectId().toHexString()]) assert.equal(await users.find(bad), null);
    await assert.rejects(users.create({ name: { $ne: null }, city: 'x' }), TypeError);
    console.log('took named fields of the right type only');

    assert.equal(await users.rename(id, 'ada l.'), true);
    assert.equal(await users.rename(new ObjectId().toHexString(), 'nobody'), false);
    assert.equal((await users.find(id)).name, 'ada l.');

    const twin = new ObjectId();
    const stored = await users.importAll([
      { _id: twin, name: 'grace', city: 'york' },
      { _id: twin, name: 'again', city: 'york' },
      { name: 'linus', city: 'york' },
    ]);
    assert.equal(stored, 2);
    assert.deepEqual(await users.names(), ['ada l.', 'grace', 'linus']);
    console.log('imported all but the duplicate');

    await assert.rejects(users.deleteOf(undefined), TypeError); // would match what has no city
    assert.equal(await users.deleteOf('york'), 2);
    assert.deepEqual(await users.names(), ['ada l.']);
    console.log('deleted what was named');

    const late = client.db(`example-${randomUUID()}`).collection('none');
    await assert.rejects(late.updateOne({}, { name: 'x' }), { message: 'Update document requires atomic operators' });
    if (!stand) await db.dropDatabase();
  } finally {
    await client.close();
    stand?.close();
  }
  await assert.rejects(client.db('x').collection('y').findOne(), { name: 'MongoNotConnectedError' });
  console.log('closed');
}

/** Enough of a primary for this program: hello, insert, find, update and delete by equality. */
async function startStandIn() {
  const data = [];
  const same = (a, b) => (a instanceof ObjectId ? b instanceof ObjectId && a.equals(b) : a === b);
  const finds = (filter) => data.filter((one) => Object.entries(filter).every(([key, value]) => same(one[key], value)));
  const run = (command) => {
    if (command.insert) {
      const writeErrors = [];
      for (const [index, one] of command.documents.entries()) {
        if (finds({ _id: one._id }).length > 0) writeErrors.push({ index, code: 11000, errmsg: 'E11000 duplicate key error' });
        else data.push(one);
      }
      return { ok: 1, n: command.documents.length - writeErrors.length, ...(writeErrors.length > 0 && { writeErrors }) };
    }
    if (command.find) return { ok: 1, cursor: { id: Long.ZERO, ns: `${command.$db}.c`, firstBatch: finds(command.filter ?? {}).map((one) => {
      if (!command.projection) return one;
      return Object.fromEntries(Object.entries(one).filter(([key]) => key === '_id' || command.projection[key]));
    }) } };
    if (command.update) {
      const found = finds(command.updates[0].q);
      for (const one of found) Object.assign(one, command.updates[0].u.$set);
      return { ok: 1, n: found.length, nModified: found.length };
    }
    if (command.delete) {
      const found = finds(command.deletes[0].q);
      for (const one of found) data.splice(data.indexOf(one), 1);
      return { ok: 1, n: found.length };
    }
    return { ok: 1 };
  };
  /** The command of an OP_MSG, with the documents that follow it. */
  const parse = (message) => {
    const command = {};
    for (let at = 20; at < message.length; at += 1 + message.readInt32LE(at + 1)) {
      const size = message.readInt32LE(at + 1);
      if (message[at] === 0) Object.assign(command, BSON.deserialize(message.subarray(at + 1, at + 1 + size)));
      else {
        const end = message.indexOf(0, at + 5);
        const list = (command[message.toString('utf8', at + 5, end)] = []);
        for (let one = end + 1; one < at + 1 + size; one += message.readInt32LE(one)) {
          list.push(BSON.deserialize(message.subarray(one, one + message.readInt32LE(one))));
        }
      }
    }
    return command;
  };
  const sockets = new Set();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    let buffer = Buffer.alloc(0);
    socket.on('data', (part) => {
      buffer = Buffer.concat([buffer, part]);
      while (buffer.length >= 4 && buffer.length >= buffer.readInt32LE(0)) {
        const message = buffer.subarray(0, buffer.readInt32LE(0));
        buffer = buffer.subarray(message.length);
        const isQuery = message.readInt32LE(12) === 2004; // the first hello
        const command = isQuery ? { hello: 1 } : parse(message);
        const isHello = command.hello || command.ismaster || command.isMaster;
        if (isHello && command.topologyVersion) continue; // waits for a change that never comes
        const answer = isHello
          ? { ok: 1, helloOk: true, isWritablePrimary: true, ismaster: true, setName: 'rs', hosts: [host], me: host, primary: host, logicalSessionTimeoutMinutes: 30, minWireVersion: 0, maxWireVersion: 21, maxBsonObjectSize: 16_777_216, maxMessageSizeBytes: 48_000_000, maxWriteBatchSize: 100_000 }
          : run(command);
        const head = Buffer.alloc(isQuery ? 36 : 21);
        if (isQuery) head.writeInt32LE(1, 32);
        const body = BSON.serialize(answer);
        head.writeInt32LE(head.length + body.length, 0);
        head.writeInt32LE(message.readInt32LE(4), 8);
        head.writeInt32LE(isQuery ? 1 : 2013, 12);
        socket.write(Buffer.concat([head, body]));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${server.address().port}`;
  return {
    url: `mongodb://${host}/?replicaSet=rs`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
