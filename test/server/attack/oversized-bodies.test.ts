import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

const BYTES = 5 * 1024 * 1024;

/** What comes back to a caller who writes all before reading; an error where the connection is cut before that. */
function send(port: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => {
      const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n`;
      socket.write(`${head}Connection: close\r\nContent-Length: ${BYTES}\r\n\r\n`);
      socket.write(Buffer.alloc(BYTES, ' '));
    });
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      received += text;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

it.each(['/mcp', '/v1/skills', '/v1/match'])(
  'a body that is too large for %s always gets its 413',
  async (path) => {
    const { port } = await startTestServer(temporaryRegistry(['cpp/gabime/spdlog']), { allowSubmit: true });
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(port, path)));
    expect(new Set(answers.map((answer) => answer.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 413']));
  },
);
