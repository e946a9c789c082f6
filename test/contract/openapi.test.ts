import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sampleRegistry } from '../../src-server/built-files.ts';
import { ApiError, ERRORS } from '../../src-server/contract/errors.ts';
import type { ServiceQueries } from '../../src-server/contract/queries.ts';
import { type AppOptions, createApp } from '../../src-server/http/app.ts';
import { COMMON_ERRORS } from '../../src-server/http/openapi.ts';
import { listen } from '../../src-server/http/server.ts';
import { brokenApp, findOperation, openApi, routes } from '../support/openapi-check.ts';
import { temporaryRegistry } from '../support/temporary-registry.ts';
import { type Answer, ask, eventually, startTestServer } from '../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';

const startBrokenApp = () => startApp(brokenApp);

/** As a service whose registry was never read. */
function startUnreadApp(): Promise<string> {
  const unavailable = 'The registry can’t be read.';
  const refuse = () => Promise.reject(new ApiError('registry_unavailable', unavailable));
  const queries = new Proxy({ unavailable }, { get: (own, name) => Reflect.get(own, name) ?? refuse });
  return startApp({ ...brokenApp, queries: queries as unknown as ServiceQueries });
}

async function startApp(options: AppOptions): Promise<string> {
  const answerHook = () => {
    throw new Error('broken');
  };
  const server = await listen(createApp({ ...options, answerHook, allowSubmit: true }), {
    host: '127.0.0.1',
    port: 0,
  });
  onTestFinished(() => server.close(100));
  return `http://127.0.0.1:${server.port}`;
}

/** What to ask for each operation so that it succeeds; for those of the page, what is there without a build. */
const GOOD_PATHS: Readonly<Record<string, string>> = {
  '/v1/skills/{lang}/{author}/{name}': `/v1/skills/${KEY}`,
  '/v1/skills/{lang}/{author}/{name}/{section}': `/v1/skills/${KEY}/safety`,
  '/v1/search': '/v1/search?q=spdlog',
  '/v1/resolve': '/v1/resolve?q=spdlog',
  '/v1/find': '/v1/find?q=log',
  '/schemas/{name}': '/schemas/skill.schema.json',
};
const goodPath = (path: string) => GOOD_PATHS[path] ?? path;
const gets = Object.entries(openApi.paths).flatMap(([path, operations]) =>
  'get' in operations ? [path] : [],
);
const documented = Object.entries(openApi.paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, { responses }]) =>
    Object.keys(responses).map((status) => `${method.toUpperCase()} ${path} ${status}`),
  ),
);

interface SentOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

describe('openapi.json', () => {
  it('gives every operation an id of its own', () => {
    const ids = routes.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('names every way to fail that there is', () => {
    const routeless = [
      'route_not_found',
      'method_not_allowed',
      'unauthorized',
      'request_timeout',
      'expectation_failed',
    ];
    const named = routes.flatMap(({ errors }) => errors);
    expect([...new Set([...named, ...COMMON_ERRORS, ...routeless])].sort()).toEqual(
      Object.keys(ERRORS).sort(),
    );
  });

  it('has no reference that leads nowhere', () => {
    const references = [...JSON.stringify(openApi).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, target = '']) => target,
    );
    expect(references.length).toBeGreaterThan(20);
    for (const target of references) {
      const found = target
        .slice(2)
        .split('/')
        .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], openApi);
      expect(found, target).toBeDefined();
    }
  });

  it('is served, by its own type', async () => {
    const server = await startTestServer(sampleRegistry());
    const answer = await server.get('/openapi.json');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/' }] });
  });

  it('documents exactly the statuses that requests get', async () => {
    const seen = new Set<string>();
    const send = async (url: string, path: string, options: SentOptions = {}) => {
      const answer: Answer = await ask(`${url}${path}`, options);
      const method = options.method ?? 'GET';
      const operation = findOperation(method, path)?.path;
      if (operation !== undefined) seen.add(`${method} ${operation} ${answer.status}`);
      return answer;
    };
    const json = (body: unknown, headers: Record<string, string> = {}) => ({
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

    const { url } = await startTestServer(sampleRegistry());
    // What is still found makes other answers, and so no 304.
    await eventually(
      async () => (await ask(`${url}/v1/status`)).json<{ checking?: object }>(),
      ({ checking }) => checking === undefined,
    );
    const everywhere: ReadonlyArray<readonly [string, SentOptions]> = [
      ...gets.map((path) => [goodPath(path), {}] as const),
      ['/v1/skills', json({})] as const,
      ['/v1/find', json({ q: 'crash', explain: true })] as const,
      ['/v1/match', json({ packages: [{ purl: 'pkg:npm/ws@8.18.0' }] })] as const,
      ['/v1/hook', json({})] as const,
      ['/mcp', json({ jsonrpc: '2.0', id: 1, method: 'ping' })] as const,
    ];
    for (const [path, options] of everywhere) {
      const { headers } = await send(url, path, options);
      if (options.method === undefined)
        await send(url, path, { headers: { 'If-None-Match': String(headers.etag) } });
      const more = options.method === undefined ? {} : options;
      await send(url, path, { ...more, headers: { ...more.headers, Origin: 'http://evil.example' } });
      await send(url, path, { ...more, headers: { ...more.headers, 'X-Filler': 'x'.repeat(17_000) } });
    }
    for (const path of [
      '/v1/skills/cpp/%E0/x',
      '/v1/skills/cpp/x/%E0/x',
      '/schemas/%E0',
      '/assets/%E0',
      '/v1/skills/cpp/no/such',
      `/v1/skills/${KEY}/nope`,
      '/schemas/nope',
      '/assets/nope.js',
      '/v1/search',
      '/v1/resolve',
      '/v1/find?q=',
      '/v1/diagnostics?fresh=2',
    ]) {
      await send(url, path);
    }
    await send(url, '/v1/find', json({ q: ' ' }));
    await send(url, '/v1/find', json('x'.repeat(1_100_000)));
    await send(url, '/v1/find', json('x', { 'Content-Type': 'text/plain' }));
    await send(url, '/v1/match', json({ packages: [{}] }));
    await send(url, '/v1/match', json('x'.repeat(1_100_000)));
    await send(url, '/v1/match', json('x', { 'Content-Type': 'text/plain' }));
    await send(url, '/v1/hook', json('{'));
    await send(url, '/v1/hook', json('x'.repeat(300_000)));
    await send(url, '/v1/hook', json('x', { 'Content-Type': 'text/plain' }));
    await send(url, '/mcp', json({ jsonrpc: '2.0', method: 'notifications/initialized' }));
    await send(url, '/mcp', json('{'));
    await send(url, '/mcp', json('x'.repeat(1_100_000)));
    await send(url, '/mcp', json('x', { 'Content-Type': 'text/plain' }));

    const registry = temporaryRegistry([KEY]);
    const open = await startTestServer(registry, { allowSubmit: true });
    await send(open.url, '/v1/skills', json(sampleSubmission()));
    await send(open.url, '/v1/skills', json(sampleSubmission()));
    await send(open.url, '/v1/skills', json({}));
    await send(open.url, '/v1/skills?check=1', json({}));
    await send(open.url, '/v1/skills', json('{'));
    await send(open.url, '/v1/skills', json('x'.repeat(1_100_000)));
    await send(open.url, '/v1/skills', json('x', { 'Content-Type': 'text/plain' }));
    const { built, url: assetUrl } = await firstAsset(url);
    if (built) {
      const { headers } = await send(url, assetUrl);
      await send(url, assetUrl, { headers: { 'If-None-Match': String(headers.etag) } });
    }

    const unread = await startUnreadApp();
    const isRefused = (path: string) => documented.includes(`GET ${path} 503`);
    for (const path of gets.filter(isRefused)) await send(unread, goodPath(path));
    await send(unread, '/v1/skills', json({}));
    await send(unread, '/v1/find', json({ q: 'crash' }));
    await send(unread, '/v1/match', json({ packages: [] }));
    await send(unread, '/v1/hook', json({}));

    const broken = await startBrokenApp();
    for (const path of Object.values(GOOD_PATHS)) await send(broken, path);
    for (const path of ['/v1/skills', '/v1/diagnostics']) await send(broken, path);
    await send(broken, '/v1/skills', json({}));
    await send(broken, '/v1/find', json({ q: 'crash' }));
    await send(broken, '/v1/match', json({ packages: [] }));
    await send(broken, '/v1/hook', json({}));

    // Only a built page has assets.
    const expected = documented.filter((one) => built || !/^GET \/assets\/\{name\} (200|304)$/.test(one));
    expect([...seen].sort()).toEqual(expected.sort());
  });
});

/** A file of the page, where it was built. */
async function firstAsset(url: string): Promise<{ readonly built: boolean; readonly url: string }> {
  const { text } = await ask(`${url}/`);
  const found = /\/assets\/[\w.-]+/.exec(text)?.[0];
  return { built: found !== undefined, url: found ?? '' };
}

/** A skill that keeps every rule of a submission: one of the sample's, as tier 2. */
function sampleSubmission(): object {
  const folder = join(sampleRegistry(), 'skills', 'js/websockets/ws');
  const manifest = JSON.parse(readFileSync(join(folder, 'skill.json'), 'utf8')) as Record<string, unknown>;
  const paths = Object.values(manifest['files'] as Record<string, string[]>).flat();
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
  return { skill: { ...manifest, tier: 'tier2', trust_score: 60, trust_score_sources: undefined }, files };
}
