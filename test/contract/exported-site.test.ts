/** A site written by export-site and served by nginx, beside the service of the same registry. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleRegistry } from '../../src-server/built-files.ts';
import type { RunningServer } from '../../src-server/service/running-server.ts';
import { startServer } from '../../src-server/service/start-server.ts';
import { startNginx, withoutNginx } from '../support/nginx.ts';
import { runCliAs } from '../support/run-cli-here.ts';
import { withoutOpenssl } from '../support/self-signed.ts';
import { ask, eventually } from '../support/test-server.ts';
import { unless } from '../support/unless.ts';

const KEY = 'cpp/gabime/spdlog';
const SKILL = `/v1/skills/${KEY}`;
const STATIC_ROUTES = [
  '/health',
  '/v1/skills',
  SKILL,
  `${SKILL}/safety`,
  `${SKILL}/safety.md`,
  `${SKILL}/examples/basic.cpp`,
  '/schemas',
  '/schemas/skill.schema.json',
  '/openapi.json',
];
const MISSING = [
  '/v1/skills/cpp/no/such',
  `${SKILL}/nope`,
  '/v1/skills/cpp/no/such/overview',
  '/v1/skills/cpp/no%22/such',
];
const EQUAL_HEADERS = ['content-type', 'cache-control', 'x-content-type-options', 'content-security-policy'];

const ends: (() => void | Promise<void>)[] = [];
const folder = mkdtempSync(join(tmpdir(), 'skills-registry-site-'));
let service: RunningServer;

/** Exports the sample and serves the files. */
async function startSite(base = ''): Promise<string> {
  const root = join(folder, base === '' ? 'site' : 'below');
  mkdirSync(root, { recursive: true });
  const to = `${root}${base}`;
  const more = base === '' ? [] : ['--base', `https://skills.example.com${base}/`];
  const run = await runCliAs(['export-site', sampleRegistry(), '--to', to, ...more], { userFolder: folder });
  expect(run).toMatchObject({ code: 0 });
  const config = `server { listen 80; server_name localhost; root ${root}; include ${to}/nginx.conf; }`;
  const { plainPort, check } = await startNginx({ config, atEnd: (end) => ends.push(end) });
  expect(check()).toContain('test is successful');
  return `http://127.0.0.1:${plainPort}`;
}

afterAll(async () => {
  for (const end of ends.reverse()) await end();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeAll(async () => {
  service = await startServer({ registry: sampleRegistry(), port: 0 });
  await eventually(
    () => service.status(),
    ({ checking }) => checking === undefined,
  );
});

describe('an exported site on nginx', unless(withoutNginx, withoutOpenssl), () => {
  let site: string;

  beforeAll(async () => {
    site = await startSite();
  });

  it.each(STATIC_ROUTES)('answers %s as the service does', async (path) => {
    const [live, exported] = [await ask(service.url + path), await ask(site + path)];
    expect(exported.status).toBe(200);
    expect(exported.body.equals(live.body)).toBe(true);
    for (const name of EQUAL_HEADERS)
      expect([name, exported.headers[name]]).toEqual([name, live.headers[name]]);
  });

  it('lists the problems of the whole check', async () => {
    const [live, exported] = [
      await ask(`${service.url}/v1/diagnostics`),
      await ask(`${site}/v1/diagnostics`),
    ];
    expect(exported.json<{ diagnostics: unknown }>().diagnostics).toEqual(
      live.json<{ diagnostics: unknown }>().diagnostics,
    );
  });

  it.each(MISSING)('has no %s, and says so as the service does', async (path) => {
    const exported = await ask(site + path);
    expect(exported.status).toBe(404);
    const { error } = exported.json<{ error: string }>();
    if (!path.includes('%'))
      expect(error).toBe((await ask(service.url + path)).json<{ error: string }>().error);
  });

  it.each(['/v1/search?q=spdlog', '/v1/status', '/nginx.conf', '/_headers'])(
    'answers %s with 404 and a reason',
    async (path) => {
      const { status, headers, text } = await fetchText(site + path);
      expect(status).toBe(404);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(JSON.parse(text)).toEqual({ error: expect.stringContaining('no such address') });
    },
  );

  it('answers a write with 405', async () => {
    const { status, headers, text } = await fetchText(site + SKILL, { method: 'POST', body: '{}' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(JSON.parse(text)).toHaveProperty('error');
  });

  it('sends a skill as Markdown to who prefers Markdown', async () => {
    const answer = await ask(site + SKILL, { headers: { accept: 'text/markdown, */*;q=0.1' } });
    expect(answer.headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(answer.text).toContain('overview.md');
    expect(answer.headers['vary']).toBe('Accept, Accept-Encoding');
    const json = await ask(site + SKILL, { headers: { accept: 'application/json, text/markdown;q=0.5' } });
    expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('lets caches keep the files of its page for good, apart by encoding', async () => {
    const [asset = ''] = /assets\/[\w.-]+\.js/.exec((await ask(`${site}/`)).text) ?? [];
    const { status, headers } = await ask(`${site}/${asset}`, { headers: { 'accept-encoding': 'gzip' } });
    expect([status, headers['cache-control'], headers['content-encoding'], headers['vary']]).toEqual([
      ...[200, 'public, max-age=31536000, immutable', 'gzip'],
      'Accept-Encoding',
    ]);
  });

  it('confirms an unchanged answer with 304', async () => {
    const { headers } = await ask(site + SKILL);
    const again = await ask(site + SKILL, { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('sends the compressed copy', async () => {
    const { headers, body } = await ask(site + SKILL, { headers: { 'accept-encoding': 'gzip' } });
    expect(headers['content-encoding']).toBe('gzip');
    expect(body.equals(readFileSync(join(folder, 'site', `v1/skills/${KEY}.json.gz`)))).toBe(true);
    expect(gunzipSync(body).equals((await ask(site + SKILL)).body)).toBe(true);
  });

  it('answers HEAD without a body', async () => {
    const { status, headers, text } = await ask(site + SKILL, { method: 'HEAD' });
    expect([status, text]).toEqual([200, '']);
    expect(Number(headers['content-length'])).toBeGreaterThan(1_000);
  });
});

describe('an exported site below a path', unless(withoutNginx, withoutOpenssl), () => {
  it('answers there, with addresses that lead there', async () => {
    const site = await startSite('/team/skills');
    const get = async (path: string) => (await fetchText(`${site}/team/skills${path}`)).text;
    expect(JSON.parse(await get(SKILL))).toMatchObject({ name: 'spdlog' });
    expect(await get(`${SKILL}/safety`)).toBe(await get(`${SKILL}/safety.md`));
    expect(JSON.parse(await get('/openapi.json'))).toMatchObject({
      servers: [{ url: 'https://skills.example.com/team/skills' }],
    });
    expect(await get('/llms.txt')).toContain(`(https://skills.example.com/team/skills${SKILL})`);
  });
});

async function fetchText(url: string, options: RequestInit = {}) {
  const answer = await fetch(url, options);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
