/** Counts of tokens take time: no answer has them before they are known, and no body changes when they are. */
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FullSkill, Status } from '../../../src-server/contract/api.ts';
import { connectOverHttp, textOf } from '../../support/mcp-client.ts';
import { skillFiles, temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { eventually, startTestServer, type TestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const PATH = `/v1/skills/${KEY}`;
/** Enough that the last is asked for before it is counted. */
const MANY = Array.from({ length: 120 }, (_, at) => `go/acme/lib${String(at).padStart(3, '0')}`);

const allCounted = (server: TestServer) =>
  eventually(
    async () => (await server.get('/v1/status')).json<Status>(),
    ({ checking }) => checking === undefined,
  );

describe('a skill’s answer', () => {
  it.each([
    ['without tokens', ''],
    ['with tokens', '?tokens=1'],
  ])('%s has one body and one ETag, before and after the tokens are counted', async (_name, query) => {
    const server = await startTestServer(temporaryRegistry(MANY));
    const path = `/v1/skills/${MANY.at(-1)}${query}`;
    const first = await server.get(path);
    await allCounted(server);
    const later = await server.get(path);
    expect(first.status).toBe(200);
    expect([later.text, later.headers.etag]).toEqual([first.text, first.headers.etag]);
  });

  it('has tokens only where they are asked for, under another ETag', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    const [plain, counted] = [await server.get(PATH), await server.get(`${PATH}?tokens=1`)];
    const { _tokens, ...others } = counted.json<FullSkill>();
    expect(plain.json()).toEqual(others);
    expect(plain.text).not.toContain('_tokens');
    expect(Object.keys(_tokens ?? {})).toEqual(Object.keys(others._contents));
    expect(_tokens?.['examples/basic.txt']).toBe(2);
    expect(counted.text).not.toContain('_tokens_estimated');
    expect(counted.headers.etag).not.toBe(plain.headers.etag);
    expect((await server.get(`${PATH}?tokens=0`)).headers.etag).toBe(plain.headers.etag);
    expect((await server.get(`${PATH}?tokens=yes`)).status).toBe(400);
  });

  it('is of the same form as HEAD, compressed, and not modified', async () => {
    const long = { 'overview.md': '# Overview\n\nA long text about a logger.\n'.repeat(200) };
    const server = await startTestServer(temporaryFolder(skillFiles(`skills/${KEY}`, KEY, {}, long)));
    for (const path of [PATH, `${PATH}?tokens=1`]) {
      const { text, headers } = await server.get(path);
      const etag = String(headers.etag);
      expect((await server.get(path, { method: 'HEAD' })).headers.etag).toBe(etag);
      expect((await server.get(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
      const gzip = await server.get(path, { headers: { 'Accept-Encoding': 'gzip' } });
      const brotli = await server.get(path, { headers: { 'Accept-Encoding': 'br' } });
      expect(gunzipSync(gzip.body).toString()).toBe(text);
      expect(brotliDecompressSync(brotli.body).toString()).toBe(text);
      expect([gzip.headers.etag, brotli.headers.etag]).toEqual([etag, etag]);
      const other = path === PATH ? `${PATH}?tokens=1` : PATH;
      expect((await server.get(other, { headers: { 'If-None-Match': etag } })).status).toBe(200);
    }
  });

  it('has the counts of the texts beside them, after an edit too, and keeps its ETag after a touch', async () => {
    const registry = temporaryRegistry([KEY]);
    const server = await startTestServer(registry);
    const file = join(registry, 'skills', KEY, 'safety.md');
    const before = await server.get(`${PATH}?tokens=1`);
    const edited = '# Safety\n\nNever call it from a signal handler.\n';
    writeFileSync(file, edited);
    const after = await eventually(
      () => server.get(`${PATH}?tokens=1`),
      ({ text }) => text.includes('signal handler'),
    );
    const skill = after.json<FullSkill>();
    expect(skill._contents['safety.md']).toBe(edited);
    expect(skill._tokens?.['safety.md']).toBe(11);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    utimesSync(file, new Date(), new Date());
    await server.get('/v1/diagnostics?fresh=1');
    expect((await server.get(`${PATH}?tokens=1`)).headers.etag).toBe(after.headers.etag);
  });

  it('has the same bytes from another service over the same folder', async () => {
    const registry = temporaryRegistry(MANY);
    const [one, other] = [await startTestServer(registry), await startTestServer(registry)];
    await allCounted(one);
    for (const query of ['', '?tokens=1']) {
      const path = `/v1/skills/${MANY.at(-1)}${query}`;
      const [here, there] = [await one.get(path), await other.get(path)];
      expect([here.text, here.headers.etag]).toEqual([there.text, there.headers.etag]);
    }
  });

  it('says which counts are estimates: those of texts beyond a million characters', async () => {
    const huge = { 'overview.md': 'word '.repeat(250_000) };
    const server = await startTestServer(temporaryFolder(skillFiles(`skills/${KEY}`, KEY, {}, huge)));
    const { _tokens, _tokens_estimated } = (await server.get(`${PATH}?tokens=1`)).json<FullSkill>();
    expect(_tokens_estimated).toEqual(_tokens?.['overview.md'] === undefined ? undefined : ['overview.md']);
  });

  it('is a 404 for a skill that is gone, with tokens too', async () => {
    const registry = temporaryRegistry([KEY, ...MANY]);
    const server = await startTestServer(registry);
    rmSync(join(registry, 'skills', KEY), { recursive: true });
    await server.get('/v1/diagnostics?fresh=1');
    expect((await server.get(`${PATH}?tokens=1`)).status).toBe(404);
  });
});

it('get_skill gives the same text before and after the tokens are counted', async () => {
  const server = await startTestServer(temporaryRegistry(MANY));
  const client = await connectOverHttp(server.url, 'modern');
  const asked = { name: 'get_skill', arguments: { path: MANY.at(-1) ?? '', query: 'never safety' } };
  const ask = async () => textOf(await client.callTool(asked));
  const first = await ask();
  await allCounted(server);
  expect(await ask()).toBe(first);
  expect(first).toMatch(/^More: .* about [\d,]+ tokens/m);
});
