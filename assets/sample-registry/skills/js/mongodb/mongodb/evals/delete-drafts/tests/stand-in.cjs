'use strict';
const { once } = require('node:events');
const net = require('node:net');
const { BSON, Long, MongoClient } = require('mongodb');

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** Resolves with 'pending' if the promise has not settled after `ms`. */
const within = (promise, ms = 500) =>
  Promise.race([
    promise.then(
      (value) => ({ value }),
      (error) => ({ error }),
    ),
    pause(ms).then(() => 'pending'),
  ]);

const same = (a, b) => (a?._bsontype === 'ObjectId' ? b?._bsontype === 'ObjectId' && a.equals(b) : a === b);
/** Equality and null (which means missing too), $ne, $eq, $gt, $in: enough for the checks. */
function matches(document, filter) {
  return Object.entries(filter).every(([key, wanted]) => {
    const value = document[key];
    if (wanted === null) return value === null || value === undefined;
    if (wanted instanceof Object && !wanted._bsontype && !(wanted instanceof Date) && !(wanted instanceof RegExp)) {
      return Object.entries(wanted).every(([operator, operand]) => {
        if (operator === '$ne') return !matches(document, { [key]: operand });
        if (operator === '$eq') return same(value, operand);
        if (operator === '$gt') return typeof value === typeof operand && value > operand;
        if (operator === '$in') return operand.some((one) => same(value, one));
        throw new Error(`the stand-in does not know ${operator}`);
      });
    }
    return same(value, wanted);
  });
}

/**
 * A stand-in that speaks MongoDB's wire protocol as a primary with one member: handshake, insert, find, getMore, update,
 * delete, transactions' commands. It keeps what the driver sent in `commands`; `answer(command, socket)` may return
 * another reply, false to cut the connection, or null to stay silent. It shows what the driver does, not what MongoDB does.
 */
async function startStandIn() {
  const stand = { commands: [], data: [], connections: 0, answer: () => undefined, cursors: new Map(), isAway: false };
  const sockets = new Set();
  const server = net.createServer((socket) => {
    stand.connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    let buffer = Buffer.alloc(0);
    socket.on('data', (part) => {
      buffer = Buffer.concat([buffer, part]);
      while (buffer.length >= 16 && buffer.length >= buffer.readInt32LE(0)) {
        const message = buffer.subarray(0, buffer.readInt32LE(0));
        buffer = buffer.subarray(message.length);
        reply(socket, message);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  const host = `127.0.0.1:${port}`;
  const hello = () => ({
    ok: 1, helloOk: true, isWritablePrimary: true, ismaster: true, setName: 'rs', setVersion: 1, hosts: [host], primary: host, me: host,
    maxBsonObjectSize: 16_777_216, maxMessageSizeBytes: 48_000_000, maxWriteBatchSize: 100_000,
    logicalSessionTimeoutMinutes: 30, minWireVersion: 0, maxWireVersion: 21, readOnly: false,
  });
  function batch(documents, size) {
    const first = documents.splice(0, size || 101);
    if (documents.length === 0) return [0n, first];
    const id = BigInt(stand.cursors.size + 1);
    stand.cursors.set(String(id), documents);
    return [id, first];
  }
  function run(command) {
    const [name] = Object.keys(command);
    if (name === 'insert') {
      const writeErrors = [];
      let n = 0;
      for (const [index, document] of command.documents.entries()) {
        if (stand.data.some(({ _id }) => same(_id, document._id))) {
          writeErrors.push({ index, code: 11000, errmsg: `E11000 duplicate key error collection: test.c index: _id_ dup key: { _id: ${document._id} }`, keyPattern: { _id: 1 }, keyValue: { _id: document._id } });
          if (command.ordered !== false) break;
        } else {
          stand.data.push(document);
          n += 1;
        }
      }
      return { ok: 1, n, ...(writeErrors.length ? { writeErrors } : {}) };
    }
    if (name === 'find') {
      const found = stand.data.filter((document) => matches(document, command.filter ?? {})).slice(0, command.limit || undefined);
      const [id, firstBatch] = batch(found, command.batchSize);
      return { ok: 1, cursor: { id: Long.fromBigInt(id), ns: 'test.c', firstBatch } };
    }
    if (name === 'getMore') {
      const rest = stand.cursors.get(String(command.getMore));
      if (!rest) return { ok: 0, code: 43, codeName: 'CursorNotFound', errmsg: `cursor id ${command.getMore} not found` };
      const nextBatch = rest.splice(0, command.batchSize || 101);
      if (rest.length === 0) stand.cursors.delete(String(command.getMore));
      return { ok: 1, cursor: { id: rest.length === 0 ? Long.ZERO : Long.fromNumber(Number(command.getMore)), ns: 'test.c', nextBatch } };
    }
    if (name === 'killCursors') {
      for (const id of command.cursors) stand.cursors.delete(String(id));
      return { ok: 1, cursorsKilled: command.cursors };
    }
    if (name === 'update') {
      let n = 0;
      for (const { q, u, multi } of command.updates) {
        const found = stand.data.filter((document) => matches(document, q)).slice(0, multi ? undefined : 1);
        for (const document of found) Object.assign(document, u.$set ?? {});
        n += found.length;
      }
      return { ok: 1, n, nModified: n };
    }
    if (name === 'delete') {
      const before = stand.data.length;
      for (const { q, limit } of command.deletes) {
        const gone = new Set(stand.data.filter((document) => matches(document, q)).slice(0, limit || undefined));
        stand.data = stand.data.filter((document) => !gone.has(document));
      }
      return { ok: 1, n: before - stand.data.length };
    }
    if (name === 'findAndModify') {
      const found = stand.data.find((document) => matches(document, command.query));
      const before = found && { ...found };
      if (found) Object.assign(found, command.update.$set ?? {});
      return { ok: 1, value: (command.new ? found : before) ?? null, lastErrorObject: { n: found ? 1 : 0, updatedExisting: Boolean(found) } };
    }
    return { ok: 1 };
  }
  function reply(socket, message) {
    const requestId = message.readInt32LE(4);
    const code = message.readInt32LE(12);
    const send = (opCode, head, document) => {
      const body = Buffer.concat([head, BSON.serialize(document)]);
      const header = Buffer.alloc(16);
      header.writeInt32LE(16 + body.length, 0);
      header.writeInt32LE(1, 4);
      header.writeInt32LE(requestId, 8);
      header.writeInt32LE(opCode, 12);
      socket.write(Buffer.concat([header, body]));
    };
    if (code === 2004) {
      const head = Buffer.alloc(20);
      head.writeInt32LE(1, 16);
      return stand.isAway ? socket.destroy() : send(1, head, hello());
    }
    let offset = 20;
    let command = {};
    const sequences = {};
    while (offset < message.length) {
      const kind = message[offset];
      offset += 1;
      const size = message.readInt32LE(offset);
      if (kind === 0) {
        command = BSON.deserialize(message.subarray(offset, offset + size), { promoteValues: true, bsonRegExp: false });
      } else {
        const end = message.indexOf(0, offset + 4);
        const list = [];
        for (let at = end + 1; at < offset + size; at += message.readInt32LE(at)) list.push(BSON.deserialize(message.subarray(at, at + message.readInt32LE(at))));
        sequences[message.toString('utf8', offset + 4, end)] = list;
      }
      offset += size;
    }
    Object.assign(command, sequences);
    const [name] = Object.keys(command);
    if (['hello', 'ismaster', 'isMaster'].includes(name)) {
      if (command.topologyVersion) return undefined;
      return stand.isAway ? socket.destroy() : send(2013, Buffer.alloc(5), hello());
    }
    if (name !== 'endSessions') stand.commands.push(command);
    const answer = stand.answer(command, socket);
    if (answer === null) return undefined;
    if (answer === false) return socket.destroy();
    return send(2013, Buffer.alloc(5), answer ?? run(command));
  }
  const open = [];
  return Object.assign(stand, {
    port,
    url: `mongodb://${host}/test?replicaSet=rs`,
    /** A connected client and its collection `c`. */
    async client(options = {}) {
      const made = new MongoClient(stand.url, { serverSelectionTimeoutMS: 2000, ...options });
      open.push(made);
      await made.connect();
      return { client: made, c: made.db().collection('c') };
    },
    sent: (name) => stand.commands.filter((command) => name in command),
    clear(data = []) {
      stand.commands = [];
      stand.data = data;
      stand.answer = () => undefined;
      stand.cursors.clear();
    },
    async stop() {
      await Promise.all(open.map((one) => one.close(true).catch(() => {})));
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
}

module.exports = { pause, startStandIn, within };
