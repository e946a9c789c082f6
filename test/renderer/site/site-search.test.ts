import { describe, expect, it, vi } from 'vitest';
import { createSiteSearch } from '../../../src-renderer/site/site-search.ts';
import type { ShardSearch } from '../../../src-server/search/shards/open-shard-search.ts';

const ADDRESS = 'https://example.com/skills';
const none = () => new Response('<h1>Not found</h1>', { status: 404 });

/** A site that holds the named files, and an index that reads its head and then the file that the head names. */
function setUp(files: Record<string, string>) {
  const asked: string[] = [];
  const site = { files, isOnline: true };
  const ask = vi.fn(async (url: string | URL | Request) => {
    const path = String(url).slice(ADDRESS.length + 1);
    asked.push(path);
    if (!site.isOnline) throw new TypeError('Failed to fetch');
    const text = site.files[path];
    return text === undefined ? none() : new Response(text);
  });
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const loadCode = vi.fn(async () => ({
    async openShardSearch(read: (path: string) => Promise<Uint8Array>): Promise<ShardSearch> {
      const name = text(await read('search/head.json'));
      return {
        find: async (query) => {
          const key = text(await read(`search/${name}`));
          await read('v1/skills/a/b/c/pitfalls.md').catch(() => {});
          return { query, results: [{ key, score: 100, raw_score: 1 }] };
        },
        search: async () => [{ key: 'a/b/c', name: 'c', language: 'a', _score: 100 }],
      };
    },
  }));
  return { asked, site, loadCode, search: createSiteSearch({ ask, address: ADDRESS, loadCode }) };
}

const SITE = { 'search/head.json': '1', 'search/1': 'one', 'search/2': 'two' };

describe('the search of an exported site', () => {
  it('loads its code and its index with the first question, and each once', async () => {
    const { search, loadCode, asked } = setUp(SITE);
    expect([loadCode.mock.calls.length, asked]).toEqual([0, []]);
    const [names, found] = await Promise.all([search.search('c'), search.find('it leaks', 3)]);
    await search.find('it hangs', 3);
    expect(names).toMatchObject({ ok: true, value: { query: 'c', results: [{ key: 'a/b/c' }] } });
    expect(found).toMatchObject({ ok: true, value: { query: 'it leaks', results: [{ key: 'one' }] } });
    expect(loadCode).toHaveBeenCalledTimes(1);
    expect(asked.filter((path) => path === 'search/head.json')).toHaveLength(1);
  });

  it('reads the head once more where a newer site has replaced its files', async () => {
    const { search, site, asked } = setUp(SITE);
    await search.search('c');
    site.files = { 'search/head.json': '2', 'search/2': 'two' };
    expect(await search.find('it leaks', 3)).toMatchObject({
      ok: true,
      value: { results: [{ key: 'two' }] },
    });
    expect(asked.filter((path) => path === 'search/head.json')).toHaveLength(2);
  });

  it('says which file is missing where the newer site lacks it, too', async () => {
    const { search, asked } = setUp({ 'search/head.json': '3' });
    expect(await search.find('it leaks', 3)).toMatchObject({
      ok: false,
      failure: { kind: 'refused', status: 404, message: `${ADDRESS} has no file search/3.` },
    });
    expect(asked.filter((path) => path === 'search/head.json')).toHaveLength(2);
  });

  it('starts again by hand after a failure, without the files that it has', async () => {
    const { search, site, loadCode } = setUp(SITE);
    site.isOnline = false;
    expect(await search.find('it leaks', 3)).toMatchObject({ ok: false, failure: { kind: 'silent' } });
    site.isOnline = true;
    expect(await search.find('it leaks', 3)).toMatchObject({ ok: true });
    loadCode.mockClear();
    site.isOnline = false;
    expect(await search.find('it hangs', 3)).toMatchObject({ ok: false, failure: { kind: 'silent' } });
    site.isOnline = true;
    expect(await search.find('it hangs', 3)).toMatchObject({ ok: true });
    expect(loadCode).not.toHaveBeenCalled();
  });

  it('gives no answer whose texts did not arrive', async () => {
    const { search, site } = setUp({ ...SITE, 'v1/skills/a/b/c/pitfalls.md': 'x' });
    await search.find('it leaks', 3);
    const { files } = site;
    site.files = new Proxy(files, {
      get: (known, path) => {
        if (path === 'v1/skills/a/b/c/pitfalls.md') throw new TypeError('Failed to fetch');
        return known[String(path)];
      },
    });
    expect(await search.find('it leaks', 3)).toMatchObject({ ok: false, failure: { kind: 'silent' } });
  });

  it('says that the code did not arrive, and loads it at the next question', async () => {
    const { search, loadCode } = setUp(SITE);
    loadCode.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    expect(await search.find('it leaks', 3)).toMatchObject({
      ok: false,
      failure: { kind: 'silent', message: 'The search did not arrive.' },
    });
    expect(await search.find('it leaks', 3)).toMatchObject({ ok: true });
  });

  it('calls a damaged index by its name', async () => {
    const { search, loadCode } = setUp(SITE);
    loadCode.mockResolvedValueOnce({
      openShardSearch: () => Promise.reject(new Error('The search index is damaged.')),
    });
    expect(await search.find('it leaks', 3)).toMatchObject({
      ok: false,
      failure: { kind: 'foreign', message: 'The search index is damaged.' },
    });
  });
});
