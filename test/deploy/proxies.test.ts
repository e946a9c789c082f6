/** The configurations of nginx and Caddy in `deploy/`, on the real programs with TLS, in front of the real service. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { promisify } from 'node:util';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sampleRegistry } from '../../src-server/built-files.ts';
import type { RunningServer } from '../../src-server/service/running-server.ts';
import { startServer } from '../../src-server/start-server.ts';
import { startCaddy, withoutCaddy } from '../support/caddy.ts';
import { fetchThrough } from '../support/fetch-through.ts';
import type { FrontProxy, FrontProxyOptions } from '../support/front-proxy.ts';
import { ERAS, newClient, textOf } from '../support/mcp-client.ts';
import { startNginx, withoutNginx } from '../support/nginx.ts';
import { withoutOpenssl } from '../support/self-signed.ts';
import { type Reason, unless } from '../support/unless.ts';

const SITE = 'https://skills.example.com';
const TOKEN = 'a-token-of-the-team-0123456789';
const bearer = { Authorization: `Bearer ${TOKEN}` };
const LIST = '/v1/skills';
const PAGE = readFileSync('docs/sharing.md', 'utf8');

/** What a member writes into the settings of an agent. */
function settingsOnPage() {
  const [, json = ''] = /```json\n([\s\S]*?)```/.exec(PAGE) ?? [];
  const { mcpServers } = JSON.parse(json.replace(/\$\{SKILLS_TOKEN\}/, TOKEN)) as {
    mcpServers: Record<string, { url: string; headers: Record<string, string> }>;
  };
  const [settings] = Object.values(mcpServers);
  if (settings === undefined) throw new Error('The page has no settings.');
  return settings;
}

let service: RunningServer;
const ends: (() => void | Promise<void>)[] = [];

beforeAll(async () => {
  service = await startServer({
    registry: sampleRegistry(),
    port: 0,
    token: TOKEN,
    allowedHosts: ['skills.example.com'],
    allowedOrigins: [SITE],
  });
});

afterAll(async () => {
  for (const end of ends.reverse()) await end();
  await service.close();
});

const PROXIES: readonly {
  readonly name: string;
  readonly missing: Reason;
  readonly config: () => string;
  readonly start: (options: FrontProxyOptions) => Promise<FrontProxy>;
  readonly tags: 'ci'[];
}[] = [
  {
    name: 'nginx',
    missing: withoutNginx,
    config: () =>
      readFileSync('deploy/nginx.conf', 'utf8')
        .replace('127.0.0.1:8701', `127.0.0.1:${service.port}`)
        .replace(/^.*127\.0\.0\.1:8702.*\n/m, ''),
    start: startNginx,
    tags: [],
  },
  {
    name: 'Caddy',
    missing: withoutCaddy,
    config: () =>
      readFileSync('deploy/Caddyfile', 'utf8').replace(
        '127.0.0.1:8701 127.0.0.1:8702',
        `127.0.0.1:${service.port}`,
      ),
    start: startCaddy,
    tags: ['ci'],
  },
];

describe.each(PROXIES)('$name', ({ missing, config, start, tags }) => {
  const options = { ...unless(missing, withoutOpenssl), tags };

  describe('in front of a service with a token', options, () => {
    let proxy: FrontProxy;
    let ask: typeof fetch;

    beforeAll(async () => {
      proxy = await start({ config: config(), atEnd: (end) => ends.push(end) });
      ask = fetchThrough(proxy);
    });

    it('passes the token, and no request without', async () => {
      expect((await ask(SITE + LIST)).status).toBe(401);
      expect((await ask(SITE + LIST, { headers: bearer })).status).toBe(200);
      expect((await ask(`${SITE}/health`)).status).toBe(200);
    });

    it('answers no other name', async () => {
      const other = 'https://other.example.com/health';
      const answer = await ask(other).then(
        ({ status }) => status,
        () => 'refused',
      );
      expect(answer).toBe('refused');
    });

    it.each([
      ['X-Forwarded-Host', 'localhost'],
      ['X-Forwarded-For', '127.0.0.1'],
      ['X-Real-IP', '127.0.0.1'],
      ['Forwarded', 'for=127.0.0.1;host=localhost'],
      ['X-Original-URL', '/health'],
      ['X-HTTP-Method-Override', 'POST'],
    ])('lets a forged %s open nothing', async (name, value) => {
      expect((await ask(SITE + LIST, { headers: { [name]: value } })).status).toBe(401);
      const [plain, forged] = await Promise.all(
        [{}, { [name]: value }].map(async (more) =>
          (await ask(SITE + LIST, { headers: { ...bearer, ...more } })).text(),
        ),
      );
      expect(forged).toBe(plain);
    });

    it.each(['identity', 'gzip', 'br'])(
      'passes the ETag of %s as it is, and answers 304 to it',
      async (encoding) => {
        const headers = { ...bearer, 'Accept-Encoding': encoding };
        const direct = await fetch(service.url + LIST, { headers });
        const tag = (await ask(SITE + LIST, { headers })).headers.get('etag') ?? '';
        expect(tag).toBe(direct.headers.get('etag'));
        const again = await ask(SITE + LIST, { headers: { ...headers, 'If-None-Match': tag } });
        expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: '' });
      },
    );

    it('stores no answer for callers without the token', async () => {
      for (const headers of [bearer, bearer, {}])
        expect((await ask(`${SITE}/v1/search?q=orm`, { headers })).status).toBe(
          headers === bearer ? 200 : 401,
        );
    });

    it('refuses a page of another origin, and serves the own', async () => {
      const from = async (origin: string) =>
        (await ask(SITE + LIST, { headers: { ...bearer, Origin: origin } })).status;
      expect(await from('https://other.example.com')).toBe(403);
      expect(await from(SITE)).toBe(200);
    });

    it('bounds bodies with a reason as JSON, and serves on', async () => {
      const body = JSON.stringify({ q: 'x'.repeat(4 * 1024 * 1024) });
      const headers = { ...bearer, 'Content-Type': 'application/json' };
      const answer = await ask(`${SITE}/v1/find`, { method: 'POST', headers, body });
      expect(answer.status).toBe(413);
      expect(await answer.json()).toEqual({ error: expect.stringMatching(/too large|larger than/) });
      expect((await ask(SITE + LIST, { headers: bearer })).status).toBe(200);
    });

    it.each(ERAS)('passes MCP of the %s era', async (era) => {
      const client = newClient(era);
      onTestFinished(() => client.close());
      const { url, headers } = settingsOnPage();
      const transport = new StreamableHTTPClientTransport(new URL(url), {
        fetch: ask,
        requestInit: { headers },
      });
      await client.connect(transport);
      const read = await client.callTool({
        name: 'get_section',
        arguments: { path: 'sqlalchemy', section: 'safety' },
      });
      expect(textOf(read)).toContain('# SQLAlchemy: safety');
    });

    it('answers the command on the page', async () => {
      const [command = ''] = /^curl .*$/m.exec(PAGE) ?? [];
      const { host, port } = { host: 'skills.example.com:443', port: proxy.port };
      const here = ['curl', '--cacert', proxy.certificate, '--connect-to', `${host}:127.0.0.1:${port}`].join(
        ' ',
      );
      const env = { PATH: process.env['PATH'], SKILLS_TOKEN: TOKEN };
      const { stdout } = await promisify(execFile)('sh', ['-c', command.replace('curl', here)], { env });
      expect(JSON.parse(stdout)).toHaveProperty('results.0.key', 'python/sqlalchemy/sqlalchemy');
    });

    it('passes the first event of a stream at once, while the stream goes on', async () => {
      const end = new AbortController();
      const { body, headers } = await ask(`${SITE}/v1/events`, { headers: bearer, signal: end.signal });
      const reader = body?.getReader();
      const first = Buffer.from((await reader?.read())?.value ?? []).toString();
      expect(headers.get('content-type')).toContain('text/event-stream');
      expect(first).toContain('event: status');
      end.abort();
    });

    it('asks for https on the plain port, and takes no token there', async () => {
      const plain = (path: string) =>
        new Promise<{ status: number | undefined; location: string | undefined }>((resolve, reject) => {
          const headers = { Host: 'skills.example.com', ...bearer };
          request({ host: '127.0.0.1', port: proxy.plainPort, path, headers }, (answer) => {
            answer.resume();
            resolve({ status: answer.statusCode, location: answer.headers.location });
          })
            .on('error', reject)
            .end();
        });
      expect(await plain('/')).toMatchObject({ location: `${SITE}/` });
      expect(await plain(LIST)).toEqual({ status: 403, location: undefined });
    });

    it('tells nobody who asked before', async () => {
      const status = await ask(`${SITE}/v1/status`, { headers: bearer });
      expect(await status.json()).not.toHaveProperty('callers');
    });

    it('logs neither the token nor the questions', async () => {
      await ask(`${SITE}/v1/find?q=a+secret+question`, { headers: bearer });
      await ask(`${SITE}/v1/find?q=a+secret+question`, { headers: { Authorization: 'Bearer wrong-token' } });
      expect(proxy.logs()).not.toMatch(/a-token-of-the-team|wrong-token|secret/);
    });
  });

  it('says as JSON that no service answers', options, async () => {
    // No program listens on port 1; a free port might be taken meanwhile.
    const gone = config().replace(`127.0.0.1:${service.port}`, '127.0.0.1:1');
    const answer = await fetchThrough(await start({ config: gone }))(SITE + LIST, { headers: bearer });
    expect({ status: answer.status, retry: answer.headers.get('retry-after') }).toEqual({
      status: 503,
      retry: '1',
    });
    expect(await answer.json()).toEqual({ error: 'The service does not answer. Try again in a second.' });
  });
});

it('nginx finds nothing to warn of', unless(withoutNginx, withoutOpenssl), async () => {
  const nginx = await startNginx({ config: readFileSync('deploy/nginx.conf', 'utf8') });
  expect(nginx.check()).toMatch(
    /^nginx: the configuration file \S+ syntax is ok\nnginx: \S+ \S+ \S+ test is successful\n$/,
  );
});
