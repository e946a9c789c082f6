/** `deploy/nginx.conf` on the real nginx with TLS, in front of the real service; the options of the files to copy. */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sampleRegistry } from '../../src-server/built-files.ts';
import { createProgram } from '../../src-server/cli/run-cli.ts';
import type { RunningServer } from '../../src-server/service/server-options.ts';
import { startServer } from '../../src-server/service/start-server.ts';
import { fetchThrough } from '../support/fetch-through.ts';
import { newClient, textOf } from '../support/mcp-client.ts';
import { type Nginx, startNginx, withoutNginx } from '../support/nginx.ts';
import { silentIo } from '../support/run-cli-here.ts';
import { withoutOpenssl } from '../support/self-signed.ts';
import { unless } from '../support/unless.ts';

const SITE = 'https://skills.example.com';
const LIST = `${SITE}/v1/skills`;
const TOKEN = 'a-token-of-the-team-0123456789';
const bearer = { Authorization: `Bearer ${TOKEN}` };
const CONFIG = readFileSync('deploy/nginx.conf', 'utf8');

describe('nginx in front of a service with a token', unless(withoutNginx, withoutOpenssl), () => {
  let service: RunningServer;
  let proxy: Nginx;
  let ask: typeof fetch;
  const ends: (() => void | Promise<void>)[] = [];

  beforeAll(async () => {
    service = await startServer({
      registry: sampleRegistry(),
      port: 0,
      token: TOKEN,
      allowedHosts: ['skills.example.com'],
      allowedOrigins: [SITE],
    });
    const config = CONFIG.replace('127.0.0.1:8701', `127.0.0.1:${service.port}`);
    proxy = await startNginx({ config, atEnd: (end) => ends.push(end) });
    ask = fetchThrough(proxy);
  });

  afterAll(async () => {
    for (const end of ends.reverse()) await end();
    await service.close();
  });

  it('passes the token, and no request without; forged headers open nothing', async () => {
    expect((await ask(LIST, { headers: bearer })).status).toBe(200);
    expect((await ask(LIST)).status).toBe(401);
    expect((await ask(LIST, { headers: { 'X-Forwarded-For': '127.0.0.1' } })).status).toBe(401);
    expect((await ask(`${SITE}/health`)).status).toBe(200);
  });

  it('answers no other name, and refuses a page of another origin', async () => {
    await expect(ask('https://other.example.com/health')).rejects.toThrow();
    const from = async (Origin: string) => (await ask(LIST, { headers: { ...bearer, Origin } })).status;
    expect([await from('https://other.example.com'), await from(SITE)]).toEqual([403, 200]);
  });

  it('passes ETags as they are, and answers 304 to them', async () => {
    const headers = { ...bearer, 'Accept-Encoding': 'br' };
    const tag = (await ask(LIST, { headers })).headers.get('etag') ?? '';
    expect((await ask(LIST, { headers: { ...headers, 'If-None-Match': tag } })).status).toBe(304);
  });

  it('bounds bodies with a reason as JSON', async () => {
    const body = JSON.stringify({ q: 'x'.repeat(4 * 1024 * 1024) });
    const headers = { ...bearer, 'Content-Type': 'application/json' };
    const answer = await ask(`${SITE}/v1/find`, { method: 'POST', headers, body });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({ error: expect.stringMatching(/too large|larger than/) });
  });

  it('passes the reason of a refused submission, whatever its size', async () => {
    const submit = async (headers: HeadersInit, body: string) => {
      const answer = await ask(LIST, { method: 'POST', headers, body });
      return [answer.status, Object.keys((await answer.json()) as object)];
    };
    const json = { 'Content-Type': 'application/json' };
    // 2 MB: nginx still sends when the service has refused.
    for (const body of ['{}', JSON.stringify({ skill: {}, files: { 'a.md': 'x'.repeat(2_000_000) } })]) {
      expect(await submit({ ...bearer, ...json }, body)).toEqual([403, ['error']]);
      expect(await submit(json, body)).toEqual([401, ['error']]);
      expect(await submit({ ...bearer, 'Content-Type': 'text/plain' }, body)).toEqual([403, ['error']]);
    }
  });

  it('passes MCP, and the first event of a stream at once', async () => {
    const client = newClient('legacy');
    onTestFinished(() => client.close());
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${SITE}/mcp`), {
        fetch: ask,
        requestInit: { headers: bearer },
      }),
    );
    const read = { name: 'get_section', arguments: { path: 'sqlalchemy', section: 'safety' } };
    expect(textOf(await client.callTool(read))).toContain('[safety.md]');

    const end = new AbortController();
    const { body } = await ask(`${SITE}/v1/events`, { headers: bearer, signal: end.signal });
    const first = Buffer.from((await body?.getReader().read())?.value ?? []).toString();
    expect(first).toContain('event: status');
    end.abort();
  });

  it('takes no token on the plain port', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { Host: 'skills.example.com', ...bearer };
      request({ host: '127.0.0.1', port: proxy.plainPort, path: '/v1/skills', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
  });

  it('logs neither the token nor the questions', async () => {
    await ask(`${SITE}/v1/find?q=a+secret+question`, { headers: bearer });
    await ask(`${SITE}/v1/find?q=a+secret+question`, { headers: { Authorization: 'Bearer wrong-token' } });
    expect(proxy.logs()).not.toMatch(/a-token-of-the-team|wrong-token|secret/);
  });

  it('says as JSON that no service answers', async () => {
    // No program listens on port 1.
    const gone = await startNginx({ config: CONFIG.replace('127.0.0.1:8701', '127.0.0.1:1') });
    const answer = await fetchThrough(gone)(LIST, { headers: bearer });
    expect({ status: answer.status, retry: answer.headers.get('retry-after') }).toEqual({
      status: 503,
      retry: '1',
    });
    expect(await answer.json()).toHaveProperty('error');
  });
});

it('the files to copy start the service with options that it has', async () => {
  const program = await createProgram(silentIo());
  const serve = program.commands.find((command) => command.name() === 'serve');
  const known = serve?.options.map(({ long }) => long);
  const options = readFileSync('deploy/compose.yaml', 'utf8').match(/(?<=- )--[a-z-]+/g) ?? [];
  expect(options.length).toBeGreaterThan(3);
  for (const option of options) expect(known).toContain(option);
});
