'use strict';
const { once } = require('node:events');
const http = require('node:http');
const { mkdirSync, mkdtempSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, resolve } = require('node:path');

/** The path as it is written: fetch would resolve its dots. */
const ask = (port, path) =>
  new Promise((done) => {
    http
      .get({ port, path, agent: false, timeout: 5000 }, (response) => {
        let text = '';
        response.on('data', (part) => {
          text += part;
        });
        response.on('end', () => done({ status: response.statusCode, text }));
      })
      .on('error', (error) => done({ status: 0, text: error.message }));
  });

async function judge() {
  const home = mkdtempSync(join(tmpdir(), 'task-'));
  const folder = join(home, 'invoices');
  mkdirSync(folder);
  writeFileSync(join(folder, '2026-11.txt'), 'invoice');
  writeFileSync(join(home, 'secret.txt'), 'secret');
  const server = http.createServer(require(resolve('app.js')).build(folder)).listen(0);
  await once(server, 'listening');
  const { port } = server.address();
  const found = await ask(port, '/invoices/2026-11.txt');
  const missing = await ask(port, '/invoices/none.txt');
  const outside = [];
  for (const name of ['..%2Fsecret.txt', '..%2f..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd', `${encodeURIComponent(join(home, 'secret.txt'))}`]) {
    const { status, text } = await ask(port, `/invoices/${name}`);
    outside.push(`${name.slice(0, 20)} gave ${status}${/secret|root:/.test(text) ? ' and the file' : ''}`);
  }
  return [
    { name: 'works', passed: found.status === 200 && found.text === 'invoice' && missing.status === 404, evidence: `an invoice gave ${found.status}, a missing one ${missing.status}` },
    { name: 'sends nothing from outside of the folder', passed: found.status === 200 && outside.every((line) => !line.includes('and the file')), evidence: outside.join('; ') },
  ];
}

const say = console.log;
console.log = console.error = () => {};
judge()
  .catch((error) => ['works', 'sends nothing from outside of the folder'].map((name) => ({ name, passed: false, evidence: String(error) })))
  .then((checks) => {
    say(JSON.stringify({ checks }));
    process.exit(0);
  });
