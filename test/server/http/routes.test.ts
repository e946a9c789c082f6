import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { version } from '../../../package.json';
import type {
  DiagnosticsResponse,
  FullSkill,
  RegistryIndex,
  SearchResponse,
  Status,
} from '../../../src-server/contract/api.ts';
import { isLeftOut } from '../../../src-server/contract/diagnostic.ts';
import { skillFiles, temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const OTHER = 'go/jackc/pgx';

describe('GET /health', () => {
  it('is exactly status and version', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    const answer = await server.get('/health');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(JSON.stringify({ status: 'ok', version }));
  });
});

describe('GET /v1/skills', () => {
  it('answers the whole index', async () => {
    const server = await startTestServer(temporaryRegistry([KEY, OTHER]));
    const answer = await server.get('/v1/skills');
    const index = answer.json<RegistryIndex>();
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(index).toMatchObject({ schema: 'skills/v1', version: 1, updated_at: '2026-01-02T03:04:05Z' });
    expect(index.skills.map(({ key }) => key)).toEqual([KEY, OTHER]);
  });
});

describe('GET /v1/skills/:lang/:author/:name', () => {
  it('answers skill.json with texts', async () => {
    const registry = temporaryFolder(skillFiles(`skills/${KEY}`, KEY, { unknown_field: { kept: true } }));
    const server = await startTestServer(registry);
    const skill = (await server.get(`/v1/skills/${KEY}`)).json<FullSkill>();
    expect(skill).toMatchObject({
      name: 'spdlog',
      repo: 'gabime/spdlog',
      language: 'cpp',
      unknown_field: { kept: true },
    });
    expect(Object.keys(skill._contents)).toEqual([
      'overview.md',
      'pitfalls.md',
      'safety.md',
      'examples/basic.txt',
    ]);
    expect(skill._contents['examples/basic.txt']).toBe('example\n');
  });

  it('keeps line ends, drops a byte order mark and replaces invalid bytes', async () => {
    const extra = {
      'overview.md': '\uFEFF# A\r\nb\r\n',
      'safety.md': new Uint8Array([0x61, 0xff, 0x62]),
    };
    const server = await startTestServer(temporaryFolder(skillFiles(`skills/${KEY}`, KEY, {}, extra)));
    const { _contents } = (await server.get(`/v1/skills/${KEY}`)).json<FullSkill>();
    expect(_contents['overview.md']).toBe('# A\r\nb\r\n');
    expect(_contents['safety.md']).toBe('a\uFFFDb');
  });

  it('holds a required file that skill.json does not list, behind those that it lists under P0', async () => {
    const lists = { read_order: ['overview.md'], files: { P0: ['overview.md'], P1: ['pitfalls.md'] } };
    const server = await startTestServer(temporaryFolder(skillFiles(`skills/${KEY}`, KEY, lists)));
    const { _contents, files } = (await server.get(`/v1/skills/${KEY}`)).json<FullSkill>();
    expect(Object.keys(_contents)).toEqual(['overview.md', 'safety.md', 'pitfalls.md']);
    expect(files).toEqual(lists.files);
  });

  it('names every known file that it does not hold, and why', async () => {
    const files = {
      P0: ['overview.md', 'pitfalls.md'],
      P1: ['threading.md'],
      P3: ['examples/basic.txt', 'run.sh'],
      more: ['notes.md'],
    };
    const extra = { 'notes.md': '# Notes', 'draft.md': '# Draft' };
    const folder = temporaryFolder(skillFiles(`skills/${KEY}`, KEY, { files }, extra));
    rmSync(join(folder, `skills/${KEY}/safety.md`));
    const server = await startTestServer(folder);
    const { _contents, _omitted } = (await server.get(`/v1/skills/${KEY}`)).json<FullSkill>();
    expect(_contents).toHaveProperty(['notes.md']);
    expect(_omitted).toEqual({
      'safety.md': 'safety.md is required, and there is no such file.',
      'draft.md': `draft.md is left out, since "files" does not list it: read /v1/skills/${KEY}/draft.md.`,
      'threading.md': 'threading.md is listed, and there is no such file.',
      'run.sh': 'run.sh is listed, and files of this kind are not served.',
    });
  });

  it.each([
    [`/v1/skills/cpp/gabime/nope`, 'cpp/gabime/nope'],
    ['/v1/skills/cobol/a/b', 'cobol/a/b'],
    ['/v1/skills/CPP/gabime/spdlog', 'CPP/gabime/spdlog'],
    ['/v1/skills/cpp/gabime/nope/pitfalls.md', 'cpp/gabime/nope'],
    ['/v1/skills/cpp/__proto__/constructor', 'cpp/__proto__/constructor'],
  ])('%s is 404 and names the key', async (path, key) => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    const answer = await server.get(path);
    expect(answer.status).toBe(404);
    expect(answer.json()).toEqual({ error: `Skill '${key}' not found` });
  });

  it('answers 200 for every key of the list, however untidy the folders', async () => {
    const registry = temporaryFolder({
      ...skillFiles('skills/cpp/CLI11', 'cpp/CLIUtils/CLI11'),
      ...skillFiles('skills/x/y/z/w', 'js/Ünï/códe name'),
    });
    const server = await startTestServer(registry);
    const { skills } = (await server.get('/v1/skills')).json<RegistryIndex>();
    expect(skills).toHaveLength(2);
    for (const { key } of skills) {
      expect((await server.get(`/v1/skills/${encodeURI(key)}`)).status).toBe(200);
    }
  });
});

describe('GET /v1/skills/:lang/:author/:name/:section', () => {
  it.each(['pitfalls', 'pitfalls.md', 'examples/basic.txt', 'examples%2Fbasic.txt'])(
    'finds %s',
    async (section) => {
      const server = await startTestServer(temporaryRegistry([KEY]));
      const answer = await server.get(`/v1/skills/${KEY}/${section}`);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(answer.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    },
  );

  it('gives an exact name precedence over one with .md added', async () => {
    const extra = { 'examples/a': 'exact', 'examples/a.md': 'added' };
    const server = await startTestServer(temporaryFolder(skillFiles(`skills/${KEY}`, KEY, {}, extra)));
    expect((await server.get(`/v1/skills/${KEY}/examples/a`)).text).toBe('exact');
  });

  it('reads a file that skill.json does not list', async () => {
    const server = await startTestServer(
      temporaryFolder(skillFiles(`skills/${KEY}`, KEY, {}, { 'notes.md': 'extra' })),
    );
    expect((await server.get(`/v1/skills/${KEY}/notes`)).text).toBe('extra');
  });

  it.each([
    'nope',
    'skill.json',
    '..%2F..%2Fetc%2Fpasswd',
    'examples',
    '.md',
    'overview.md/x',
    'examples//basic.txt',
  ])('answers 404 for %s', async (section) => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    const answer = await server.get(`/v1/skills/${KEY}/${section}`);
    expect(answer.status).toBe(404);
    expect(answer.json()).toEqual({
      error: `Section '${decodeURIComponent(section)}' not found in skill '${KEY}'`,
    });
  });

  it('has no file over 8 MiB', async () => {
    const registry = temporaryRegistry([KEY]);
    const file = join(registry, 'skills', KEY, 'safety.md');
    truncateSync(file, 9 * 1024 * 1024);
    const server = await startTestServer(registry);
    const answer = await server.get(`/v1/skills/${KEY}/safety`);
    expect(answer.status).toBe(404);
    expect(answer.json()).toEqual({
      error: `Section 'safety' not found in skill '${KEY}': safety.md is larger than 8 MiB`,
    });
    expect((await server.get(`/v1/skills/${KEY}`)).json<FullSkill>()._contents).not.toHaveProperty(
      'safety.md',
    );
  });
});

describe('GET /v1/search and /v1/find', () => {
  it('search no field but name, tags and summary, unless names are asked for', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    const keys = async (query: string) =>
      (await server.get(`/v1/search?q=gabime%2Fspdlog${query}`))
        .json<SearchResponse>()
        .results.map(({ key }) => key);
    expect(await keys('')).toEqual([]);
    expect(await keys('&names=1')).toEqual([KEY]);
  });

  it('answer with the query as sent and exactly the fields of the specification', async () => {
    const server = await startTestServer(temporaryRegistry([KEY, OTHER]));
    const search = (await server.get('/v1/search?q=%20SPDLOG')).json<{ query: string; results: object[] }>();
    expect(search).toEqual({
      query: ' SPDLOG',
      results: [{ key: KEY, name: 'spdlog', language: 'cpp', _score: 100 }],
    });
    const find = (await server.get('/v1/find?q=about+spdlog')).json<{ query: string; results: object[] }>();
    expect(find.query).toBe('about spdlog');
    expect(Object.keys(find.results[0] ?? {}).sort()).toEqual(['key', 'raw_score', 'score']);
    expect(find.results[0]).toMatchObject({ key: KEY, score: 100 });
  });

  it('answer all that match, however many, as they do few', async () => {
    const keys = Array.from({ length: 300 }, (_, i) => `cpp/many/lib-${i}-é`);
    const server = await startTestServer(temporaryRegistry(keys));
    const q = 'lib "é';
    const answer = await server.get(`/v1/search?q=${encodeURIComponent(q)}`);
    const results = keys
      .toSorted()
      .map((key) => ({ key, name: key.split('/')[2], language: 'cpp', _score: 100 }));
    expect(answer.json<{ results: { key: string }[] }>().results).toHaveLength(keys.length);
    expect(answer.text).toBe(JSON.stringify({ query: q, results }));
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it.each([
    '/v1/search',
    '/v1/search?q=',
    '/v1/search?q=%20%09',
    '/v1/search?q=a&q=b',
    `/v1/search?q=${'x'.repeat(1_001)}`,
    '/v1/search?q=a&lang=cobol',
    '/v1/search?q=a&names=yes',
    '/v1/find',
    '/v1/find?q=a&limit=0',
    '/v1/find?q=a&limit=-1',
    '/v1/find?q=a&limit=1001',
    '/v1/find?q=a&limit=ten',
    '/v1/find?q=a&limit=1.5',
    '/v1/find?q=a&limit=',
    '/v1/find?q=a&limit=1&limit=2',
  ])('%s is a bad query', async (path) => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    const answer = await server.get(path);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json<object>())).toEqual(['error']);
  });

  it('know nothing of words that no skill has, and of queries without a word', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    for (const path of [
      '/v1/search?q=zzzzqqq',
      '/v1/search?q=%2B%2B',
      '/v1/find?q=zzzzqqq',
      '/v1/find?q=...',
    ]) {
      expect((await server.get(path)).json()).toMatchObject({ results: [] });
    }
  });

  it('keep to a language', async () => {
    const server = await startTestServer(temporaryRegistry([KEY, OTHER]));
    const { results } = (await server.get('/v1/find?q=never+spdlog+pgx&lang=go')).json<{
      results: { key: string }[];
    }>();
    expect(results.map(({ key }) => key)).toEqual([OTHER]);
  });

  it('explain a find when asked', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    const { results, question } = (await server.get('/v1/find?q=spdlog&explain=1')).json<{
      results: Record<string, unknown>[];
      question: unknown;
    }>();
    expect(results[0]).toMatchObject({
      strength: 'strong',
      terms: [{ word: 'spdlog', share: 1 }],
      section: { file: 'overview.md' },
    });
    expect(question).toMatchObject({ strength: 'strong', skills: 1, matching: 1 });
  });

  it('carry nothing of an explanation that was not asked for', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    const answer = (await server.get('/v1/find?q=spdlog')).json<{ results: object[] }>();
    expect(Object.keys(answer)).toEqual(['query', 'results']);
    expect(Object.keys(answer.results[0] ?? {})).toEqual(['key', 'score', 'raw_score']);
  });
});

describe('GET /v1/status and /v1/diagnostics', () => {
  it('say who answers, what is served and what is wrong', async () => {
    const registry = temporaryRegistry([KEY], { 'skills/go/a/b/skill.json': '{' });
    const server = await startTestServer(registry);
    const status = (await server.get('/v1/status')).json<Status>();
    expect(status).toMatchObject({
      app: 'skills-registry',
      instanceId: server.instanceId,
      pid: process.pid,
      registry: { path: registry, layout: 'registry', available: true },
      counts: { skills: 1 },
      mcpUrl: `${server.url}/mcp`,
    });
    expect(status.diagnostics.error).toBeGreaterThan(0);
    const { diagnostics } = (await server.get('/v1/diagnostics')).json<{ diagnostics: object[] }>();
    expect(diagnostics[0]).toMatchObject({
      code: 'skill-json-invalid',
      skillKey: 'go/a/b',
      severity: 'error',
    });
  });

  it('agree on how many skills can’t be served, whatever the reason', async () => {
    const registry = temporaryRegistry([KEY], {
      'skills/go/a/broken/skill.json': '{',
      ...skillFiles('skills/go/a/newer', 'go/a/newer', { schema: 'skills/v2' }),
      ...skillFiles('skills/copy', KEY),
      ...skillFiles('skills/nameless', KEY, { repo: undefined }),
      'skills/go/a/unnamed/overview.md': '# Overview\n',
      ...skillFiles(`skills/${OTHER}`, OTHER, {}, { 'safety.md': '{{write: one}}' }),
    });
    const server = await startTestServer(registry);
    const { counts } = (await server.get('/v1/status')).json<Status>();
    const { diagnostics } = (await server.get('/v1/diagnostics')).json<DiagnosticsResponse>();
    expect(diagnostics.filter(isLeftOut).map(({ code }) => code)).toHaveLength(5);
    expect(counts).toMatchObject({ skills: 1, drafts: 1, notServed: 5 });
  });
});

describe('an address that was asked for before', () => {
  it.each([
    '/health',
    '/v1/skills',
    `/v1/skills/${KEY}`,
    `/v1/skills/${KEY}/safety`,
    `/v1/skills/${KEY}/safety.md`,
    '/v1/skills/cpp/gabime/sp%64log',
    '/v1/skills/cpp/gabime/missing',
    `/v1/skills/${KEY}/missing.md`,
    `/v1/skills/${KEY}/`,
    `/v1/skills/${KEY}?tokens=2`,
  ])('is answered as the first time: %s', async (path) => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    const first = await server.get(path);
    const again = await server.get(path);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect({ ...again.headers, date: '' }).toEqual({ ...first.headers, date: '' });
  });

  it('is told by its method and its headers', async () => {
    const path = `/v1/skills/${KEY}`;
    const server = await startTestServer(temporaryRegistry([KEY]));
    const { headers, text } = await server.get(path);
    const etag = String(headers.etag);
    expect((await server.get(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    expect((await server.get(path, { method: 'HEAD' })).text).toBe('');
    expect((await server.get(path, { method: 'POST' })).status).toBe(405);
    const markdown = await server.get(path, { headers: { Accept: 'text/markdown' } });
    expect(markdown.headers['content-type']).toContain('text/markdown');
    expect((await server.get(path)).text).toBe(text);
  });
});

describe('every route', () => {
  it('answers HEAD as GET without a body', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    for (const path of [
      '/health',
      '/v1/skills',
      `/v1/skills/${KEY}`,
      `/v1/skills/${KEY}/safety`,
      '/v1/search?q=a',
      '/',
    ]) {
      const get = await server.get(path);
      const head = await server.get(path, { method: 'HEAD' });
      expect(head.status).toBe(200);
      expect(head.body.length).toBe(0);
      expect(head.headers['content-length']).toBe(get.headers['content-length']);
    }
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('refuses %s with 405 and Allow', async (method) => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    for (const path of ['/health', `/v1/skills/${KEY}`, `/v1/skills/${KEY}/safety`, '/v1/search']) {
      const answer = await server.get(path, { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe('GET, HEAD');
      expect(Object.keys(answer.json<object>())).toEqual(['error']);
    }
  });

  it('is told from a path that does not exist: 404 as JSON', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    for (const path of [
      '/nope',
      '/v1',
      '/v1/skills/',
      '/v1/skills/cpp',
      '/V1/skills',
      '/index.html',
      '/assets/none.js',
    ]) {
      const answer = await server.get(path);
      expect(answer.status, path).toBe(404);
      expect(Object.keys(answer.json<object>())).toEqual(['error']);
    }
  });

  it.each(['application/json', '*/*', 'text/html,application/xhtml+xml;q=0.9'])(
    'names the list of paths as data where a caller of %s asks for one that does not exist',
    async (accept) => {
      const server = await startTestServer(temporaryRegistry([KEY]));
      const answer = await server.get('/v1/nope?x=1', { headers: { Accept: accept } });
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.json()).toEqual({
        error: 'There is no /v1/nope. /openapi.json lists all paths.',
      });
    },
  );

  it('answers 400 for a path that is badly encoded', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    const answer = await server.get('/v1/skills/cpp/%E0%A4%A/x');
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json<object>())).toEqual(['error']);
  });

  it('refuses submissions, which are turned off', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    const answer = await server.get('/v1/skills', { method: 'POST' });
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.json<object>())).toEqual(['error']);
  });
});

describe('conditional requests', () => {
  it('answer 304 to those who have the body', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    for (const path of ['/v1/skills', `/v1/skills/${KEY}`, `/v1/skills/${KEY}/safety`]) {
      const { headers } = await server.get(path);
      expect(headers['cache-control']).toBe('no-cache');
      for (const known of [
        headers.etag,
        `"x", ${headers.etag}`,
        String(headers.etag).replace('W/', ''),
        '*',
      ]) {
        const again = await server.get(path, { headers: { 'If-None-Match': String(known) } });
        expect(again.status).toBe(304);
        expect(again.body.length).toBe(0);
        expect(again.headers.etag).toBe(headers.etag);
      }
      expect((await server.get(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
    }
  });
});

describe('compression', () => {
  const registry = () =>
    temporaryFolder(skillFiles(`skills/${KEY}`, KEY, {}, { 'safety.md': 'never ever\n'.repeat(1_000) }));

  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br;q=0', 'gzip', gunzipSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['identity;q=0, GZIP;q=0.5', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
  ])('for "%s" is %s', async (accepted, encoding, decompress) => {
    const server = await startTestServer(registry());
    const plain = await server.get(`/v1/skills/${KEY}`);
    const packed = await server.get(`/v1/skills/${KEY}`, { headers: { 'Accept-Encoding': accepted } });
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(packed.headers.vary).toBe('Accept, Accept-Encoding');
    expect(packed.body.length).toBeLessThan(plain.body.length);
    expect(decompress(packed.body).equals(plain.body)).toBe(true);
  });

  it('is left out for small bodies and where it is not accepted', async () => {
    const server = await startTestServer(registry());
    const small = await server.get(`/v1/skills/${KEY}/overview`, { headers: { 'Accept-Encoding': 'br' } });
    expect(small.headers['content-encoding']).toBeUndefined();
    const refused = await server.get(`/v1/skills/${KEY}`, {
      headers: { 'Accept-Encoding': 'br;q=0, gzip;q=0.0, identity' },
    });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });
});

describe('the page', () => {
  it('is told how the command line is started, whatever is in its path', async () => {
    const command = 'node "/srv/a & b/<x>/skills-registry.cjs"';
    const server = await startTestServer(temporaryRegistry(['cpp/gabime/spdlog']), { command });
    const { text } = await server.get('/');
    expect(text).toContain(
      '<meta name="skills-registry-command" content="node &#34;/srv/a &#38; b/&#60;x&#62;/skills-registry.cjs&#34;" />',
    );
  });
});
