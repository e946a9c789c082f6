'use strict';
const { once } = require('node:events');
const http = require('node:http');

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Serves on a free port of 127.0.0.1 while `use` runs; counts connections and requests. */
async function serving(handler, use) {
  const seen = { connections: 0, requests: [] };
  const server = http.createServer((req, res) => {
    seen.requests.push(`${req.method} ${req.url}`);
    handler(req, res);
  });
  server.on('connection', () => {
    seen.connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await use(`http://127.0.0.1:${server.address().port}`, seen, server);
  } finally {
    server.closeAllConnections();
    server.close();
  }
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

module.exports = { pause, serving, within };
