import { spawn } from 'node:child_process';

/**
 * Answers a request by `git http-backend`, over CGI.
 *
 * @param {string} root holds the bare repositories
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
export function answerByGit(root, request, response) {
  const { pathname, search } = new URL(request.url ?? '', 'http://git');
  const child = spawn('git', ['http-backend'], {
    env: {
      ...{ PATH: process.env['PATH'], GIT_PROJECT_ROOT: root, GIT_HTTP_EXPORT_ALL: '1' },
      ...{ GIT_CONFIG_NOSYSTEM: '1', REQUEST_METHOD: request.method, QUERY_STRING: search.slice(1) },
      PATH_INFO: decodeURIComponent(pathname),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.on('error', () => {});
  request.pipe(child.stdin);
  let head = Buffer.alloc(0);
  child.stdout.on('data', (chunk) => {
    if (response.headersSent) return void response.write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end === -1) return;
    const lines = head.toString('latin1', 0, end).split('\r\n');
    const { Status: status = '200', ...headers } = Object.fromEntries(
      lines.map((line) => line.split(/: (.*)/s)),
    );
    response.writeHead(Number.parseInt(status, 10), headers);
    response.write(head.subarray(end + 4));
  });
  child.stdout.on('end', () => response.end());
}
