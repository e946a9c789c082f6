'use strict';
const { spawnSync } = require('node:child_process');
const http = require('node:http');

/** Serves the app on a free port of 127.0.0.1 while `use` runs. */
async function serving(app, use) {
  const server = http.createServer(app);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  try {
    return await use((path, options) => request(port, path, options), port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Sends a path as it is written, which fetch would normalize. Resolves with status, headers and text. */
function request(port, path, { method = 'GET', headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const sent = http.request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Runs a program in a process of its own. */
const run = (code, env = {}) =>
  spawnSync(process.execPath, ['-e', code], { encoding: 'utf8', timeout: 20_000, env: { ...process.env, ...env } });

module.exports = { serving, run };
