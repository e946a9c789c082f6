import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { expect, it } from 'vitest';
import { askRelease, MAX_ANSWER_BYTES } from '../../../src-main/updates/ask-release.ts';
import { listening } from '../../support/listening.ts';

/** A server on this computer in GitHub's place. */
async function serve(listener: RequestListener): Promise<string> {
  const { url } = await listening(createServer(listener));
  return `${url}/latest`;
}

const never = new AbortController().signal;

it('gives the answer to one GET, which tells nothing of this computer', async () => {
  const asked: Array<{ method: string | undefined; headers: IncomingHttpHeaders }> = [];
  const url = await serve(({ method, headers }, response) => {
    asked.push({ method, headers });
    response.end('{"tag_name":"v1.2.3"}');
  });
  expect(await askRelease(url, never)).toBe('{"tag_name":"v1.2.3"}');
  expect(asked).toHaveLength(1);
  const { method, headers } = asked[0] ?? { headers: {} };
  expect(method).toBe('GET');
  expect(headers).toMatchObject({ 'user-agent': 'skills-registry', accept: 'application/vnd.github+json' });
  const known = [
    'host',
    'connection',
    'accept',
    'user-agent',
    'accept-language',
    'sec-fetch-mode',
    'accept-encoding',
  ];
  expect(Object.keys(headers).filter((name) => !known.includes(name))).toEqual([]);
  expect(headers['accept-language']).toBe('*');
});

it('takes no other answer than 200', async () => {
  for (const status of [403, 404, 500])
    await expect(
      askRelease(await serve((_request, response) => response.writeHead(status).end('{}')), never),
    ).rejects.toThrow(`answered ${status}`);
});

it('follows no lead to another place', async () => {
  let isReached = false;
  const other = await serve((_request, response) => {
    isReached = true;
    response.end('{}');
  });
  const url = await serve((_request, response) => response.writeHead(302, { location: other }).end());
  await expect(askRelease(url, never)).rejects.toThrow();
  expect(isReached).toBe(false);
});

it('stops reading an answer that does not end', async () => {
  const chunk = Buffer.alloc(64 * 1024, ' ');
  let isLeft = false;
  const url = await serve((_request, response) => {
    response.once('close', () => {
      isLeft = true;
    });
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      response.once('drain', more);
    };
    more();
  });
  await expect(askRelease(url, never)).rejects.toThrow(`more than ${MAX_ANSWER_BYTES} bytes`);
  await expect.poll(() => isLeft).toBe(true);
});

it('ends when nobody wants to know any more', async () => {
  const leaving = new AbortController();
  const url = await serve(() => leaving.abort());
  await expect(askRelease(url, leaving.signal)).rejects.toThrow('abort');
});
