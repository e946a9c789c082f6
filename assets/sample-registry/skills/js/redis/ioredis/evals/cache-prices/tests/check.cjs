'use strict';
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const net = require('node:net');
const { tmpdir } = require('node:os');
const { resolve } = require('node:path');

const NAMES = ['works', 'answers within seconds without Redis', 'answers within seconds if Redis falls silent'];
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function judge(redis) {
  const { create } = require(resolve('prices.js'));
  let loads = 0;
  const load = async (id) => ({ id, load: ++loads });
  const ask = async (prices) => {
    const began = Date.now();
    const answer = await Promise.race([prices.price('7').then(JSON.stringify, String), pause(8000).then(() => 'nothing')]);
    return `${answer} after ${Math.round((Date.now() - began) / 1000)} s`;
  };
  // In front of Redis: a proxy that can fall silent.
  let isSilent = false;
  const proxy = net.createServer((socket) => {
    const upstream = net.connect(redis, '127.0.0.1');
    for (const one of [socket, upstream]) one.on('error', () => {});
    socket.pipe(upstream);
    upstream.on('data', (part) => isSilent || socket.write(part));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const prices = create(`redis://127.0.0.1:${proxy.address().port}`, load);
  const first = await ask(prices);
  await pause(300);
  const second = await ask(prices);
  const works = first.startsWith('{"id":"7","load":1}') && second.startsWith('{"id":"7","load":1}');
  isSilent = true;
  const silent = await ask(prices);
  const away = create(`redis://127.0.0.1:${await freePort()}`, load);
  const alone = await ask(away);
  return [
    { name: NAMES[0], passed: works, evidence: `the first call gave ${first}, the second ${second}` },
    { name: NAMES[1], passed: works && alone.startsWith('{"id"'), evidence: `it gave ${alone}` },
    { name: NAMES[2], passed: works && silent.startsWith('{"id"'), evidence: `it gave ${silent}` },
  ];
}

async function main() {
  const port = await freePort();
  const server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()]);
  for await (const text of server.stdout) if (String(text).includes('Ready to accept connections')) break;
  try {
    return await judge(port);
  } finally {
    server.kill();
  }
}

const say = console.log;
console.log = console.error = () => {};
main()
  .catch((error) => NAMES.map((name) => ({ name, passed: false, evidence: String(error) })))
  .then((checks) => {
    say(JSON.stringify({ checks }));
    process.exit(0);
  });
