import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ReadTexts, SearchDocument } from '../../../../src-server/search/search-document.ts';
import { buildSearchShards } from '../../../../src-server/search/shards/build-search-shards.ts';
import { openShardSearch } from '../../../../src-server/search/shards/open-shard-search.ts';
import type { ReadSiteFile } from '../../../../src-server/search/shards/shard-store.ts';
import { documentOf } from '../search-fixture.ts';
import { siteReader } from './shards-fixture.ts';

const TEXT = '# Pools\nA pool of threads. Close the pool before the queue.\n\n## Queues\nA queue blocks.';
const readTexts: ReadTexts = async (documents) =>
  documents.map(({ files }) => ({ texts: files.map(() => new TextEncoder().encode(TEXT)), settled: true }));

const documents: readonly SearchDocument[] = ['cpp/a/pool', 'go/b/queue', 'rust/c/threads'].map((key) =>
  documentOf({ key, texts: { 'overview.md': TEXT }, tags: ['pool'], symptoms: ['the pool hangs'] }),
);

let site: ReadonlyMap<string, Uint8Array>;
beforeAll(async () => {
  site = await buildSearchShards(documents, readTexts);
});

/** Of damaged words, too: a near word needs other shards. */
const QUESTIONS = ['pool of threads', 'qeue blocks', 'threadpool'];

async function askAll(read: ReadSiteFile): Promise<void> {
  const search = await openShardSearch(read);
  for (const question of QUESTIONS) {
    await search.find(question, { limit: 10 });
    await search.search(question, { limit: 10 });
  }
}

const original = (): ReadSiteFile => siteReader(site, documents, readTexts);

const damage = fc.record({
  file: fc.nat(),
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  bytes: fc.uint8Array({ minLength: 0, maxLength: 6 }),
  cut: fc.boolean(),
});

describe('a damaged search index of a site', () => {
  it('gives an answer or an error, never a hang, whatever bytes a file has', async () => {
    const paths = [...site.keys()];
    await fc.assert(
      fc.asyncProperty(damage, async ({ file, at, bytes, cut }) => {
        const damaged = paths[file % paths.length];
        const read: ReadSiteFile = async (path) => {
          const whole = await original()(path);
          if (path !== damaged) return whole;
          const place = Math.floor(at * whole.length);
          const rest = cut ? new Uint8Array(0) : whole.subarray(place + bytes.length);
          return Uint8Array.from([...whole.subarray(0, place), ...bytes, ...rest]);
        };
        const failure = await askAll(read).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (failure !== undefined)
          expect(String(failure)).toMatch(
            /^Error: (?:The search index of this site |search\/\S+ is not there)/,
          );
      }),
      { numRuns: 200 },
    );
  });

  it('is refused with the reason where a file is too large', async () => {
    const read: ReadSiteFile = async (path) =>
      path.includes('facts') ? new Uint8Array(5 * 1024 * 1024) : await original()(path);
    await expect(openShardSearch(read)).rejects.toThrow('The search index of this site is damaged.');
  });

  it('is refused with the reason where a later version wrote it', async () => {
    const head = new TextEncoder().encode('{"format":2,"facts":"00"}');
    await expect(openShardSearch(async () => head)).rejects.toThrow('has another format');
  });

  it('reads no text outside of the skills', async () => {
    const asked: string[] = [];
    const outside = documents.map((document) => ({
      ...document,
      files: [{ path: '../../../secret.md', size: 1, mtimeMs: 0, ctimeMs: 0, ino: 0 }],
    }));
    const shards = await buildSearchShards(outside, readTexts);
    const search = await openShardSearch(async (path) => {
      asked.push(path);
      return shards.get(path) as Uint8Array;
    });
    const { results } = await search.find('pool', { limit: 10 });
    expect(results).toHaveLength(3);
    expect(asked.filter((path) => !path.startsWith('search/'))).toEqual([]);
  });
});

describe('the search index of a site', () => {
  it('has equal bytes for equal skills, in any order', async () => {
    const again = await buildSearchShards([...documents].reverse(), readTexts);
    expect([...again].sort()).toEqual([...site].sort());
  });

  it('answers of no skills', async () => {
    const empty = await openShardSearch(siteReader(await buildSearchShards([], readTexts), []));
    expect((await empty.find('pool', { limit: 10 })).results).toEqual([]);
    expect(await empty.search('pool', { limit: 10 })).toEqual([]);
  });
});
