import { hostname } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAccessPolicy } from '../../../src-server/http/access.ts';
import { sendBytes } from '../../support/raw-http.ts';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { ask, startTestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const PATHS = ['/', '/health', '/v1/skills', `/v1/skills/${KEY}/safety`, '/v1/find?q=a', '/nope'];

describe('the Host header', () => {
  it.each([
    'evil.example',
    'evil.example:8701',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '0.0.0.0',
    hostname(),
    'notlocalhost',
    'localhost.evil',
    '127.0.0.1:x',
    'a@127.0.0.1',
    '[::1',
  ])('%j is refused on every path', async (host) => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    for (const path of PATHS) {
      const answer = await server.get(path, { headers: { Host: host } });
      expect(answer.status, path).toBe(403);
      expect(Object.keys(answer.json<object>())).toEqual(['error']);
    }
  });

  it.each([
    '127.0.0.1',
    '127.0.0.2',
    'localhost:1',
    'LOCALHOST',
    'localhost.',
    'Skills.localhost:8701',
    '[::1]:8701',
    'box.lan',
  ])('%s is answered', async (host) => {
    const server = await startTestServer(temporaryRegistry([KEY]), { allowedHosts: ['box.lan'] });
    expect((await server.get('/health', { headers: { Host: host } })).status).toBe(200);
  });

  it.each(['10.1.2.3:8701', '10.1.2.3', '[fd00::7]:8701'])(
    'of a probe, %s, is answered by /health alone, and to no page',
    async (host) => {
      const server = await startTestServer(temporaryRegistry([KEY]));
      const [health, foreign] = await Promise.all([
        server.get('/health', { headers: { Host: host } }),
        server.get('/health', { headers: { Host: host, Origin: 'http://evil.example' } }),
      ]);
      expect([health.status, Object.keys(health.json<object>())]).toEqual([200, ['status', 'version']]);
      expect(foreign.status).toBe(403);
      for (const path of ['/', '/v1/skills', '/v1/status', '/health/', '//health', '/HEALTH'])
        expect((await server.get(path, { headers: { Host: host } })).status, path).toBe(403);
    },
  );

  it('may be any address of this machine when bound to all, and no other', () => {
    const policy = createAccessPolicy({
      boundHost: '0.0.0.0',
      machineAddresses: () => new Set(['192.168.1.5']),
    });
    expect(policy.isHostAllowed('192.168.1.5:8701')).toBe(true);
    expect(policy.isHostAllowed('192.168.1.6')).toBe(false);
    expect(policy.isHostAllowed('box.lan')).toBe(false);
    expect(policy.isHostAllowed('0.0.0.0')).toBe(false);
  });

  it('may not be missing or empty', () => {
    const policy = createAccessPolicy({ boundHost: '127.0.0.1' });
    expect(policy.isHostAllowed(undefined)).toBe(false);
    expect(policy.isHostAllowed('')).toBe(false);
  });

  it('never throws, whatever it says', () => {
    const policy = createAccessPolicy({ boundHost: '127.0.0.1' });
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (host) => {
        expect(typeof policy.isHostAllowed(host)).toBe('boolean');
        expect(policy.isOriginAllowed(host, '127.0.0.1')).toBe(false);
      }),
    );
  });
});

describe('the Origin header', () => {
  it.each(['https://evil.example', 'null', 'http://localhost:3000', 'http://127.0.0.1:1', 'file://'])(
    '%s is refused on every path',
    async (origin) => {
      const server = await startTestServer(temporaryRegistry([KEY]));
      for (const path of PATHS) {
        expect((await server.get(path, { headers: { Origin: origin } })).status, path).toBe(403);
      }
    },
  );

  it('that is ours, or allowed, is answered, and nobody gets Access-Control-Allow-Origin', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]), {
      allowedOrigins: ['https://tool.example'],
    });
    for (const origin of [server.url, 'https://tool.example']) {
      const answer = await server.get('/health', { headers: { Origin: origin } });
      expect(answer.status).toBe(200);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('is missing from a page’s <script> and <img>, which are refused all the same', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    const asImage = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' };
    expect((await server.get('/v1/skills', { headers: asImage })).status).toBe(403);
    const asLink = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };
    expect((await server.get('/', { headers: asLink })).status).toBe(200);
  });

  it.each(['cross-site', 'same-site'])(
    'may be missing from a %s navigation, to the page alone',
    async (site) => {
      const { url } = await startTestServer(temporaryRegistry([KEY]), { allowSubmit: true });
      const headers = { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate' };
      const statusOf = async (method: string, path: string) =>
        (await ask(`${url}${path}`, { method, headers })).status;
      expect(await statusOf('GET', '/?from=elsewhere')).toBe(200);
      expect(await statusOf('HEAD', '/')).toBe(200);
      for (const path of ['/', '/v1/skills', '/mcp']) expect(await statusOf('POST', path), path).toBe(403);
      for (const path of PATHS.slice(1)) expect(await statusOf('GET', path), path).toBe(403);
    },
  );
});

describe('answers', () => {
  it('say nothing of Express, and forbid sniffing and embedding', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    for (const path of PATHS) {
      const { headers } = await server.get(path);
      expect(headers['x-powered-by'], path).toBeUndefined();
      expect(headers['x-content-type-options'], path).toBe('nosniff');
      expect(headers['cross-origin-resource-policy'], path).toBe('same-origin');
    }
  });

  it('to the page carry a policy without unsafe-*', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    const policy = (await server.get('/')).headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it('to the page keep it apart from the pages that opened it', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    expect((await server.get('/')).headers['cross-origin-opener-policy']).toBe('same-origin');
  });
});

describe('what Node’s parser refuses', () => {
  it.each([
    ['nonsense', 'NONSENSE\r\n\r\n', 400],
    ['a missing Host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', 403],
    [
      'an expectation',
      'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: x\r\nConnection: close\r\n\r\n',
      417,
    ],
    ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', 405],
    [
      'headers that are too long',
      `GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    [
      'an address that is too long',
      `GET /v1/find?q=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`,
      431,
    ],
  ])('%s gets our error body', async (_what, text, status) => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    const answer = await sendBytes(server.port, text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(Object.keys(JSON.parse(answer.split('\r\n\r\n')[1] ?? ''))).toEqual(['error']);
    expect((await server.get('/health')).status).toBe(200);
  });
});

describe('paths', () => {
  it('lead to no file outside of a skill’s folder, whatever string comes in', async () => {
    const registry = temporaryRegistry([KEY]);
    const secret = join(temporaryFolder({ 'secret.md': 'TOP-SECRET' }), 'secret.md');
    const server = await startTestServer(registry);
    const pieces = fc.constantFrom(
      '..',
      '.',
      '',
      'skills',
      KEY,
      'skill.json',
      secret,
      '%2e%2e',
      '%2F',
      '\\',
      '\0',
      'examples',
      '/',
      'C:',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 8 }), async (parts) => {
        const path = `/v1/skills/${KEY}/${parts.map((part) => (part.includes('%') ? part : encodeURIComponent(part))).join('/')}`;
        const answer = await server.get(path.replaceAll('%25', '%'));
        expect(answer.text).not.toContain('TOP-SECRET');
        expect(answer.text).not.toContain('"schema"');
        expect([200, 400, 404, 431]).toContain(answer.status);
      }),
      { numRuns: 150 },
    );
  });
});
