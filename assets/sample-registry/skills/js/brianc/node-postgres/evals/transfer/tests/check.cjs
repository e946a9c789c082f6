/** Makes transfers against a server that speaks PostgreSQL's protocol, and notes which connection got which statement. */
const net = require('node:net');
const path = require('node:path');
const { Pool } = require('pg');

const message = (type, body) => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const text = (value) => Buffer.from(`${value}\0`);
const parameter = (name, value) => message('S', Buffer.concat([text(name), text(value)]));
const int = (value, bytes) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeIntBE(value, 0, bytes);
  return buffer;
};
const ROW = [
  message('T', Buffer.concat([int(1, 2), text('balance'), int(0, 4), int(0, 2), int(23, 4), int(4, 2), int(-1, 4), int(0, 2)])),
  message('D', Buffer.concat([int(1, 2), int(3, 4), Buffer.from('100')])),
];

/** Statements of all connections, in order: `{ connection, sql, isOpen }`, open within a transaction. */
const log = [];
let connections = 0;

const server = net.createServer((socket) => {
  const connection = (connections += 1);
  let [isOpen, isStarted, parsed, buffer] = [false, false, '', Buffer.alloc(0)];
  const ready = () => message('Z', Buffer.from(isOpen ? 'T' : 'I'));
  const answer = (sql, withHead) => {
    const word = sql.trim().split(/[\s;]/)[0].toUpperCase();
    if (word === 'BEGIN' || word === 'START') isOpen = true;
    log.push({ connection, sql, isOpen });
    if (word === 'COMMIT' || word === 'ROLLBACK' || word === 'END') isOpen = false;
    const hasRow = word === 'SELECT' || /\breturning\b/i.test(sql);
    const tag = word === 'UPDATE' || word === 'SELECT' ? `${word} 1` : word;
    return [...(hasRow ? (withHead ? ROW : [ROW[1]]) : []), message('C', text(tag))];
  };
  const handle = (type, body) => {
    if (type === 'Q') return [...answer(body.toString('utf8', 0, body.length - 1), true), ready()];
    if (type === 'P') {
      parsed = body.toString('utf8').split('\0')[1];
      return [message('1', Buffer.alloc(0))];
    }
    if (type === 'B') return [message('2', Buffer.alloc(0))];
    if (type === 'D') return [/^\s*select|\breturning\b/i.test(parsed) ? ROW[0] : message('n', Buffer.alloc(0))];
    if (type === 'E') return answer(parsed, false);
    if (type === 'S') return [ready()];
    return [];
  };
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    buffer = Buffer.concat([buffer, chunk]);
    if (!isStarted) {
      if (buffer.length < 8) return;
      const length = buffer.readInt32BE(0);
      const isSsl = buffer.readInt32BE(4) === 80877103;
      if (buffer.length < length) return;
      buffer = buffer.subarray(length);
      if (isSsl) return void socket.write('N');
      isStarted = true;
      socket.write(Buffer.concat([message('R', int(0, 4)), parameter('server_version', '16.0'), parameter('client_encoding', 'UTF8'), ready()]));
    }
    while (buffer.length >= 5 && buffer.length >= buffer.readInt32BE(1) + 1) {
      const length = buffer.readInt32BE(1) + 1;
      const [type, body] = [String.fromCharCode(buffer[0]), buffer.subarray(5, length)];
      buffer = buffer.subarray(length);
      // An answer takes a while, so that several requests are at work.
      setTimeout(() => socket.write(Buffer.concat(handle(type, body))), 5);
    }
  });
});

const timed = (work) => Promise.race([work, new Promise((_, reject) => setTimeout(() => reject(new Error('nothing within 15 s')), 15000).unref())]);
const isUpdate = ({ sql }) => /^\s*(?:with|update)\b/i.test(sql);

async function judge(name, count) {
  const pool = new Pool({ host: '127.0.0.1', port: server.address().port, user: 'u', database: 'd', max: 4 });
  pool.on('error', () => {});
  log.length = 0;
  try {
    const { transfer } = require(path.resolve('transfer.js'));
    await timed(Promise.all(Array.from({ length: count }, (_, at) => transfer(pool, 2 * at + 1, 2 * at + 2, 10))));
    const updates = log.filter(isUpdate);
    const loose = updates.filter(({ isOpen }) => !isOpen);
    // A transaction of one connection has both updates of one transfer, and is ended.
    const perConnection = Map.groupBy === undefined ? group(log) : Map.groupBy(log, ({ connection }) => connection);
    const mixed = [...perConnection.values()].filter((statements) => {
      const words = statements.map(({ sql }) => (isUpdate({ sql }) ? 'U' : /^\s*(begin|start)/i.test(sql) ? 'B' : /^\s*(commit|end)/i.test(sql) ? 'C' : '')).join('');
      return !/^(?:BUUC)*$/.test(words);
    });
    const passed = updates.length === 2 * count && loose.length === 0 && mixed.length === 0;
    return { name, passed, evidence: `${updates.length} updates, ${loose.length} outside of a transaction, ${mixed.length} connections with mixed transactions` };
  } catch (error) {
    return { name, passed: false, evidence: String(error).slice(0, 250) };
  }
}

function group(items) {
  const groups = new Map();
  for (const item of items) groups.set(item.connection, [...(groups.get(item.connection) ?? []), item]);
  return groups;
}

server.listen(0, '127.0.0.1', async () => {
  const checks = [await judge('works', 1), await judge('keeps both updates in one transaction when many pay', 12)];
  console.log(JSON.stringify({ checks }));
  process.exit();
});
