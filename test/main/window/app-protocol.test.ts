import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAppProtocol, isServicePath } from '../../../src-main/window/app-protocol.ts';
import { onWindows, unless } from '../../support/unless.ts';

const SECRET = '{"a":"secret"}';
let folder: string;
let service: Server;
let serviceUrl: string | undefined;
const asked: IncomingMessage[] = [];
/** Questions that were given up before their answer. */
const closed: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'page-'));
  mkdirSync(join(folder, 'page', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'page', 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'page', 'assets', 'app.js'), 'export {};');
  writeFileSync(join(folder, 'page', 'assets', 'tool.exe'), 'MZ');
  writeFileSync(join(folder, 'secret.json'), SECRET);
  symlinkSync(join(folder, 'secret.json'), join(folder, 'page', 'assets', 'link'));
  service = createServer((request, response) => {
    asked.push(request);
    if (request.method === 'POST')
      return void buffer(request).then((body) => response.writeHead(201, { location: '/x' }).end(body));
    if (request.url?.includes('q=slow')) return response.on('close', () => closed.push(request.url ?? ''));
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'a=b', etag: '"1"' });
    response.write('{"first":1,');
    if (request.url !== '/v1/unfinished') setTimeout(() => response.end('"second":2}'), 20);
    return response;
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => {
  service.close();
  rmSync(folder, { recursive: true });
});

const answer = (path: string, init?: RequestInit, url: string | undefined = serviceUrl) =>
  createAppProtocol({ pageFolder: join(folder, 'page'), serviceUrl: () => url, fetch })(
    new Request(new URL(path, 'app://skills/').href, init),
  );

describe('the page', () => {
  it('is its index at the root, with its policy', async () => {
    const response = await answer('/');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(await response.text()).toBe('<!doctype html>');
  });

  it('gives its files their types', async () => {
    expect((await answer('/assets/app.js')).headers.get('content-type')).toBe(
      'text/javascript; charset=utf-8',
    );
  });

  it.each([
    '/nothing',
    '/assets',
    '/assets/',
    '/assets/tool.exe',
    '/assets/link',
    '/..%2fsecret.json',
    '/%00',
    '/%E0%A4%A',
  ])('has nothing at %s', async (path) => {
    const response = await answer(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: expect.any(String) });
  });

  it('is never looked for on another host', async () => {
    expect((await answer('app://elsewhere/')).status).toBe(404);
  });

  it('never leads out of its folder', async () => {
    const name = fc.array(fc.constantFrom('..', '.', '/', '%2f', '%2e', '\\', 'secret.json', 'assets', ':'));
    await fc.assert(
      fc.asyncProperty(name, async (parts) => {
        expect(await (await answer(`app://skills/${parts.join('')}`)).text()).not.toBe(SECRET);
      }),
    );
  });

  it(
    'has plain files alone: no link, no folder behind a link, and no pipe that it would wait for',
    unless(onWindows),
    async () => {
      const page = join(folder, 'page');
      symlinkSync(join(folder, 'secret.json'), join(page, 'assets', 'link.json'));
      symlinkSync('app.js', join(page, 'assets', 'near.js'));
      symlinkSync(folder, join(page, 'outside'));
      symlinkSync('nowhere.js', join(page, 'assets', 'dead.js'));
      mkdirSync(join(page, 'assets', 'folder.js'));
      execFileSync('mkfifo', [join(page, 'assets', 'pipe.js')]);
      for (const path of ['assets/link.json', 'assets/near.js', 'outside/secret.json', 'assets/dead.js'])
        expect({ path, status: (await answer(`/${path}`)).status }).toEqual({ path, status: 404 });
      for (const path of ['assets/folder.js', 'assets/pipe.js', 'assets/app.js/app.js'])
        expect({ path, status: (await answer(`/${path}`)).status }).toEqual({ path, status: 404 });
    },
  );
});

describe('the service’s paths', () => {
  it('are forwarded whole, as they come', async () => {
    const response = await answer('/v1/find?q=a%20b&limit=3');
    expect(asked.at(-1)?.url).toBe('/v1/find?q=a%20b&limit=3');
    expect(await response.json()).toEqual({ first: 1, second: 2 });
    // Nobody could ask by it again.
    expect(response.headers.get('etag')).toBeNull();
  });

  it('are asked without the page’s origin, cookies or own headers, under the service’s own host', async () => {
    await answer('/v1/skills', {
      headers: { origin: 'app://skills', cookie: 'a=b', 'x-own': '1' },
    });
    const { headers } = asked.at(-1) as IncomingMessage;
    expect(headers).toMatchObject({ host: serviceUrl?.replace('http://', '') });
    for (const name of ['origin', 'cookie', 'x-own', 'referer']) expect(headers).not.toHaveProperty(name);
  });

  it('give nothing to the page that it does not need', async () => {
    expect((await answer('/v1/skills')).headers.get('set-cookie')).toBeNull();
  });

  it('begin to answer before the service has ended', async () => {
    const response = await answer('/v1/unfinished');
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('{"first":1,');
    await reader?.cancel();
  });

  it('hear of each newer question that the one before is not wanted any more', async () => {
    const ask = createAppProtocol({ pageFolder: folder, serviceUrl: () => serviceUrl, fetch });
    const get = (path: string) => ask(new Request(`app://skills${path}`));
    const former = Array.from({ length: 20 }, (_, at) => get(`/v1/find?q=slow${at}`));
    await expect.poll(() => asked.some(({ url }) => url === '/v1/find?q=slow19')).toBe(true);
    const other = get('/v1/search?q=slow');
    const newest = await get('/v1/find?q=new');
    expect(await newest.json()).toEqual({ first: 1, second: 2 });
    expect((await Promise.all(former)).map(({ status }) => status)).toEqual(former.map(() => 409));
    await expect.poll(() => closed).toContain('/v1/find?q=slow19');
    // A question of another kind goes on, and so does an answer that is being read.
    expect(closed).not.toContain('/v1/search?q=slow');
    expect(await (await get('/v1/skills')).json()).toEqual({ first: 1, second: 2 });
    await get('/v1/search?q=new');
    expect((await other).status).toBe(409);
  });

  it('answer HEAD without a body', async () => {
    const response = await answer('/v1/skills', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });

  it('take packages to match, with their body', async () => {
    const body = JSON.stringify({ packages: [{ purl: 'pkg:npm/ws@8.23.0' }] });
    const headers = { 'content-type': 'application/json', origin: 'app://skills', cookie: 'a=b' };
    const response = await answer('/v1/match', { method: 'POST', body, headers });
    expect(await response.text()).toBe(body);
    const { url, headers: sent } = asked.at(-1) as IncomingMessage;
    expect([url, sent['content-type'], sent.origin, sent.cookie]).toEqual([
      '/v1/match',
      'application/json',
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['POST', '/v1/skills'],
    ['POST', '/v1/skills/rust/tokio-rs/tokio'],
    ['POST', '/v1/search'],
    ['POST', '/health'],
    ['POST', '/'],
    ['PUT', '/v1/skills'],
    ['DELETE', '/v1/skills'],
    ['PATCH', '/v1/skills'],
    ['OPTIONS', '/v1/skills'],
  ])('are not asked by %s %s', async (method, path) => {
    const before = asked.length;
    expect((await answer(path, { method })).status).toBe(405);
    expect(asked).toHaveLength(before);
  });

  it('answer 503 with the error body where no service runs, and where it has just gone', async () => {
    const handler = createAppProtocol({ pageFolder: folder, serviceUrl: () => undefined, fetch });
    const stopped = await handler(new Request('app://skills/health'));
    expect([stopped.status, await stopped.json()]).toEqual([503, { error: 'The service is not running.' }]);
    expect((await answer('/health', {}, 'http://127.0.0.1:1')).status).toBe(503);
  });

  it('are these and no others', () => {
    const paths = [
      '/health',
      '/openapi.json',
      '/v1/skills',
      '/v1/',
      '/mcp',
      '/v1',
      '/healthy',
      '/v10/x',
      '/',
    ];
    expect(paths.filter(isServicePath)).toEqual(['/health', '/openapi.json', '/v1/skills', '/v1/']);
  });
});
