import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { createAccessPolicy, parseTarget } from '../../../src-server/http/access.ts';
import { type FuzzTarget, type OpenTarget, promise, text } from '../fuzz-target.ts';
import { seed } from '../read-seeds.ts';

const KEY = 'js/websockets/ws';
const PATHS = [
  ...[
    '/',
    '/health',
    '/v1/skills',
    `/v1/skills/${KEY}`,
    `/v1/skills/${KEY}/overview.md`,
    `/v1/skills/${KEY}?query=a&max_tokens=900`,
  ],
  ...['/v1/search?q=ws', '/v1/find?q=close+the+socket&limit=3&explain=1', '/v1/status', '/v1/diagnostics'],
  ...['/openapi.json', '/schemas/skill.json', '/v1/events', 'http://127.0.0.1/health', '*'],
];
const METHODS = ['GET ', 'HEAD ', 'POST ', 'DELETE ', 'OPTIONS ', 'CONNECT ', 'TRACE '];
const HEADERS = [
  ...[
    'Host: evil.example\r\n',
    'Origin: http://evil.example\r\n',
    'Content-Length: 5\r\n',
    'Transfer-Encoding: chunked\r\n',
  ],
  ...[
    'Expect: 100-continue\r\n',
    'If-None-Match: *\r\n',
    'Range: bytes=0-1\r\n',
    'Accept-Encoding: br\r\n',
    'Accept: text/markdown\r\n',
  ],
  ...[
    'Upgrade: websocket\r\n',
    'Content-Type: application/json\r\n',
    'Mcp-Session-Id: a\r\n',
    'MCP-Protocol-Version: 2026-07-28\r\n',
  ],
];

const request = (line: string, body = '', headers = '') =>
  `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${headers}${body === '' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`}\r\n${body}`;

const MCP_HEADERS = 'Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n';
const CALLS: readonly (readonly [string, object])[] = [
  [
    'initialize',
    { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } },
  ],
  ['ping', {}],
  ['tools/list', {}],
  ['tools/call', { name: 'find_skills', arguments: { query: 'close the socket', limit: 2 } }],
  ['tools/call', { name: 'get_skill', arguments: { path: 'ws', query: 'close', max_tokens: 900 } }],
  ['tools/call', { name: 'get_section', arguments: { path: KEY, section: 'pitfalls' } }],
  ['tools/call', { name: 'search_skills', arguments: { query: 'ws' } }],
  ['resources/list', {}],
  ['resources/read', { uri: `skill://${KEY}/pitfalls.md` }],
];

export const serviceTargets: readonly FuzzTarget[] = [
  {
    name: 'router',
    words: [...PATHS, ...METHODS, ...HEADERS, '%00', '%2f', '%', '?', '&q=', 'HTTP/1.0', '\r\n\r\n'],
    seeds: () => [
      ...PATHS.map((path) => seed(path, request(`GET ${path}`))),
      seed(
        'submit',
        request('POST /v1/skills', '{"skill":{},"files":{}}', 'Content-Type: application/json\r\n'),
      ),
      seed(
        'match',
        request('POST /v1/match', '{"packages":["pkg:npm/ws@8"]}', 'Content-Type: application/json\r\n'),
      ),
      seed('find', request('POST /v1/find', 'TypeError: a\n  at b.js:1', 'Content-Type: text/plain\r\n')),
    ],
    made: fc
      .tuple(
        fc.constantFrom(...METHODS),
        fc.webPath(),
        fc.array(fc.constantFrom(...HEADERS), { maxLength: 4 }),
      )
      .map(([method, path, headers]) => request(`${method}${path}`, '', headers.join(''))),
    open: () =>
      openService((input) => {
        const [line = ''] = text(input).split('\r\n');
        const target = parseTarget(line.split(' ')[1] ?? '');
        promise(target === undefined || /^[/*]/.test(target.path), 'a path begins with a slash');
        createAccessPolicy({ boundHost: '127.0.0.1' }).isHostAllowed(line);
        return input;
      }),
  },
  {
    name: 'mcp',
    words: [
      '"jsonrpc":"2.0"',
      '"method"',
      '"params"',
      '"id"',
      '"_meta"',
      '"tools/call"',
      '"arguments"',
      '"cursor"',
      ...CALLS.map(([method]) => method),
    ],
    seeds: () => CALLS.map(([method, params], id) => seed(method, { jsonrpc: '2.0', id, method, params })),
    made: fc.json({ maxDepth: 4 }),
    open: () =>
      openService((input) => {
        const version = input.length % 2 === 0 ? '2025-11-25' : '2026-07-28';
        const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nMCP-Protocol-Version: ${version}\r\n${MCP_HEADERS}`;
        return Buffer.concat([Buffer.from(`${head}Content-Length: ${input.length}\r\n\r\n`), input]);
      }),
  },
];

/** The built service with the sample registry; each input is sent over a connection of its own. */
async function openService(requestOf: (input: Buffer) => Buffer): Promise<OpenTarget> {
  const user = mkdtempSync(join(tmpdir(), 'skills-registry-fuzz-'));
  const options = ['serve', '-p', '0', '-r', 'assets/sample-registry', '--json', '--watch', 'off'];
  const child = spawn(process.execPath, ['dist/server/skills-registry.cjs', ...options], {
    env: {
      PATH: process.env['PATH'],
      HOME: user,
      XDG_DATA_HOME: user,
      XDG_CACHE_HOME: user,
      LOCALAPPDATA: user,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  const port = await new Promise<number>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString('utf8');
      const found = /"Serving\.","url":"http:\/\/127\.0\.0\.1:(\d+)/.exec(log)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    child.once('exit', () => reject(new Error(`The service ended:\n${log}`)));
  });
  return {
    async check(input) {
      const logged = log.length;
      const answer = await exchange(port, requestOf(input));
      promise(child.exitCode === null, `the service runs:\n${log.slice(logged)}`);
      checkAnswer(answer);
      promise(!/"level":"error"/.test(log.slice(logged)), `no error is logged:\n${log.slice(logged)}`);
    },
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(user, { recursive: true, force: true });
    },
  };
}

/** Refusals of Node's parser and of unknown methods are allowed; failures of our code are not. */
const RIGHT_STATUS = /^HTTP\/1\.1 (?:1\d\d|2\d\d|3\d\d|4\d\d|501|503|505) /;

function checkAnswer(answer: string): void {
  promise(answer === '' || RIGHT_STATUS.test(answer), `no failure is answered: ${answer.slice(0, 300)}`);
  promise(!answer.includes('"code":-32603'), `no internal error is answered: ${answer.slice(-300)}`);
}

/** The answer until its end, or until the first event of an endless stream. */
function exchange(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (/^event: status/m.test(answer)) socket.destroy();
    });
    // The service may refuse before it has read all.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') reject(error);
    });
    socket.once('close', () => resolve(answer));
    socket.end(bytes);
  });
}
