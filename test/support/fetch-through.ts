/** `fetch` to a name that a proxy on 127.0.0.1 serves with a certificate of its own. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { FrontProxy } from './front-proxy.ts';

/** Bodies are strings; answers stream. */
export function fetchThrough({ port, certificate }: FrontProxy): typeof fetch {
  const ca = readFileSync(certificate);
  return (address, { method = 'GET', headers, body, signal } = {}) => {
    const { hostname, host, pathname, search } = new URL(String(address));
    const options = { port, ca, servername: hostname, agent: false, method, path: pathname + search };
    return new Promise((resolve, reject) => {
      const request = httpsRequest(
        {
          host: '127.0.0.1',
          ...options,
          headers: { Host: host, ...Object.fromEntries(new Headers(headers)) },
          ...(signal ? { signal } : {}),
        },
        (answer) => resolve(toResponse(answer)),
      );
      request.on('error', reject);
      request.end(body);
    });
  };
}

function toResponse(answer: IncomingMessage): Response {
  const { statusCode: status = 0, headers } = answer;
  const isEmpty = status === 204 || status === 304;
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  if (isEmpty) answer.resume();
  // The types of Node and of browsers differ in nothing that is used here.
  const stream = Readable.toWeb(answer) as NodeReadableStream as unknown as ReadableStream;
  return new Response(isEmpty ? null : stream, { status, headers: pairs });
}
