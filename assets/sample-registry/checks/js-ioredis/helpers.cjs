'use strict';
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { mkdtempSync, rmSync } = require('node:fs');
const net = require('node:net');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** A redis-server of its own on a free port. Resolves with its port and `stop`. */
async function startServer(...options) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'redis-'));
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder, ...options],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  for await (const text of child.stdout) if (/Ready to accept connections/.test(text)) break;
  child.stdout.destroy();
  return {
    port,
    child,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A TCP proxy in front of a port. `onReply(socket, data)` may keep replies back by returning false. */
async function startProxy(target, onReply = () => true) {
  const sockets = new Set();
  const server = net.createServer((client) => {
    const upstream = net.connect(target, '127.0.0.1');
    sockets.add(client);
    for (const socket of [client, upstream]) socket.on('error', () => {});
    client.pipe(upstream);
    upstream.on('data', (data) => {
      if (onReply(client, data)) client.write(data);
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: server.address().port,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Resolves with 'pending' if the promise has not settled after `ms`. */
const within = (promise, ms = 500) =>
  Promise.race([
    promise.then(
      (value) => ({ value }),
      (error) => ({ error }),
    ),
    pause(ms).then(() => 'pending'),
  ]);

module.exports = { freePort, pause, startProxy, startServer, within };
