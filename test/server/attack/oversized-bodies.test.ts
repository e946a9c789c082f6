import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

const BYTES = 5 * 1024 * 1024;

/** What comes back to a caller who writes all before reading; an error where the connection is cut before that. */
function send(port: number, path: string, isChunked: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => {
      const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n`;
      const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${BYTES}`;
      socket.write(`${head}Connection: close\r\n${length}\r\n\r\n`);
      if (isChunked) socket.write(`${BYTES.toString(16)}\r\n`);
      socket.write(Buffer.alloc(BYTES, ' '));
      if (isChunked) socket.write('\r\n0\r\n\r\n');
    });
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      received += text;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

const PATHS = ['/mcp', '/v1/skills', '/v1/match', '/v1/find', '/v1/hook'];

it.each(PATHS.flatMap((path) => [[path, false] as const, [path, true] as const]))(
  'a body that is too large for %s always gets its 413 (in chunks: %s)',
  async (path, isChunked) => {
    const { port } = await startTestServer(temporaryRegistry(['cpp/gabime/spdlog']), { allowSubmit: true });
    const answers: string[] = [];
    // More at once may be told to come back: the bodies of all together have a limit, too.
    for (let round = 0; round < 2; round += 1)
      answers.push(...(await Promise.all(Array.from({ length: 10 }, () => send(port, path, isChunked)))));
    expect(new Set(answers.map((answer) => answer.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 413']));
  },
);
