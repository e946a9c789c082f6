'use strict';
const { once } = require('node:events');
const http = require('node:http');
const { resolve } = require('node:path');

const NAMES = ['works', 'comes to an end with large pages', 'opens no connection per page'];

async function judge() {
  let open = 0;
  let most = 0;
  const server = http.createServer((req, res) => {
    const [, status, size] = req.url.split('/');
    res.writeHead(Number(status)).end('x'.repeat(Number(size)));
  });
  server.on('connection', (socket) => {
    open += 1;
    most = Math.max(most, open);
    socket.on('close', () => {
      open -= 1;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${server.address().port}`;
  const { check } = require(resolve('links.js'));
  const run = (list) =>
    Promise.race([
      Promise.resolve(check(list.map(([status, size]) => `${base}/${status}/${size}`))).then((value) => JSON.stringify(value), String),
      new Promise((done) => setTimeout(done, 10_000, 'no answer after 10 s')),
    ]);
  const small = await run([[200, 10], [404, 10], [500, 0]]);
  const large = await run(Array.from({ length: 8 }, (_, i) => [i % 2 ? 404 : 200, 400_000]));
  const works = small === '[200,404,500]';
  return [
    { name: NAMES[0], passed: works, evidence: `three small pages gave ${small}` },
    { name: NAMES[1], passed: large === '[200,404,200,404,200,404,200,404]', evidence: `eight pages of 400 kB gave ${large}` },
    { name: NAMES[2], passed: works && most <= 4, evidence: `${most} connections at a time` },
  ];
}

const say = console.log;
console.log = console.error = () => {};
judge()
  .catch((error) => NAMES.map((name) => ({ name, passed: false, evidence: String(error) })))
  .then((checks) => {
    say(JSON.stringify({ checks }));
    process.exit(0);
  });
