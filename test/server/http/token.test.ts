import { describe, expect, it } from 'vitest';
import type { DiscoveryFile } from '../../../src-server/contract/service.ts';
import { askServers, askStatus } from '../../../src-server/discovery/find-services.ts';
import { demandToken } from '../../../src-server/http/access.ts';
import { userFolders } from '../../../src-server/platform/files.ts';
import { routes } from '../../support/openapi-check.ts';
import { parseAnswers, sendBytes } from '../../support/raw-http.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const TOKEN = 'correct-horse-battery';
const start = () => startTestServer(temporaryRegistry([KEY]), { token: TOKEN, allowSubmit: true });

function send(port: number, method: string, path: string, authorization?: string): Promise<string> {
  const headers = authorization === undefined ? '' : `Authorization: ${authorization}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}Connection: close\r\n\r\n`;
  return sendBytes(port, head);
}

describe('a service with a token', () => {
  it('answers every path but /health only to those who show it', async () => {
    const { port } = await start();
    // A stream of events never ends.
    const paths = routes.map(({ method, path }) => [path === '/v1/events' ? 'HEAD' : method, path] as const);
    expect(paths.length).toBeGreaterThan(10);
    for (const [method, path] of [...paths, ['GET', '/nope'], ['OPTIONS', '*']] as const) {
      if (path === '/health') continue;
      const [refused] = parseAnswers(await send(port, method, path));
      expect(refused?.status, path).toBe(401);
      expect(refused?.headers.get('www-authenticate')).toMatch(/^Bearer realm="/);
      if (method !== 'HEAD')
        expect(JSON.parse(refused?.body ?? '')).toEqual({ error: expect.stringContaining('token') });
      expect(await send(port, method, path, `Bearer ${TOKEN}`), path).not.toMatch(/^HTTP\/1.1 401 /);
    }
    expect(await send(port, 'GET', '/health')).toMatch(/^HTTP\/1.1 200 /);
    expect(await send(port, 'GET', '/health?')).toMatch(/^HTTP\/1.1 200 /);
  });

  it('tells nothing of the token to whom it does not answer at all', async () => {
    const { port } = await start();
    const head = `GET /v1/skills HTTP/1.1\r\nHost: evil.example\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: close\r\n\r\n`;
    expect(parseAnswers(await sendBytes(port, head))[0]?.status).toBe(403);
  });

  it('is found by this user’s other programs, as one whose status is not theirs to see', async () => {
    const server = await start();
    const { url, instanceId } = server;
    const found = (await askServers(userFolders().data)).answering;
    expect(found).toEqual([
      {
        file: expect.objectContaining<Partial<DiscoveryFile>>({ url, instanceId }),
        secret: expect.any(String),
      },
    ]);
    expect(await askStatus({ url })).toEqual({ instanceId });
    expect(await askStatus({ url, token: TOKEN })).toMatchObject({ instanceId, status: { instanceId } });
  });

  it('says so in openapi.json, and one without says nothing of it', async () => {
    const head = { headers: { Authorization: `Bearer ${TOKEN}` } };
    const document = (await (await start()).get('/openapi.json', head)).json<Document>();
    expect(document.components.securitySchemes).toEqual({
      bearer: expect.objectContaining({ type: 'http', scheme: 'bearer' }),
    });
    expect(document.security).toEqual([{ bearer: [] }]);
    expect(document.paths['/health']?.['get']?.security).toEqual([]);
    expect(Object.keys(document.paths['/v1/find']?.['get']?.responses ?? {})).toContain('401');
    const open = (
      await (await startTestServer(temporaryRegistry([KEY]))).get('/openapi.json')
    ).json<Document>();
    expect(open.security).toBeUndefined();
    expect(open.components.securitySchemes).toBeUndefined();
    expect(JSON.stringify(open.paths)).not.toContain('"401"');
  });
});

interface Document {
  readonly security?: unknown;
  readonly components: { readonly securitySchemes?: unknown };
  readonly paths: Readonly<
    Record<string, Record<string, { readonly security?: unknown; readonly responses: object }>>
  >;
}

describe('a token', () => {
  const { isMetBy, challenge } = demandToken(TOKEN, 'a-b');

  it.each([`Bearer ${TOKEN}`, `bearer  ${TOKEN} `, `BEARER ${TOKEN}`])('is shown by %j', (header) => {
    expect(isMetBy(header)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    TOKEN,
    `Basic ${TOKEN}`,
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    `Bearer ${TOKEN} ${TOKEN}`,
    `Bearer ${TOKEN.toUpperCase()}`,
    `xBearer ${TOKEN}`,
  ])('is not shown by %j', (header) => {
    expect(isMetBy(header)).toBe(false);
  });

  it('is asked for in the name of the instance, and never told', () => {
    expect(challenge).toBe('Bearer realm="skills-registry a-b"');
  });
});
