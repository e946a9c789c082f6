'use strict';
// A complete ws program: authentication in the upgrade step, heartbeat,
// defensive parsing, broadcast with a limit, a client, and an orderly shutdown.
//
//   npm install ws
//   node basic.js

const assert = require('node:assert/strict');
const http = require('node:http');
const net = require('node:net');
const { once } = require('node:events');
const { WebSocket, WebSocketServer } = require('ws');

const TOKEN = 'demo-token';
const HEARTBEAT_MS = 1000;
const MAX_BUFFERED = 1024 * 1024;

function startServer() {
  const server = http.createServer((request, response) => {
    response.writeHead(426).end('use a WebSocket');
  });
  const wss = new WebSocketServer({ noServer: true, maxPayload: 16 * 1024 });

  server.on('upgrade', (request, socket, head) => {
    const onError = () => socket.destroy();
    socket.on('error', onError);
    if (request.headers.authorization !== `Bearer ${TOKEN}`) {
      // end() closes our side only; without destroy a client that stays keeps the socket.
      socket.once('finish', socket.destroy);
      socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n');
      return;
    }
    socket.removeListener('error', onError); // ws takes over from here
    wss.handleUpgrade(request, socket, head, (ws) => {
      wss.emit('connection', ws, request);
    });
  });

  wss.on('connection', (ws) => {
    // Listeners first, without any await before them.
    ws.on('error', (error) => console.log('server: socket error', error.code));
    ws.isAlive = true;
    ws.on('pong', () => {
      ws.isAlive = true;
    });
    ws.on('message', (data, isBinary) => {
      let message;
      try {
        if (isBinary) throw new TypeError('text only');
        message = JSON.parse(data.toString());
      } catch {
        ws.close(1007, 'not JSON');
        return;
      }
      broadcast(wss, { from: 'server', text: String(message.text) });
    });
  });

  const heartbeat = setInterval(() => {
    for (const ws of wss.clients) {
      if (!ws.isAlive) {
        ws.terminate();
        continue;
      }
      ws.isAlive = false;
      ws.ping();
    }
  }, HEARTBEAT_MS);
  wss.on('close', () => clearInterval(heartbeat));

  async function stop() {
    const closed = once(wss, 'close');
    wss.close(); // stops accepting, leaves the clients connected
    for (const ws of wss.clients) ws.close(1001, 'going away');
    const timer = setTimeout(() => {
      for (const ws of wss.clients) ws.terminate();
    }, 2000);
    server.close();
    await closed;
    clearTimeout(timer);
  }

  return { server, stop };
}

function broadcast(wss, event) {
  const payload = Buffer.from(JSON.stringify(event)); // encoded once for all
  for (const ws of wss.clients) {
    if (ws.readyState !== WebSocket.OPEN) continue;
    if (ws.bufferedAmount > MAX_BUFFERED) {
      ws.terminate(); // too slow; it may reconnect
      continue;
    }
    ws.send(payload, { binary: false });
  }
}

function connect(url, token) {
  const ws = new WebSocket(url, {
    handshakeTimeout: 5000,
    maxPayload: 16 * 1024,
    headers: { Authorization: `Bearer ${token}` },
  });
  ws.on('error', (error) => console.log('client:', error.message));
  return ws;
}

/** An upgrade without a token, by a client that never hangs up: the server must. */
async function refuseOneThatStays(server) {
  const accepted = once(server, 'connection');
  const client = net.connect({ ...server.address(), host: '127.0.0.1', allowHalfOpen: true });
  client.resume();
  client.write(
    'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  const [held] = await accepted;
  await once(held, 'close', { signal: AbortSignal.timeout(5000) });
  client.destroy();
}

async function main() {
  const { server, stop } = startServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${server.address().port}`;

  const refused = connect(url, 'wrong');
  // 'close' follows 'error' at once, so a wait for it begins before the error came.
  const gone = new Promise((resolve) => refused.on('close', resolve));
  const [refusal] = await once(refused, 'error');
  assert.match(refusal.message, /401/);
  assert.equal(await gone, 1006);

  await refuseOneThatStays(server);
  console.log('server: let go of a refused client that stays');

  const ws = connect(url, TOKEN);
  await once(ws, 'open');
  const answer = once(ws, 'message'); // listen before sending
  ws.send(JSON.stringify({ text: 'hello' }));
  const [data, isBinary] = await answer;
  assert.deepEqual(JSON.parse(data.toString()), { from: 'server', text: 'hello' });
  assert.equal(isBinary, false);
  console.log('client: received', data.toString(), 'binary:', isBinary);

  const broken = connect(url, TOKEN);
  await once(broken, 'open');
  broken.send('this is not JSON');
  const [code, reason] = await once(broken, 'close');
  assert.equal(code, 1007);
  console.log('client: closed with', code, reason.toString());

  const closed = once(ws, 'close');
  await stop();
  const [finalCode] = await closed;
  assert.equal(finalCode, 1001);
  console.log('client: server went away with', finalCode);
}

main().catch((error) => {
  console.error(error);
  process.exit(1); // the server still listens
});
