import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../../src-server/contract/service/logger.ts';
import { buildWithCache, INDEX_VERSION } from '../../../../src-server/registry/disk/index-cache.ts';
import { type BuildSegments, buildSegments } from '../../../../src-server/search/index/build-segment.ts';
import type { SearchDocument } from '../../../../src-server/search/search-document.ts';
import { createSearchIndexer } from '../../../../src-server/search/search-indexer.ts';
import { readTexts, segmentOf, writeSkill } from '../../search/search-fixture.ts';

let folder: string;
let cacheFile: string;
let documents: SearchDocument[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'index-cache-'));
  cacheFile = join(folder, 'cache', 'find.index');
  documents = ['alpha', 'beta', 'gamma'].map((word, i) =>
    writeSkill(folder, {
      key: `cpp/a/s${i}`,
      texts: { 'overview.md': `# ${word}\n${word} and all`, 'pitfalls.md': 'alpha beta' },
    }),
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const QUERIES = ['alpha', 'beta gamma', 'gama', 'all'];

/** What an indexer with the cache answers, and how many documents it had to index. */
async function start(file?: string): Promise<{ answers: string; indexed: number }> {
  let indexed = 0;
  const context = { logger: silentLogger, readTexts, signal: new AbortController().signal };
  const build: BuildSegments = (fresh) => {
    indexed += fresh.length;
    return buildSegments(fresh, context);
  };
  const indexer = createSearchIndexer({
    logger: silentLogger,
    readTexts,
    buildSegments: (asked) => (file === undefined ? build(asked) : buildWithCache(file, asked, build)),
  });
  const index = indexer.update({ changed: documents, removed: [] });
  const found = await Promise.all(QUERIES.map((query) => index.explain(query, { limit: 10 })));
  await indexer.close();
  return { answers: JSON.stringify(found), indexed };
}

describe('the index cache', () => {
  it('saves a second start the indexing, and changes no answer', async () => {
    const { answers } = await start();
    expect(await start(cacheFile)).toEqual({ answers, indexed: 3 });
    expect(await start(cacheFile)).toEqual({ answers, indexed: 0 });
  });

  it('leaves nothing beside it', async () => {
    await start(cacheFile);
    expect(readdirSync(join(folder, 'cache'))).toEqual(['find.index']);
  });

  it('knows a document again by its revision', async () => {
    await start(cacheFile);
    const [first] = documents;
    if (first === undefined) throw new Error('no document');
    writeFileSync(join(first.directory, 'overview.md'), 'delta delta');
    utimesSync(join(first.directory, 'overview.md'), 1, 1);
    const files = first.files.map((file) =>
      file.path === 'overview.md' ? { ...file, mtimeMs: 1000, size: 11 } : file,
    );
    documents[0] = { ...first, files, revision: 'another' };
    const { answers } = await start();
    expect((await start(cacheFile)).answers).toBe(answers);
  });

  it('is written anew once more than a twentieth is new, with what it knew', async () => {
    await start(cacheFile);
    documents.push(writeSkill(folder, { key: 'cpp/a/s3', texts: { 'overview.md': 'delta' } }));
    expect((await start(cacheFile)).indexed).toBe(1);
    const { answers } = await start();
    expect(await start(cacheFile)).toEqual({ answers, indexed: 0 });
  });

  it('counts for nothing where more than half is new', async () => {
    await start(cacheFile);
    documents = documents.map((document, i) => (i < 2 ? { ...document, revision: 'another' } : document));
    expect((await start(cacheFile)).indexed).toBe(3);
  });

  it('forgets documents that are gone', async () => {
    await start(cacheFile);
    documents = documents.slice(1);
    const { answers } = await start();
    expect(await start(cacheFile)).toEqual({ answers, indexed: 0 });
  });

  it('is neither written through a link nor read through one', async () => {
    const elsewhere = join(folder, 'elsewhere');
    writeFileSync(elsewhere, 'mine');
    mkdirSync(join(folder, 'cache'));
    symlinkSync(elsewhere, cacheFile);
    await start(cacheFile);
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine');
    expect(lstatSync(cacheFile).isSymbolicLink()).toBe(true);
  });

  it('lies in a folder that only its owner can look into', async () => {
    await start(cacheFile);
    expect(statSync(join(folder, 'cache')).mode & 0o777).toBe(0o700);
  });

  it('does not keep a text that was another than its listing said', async () => {
    const [first] = documents;
    if (first === undefined) throw new Error('no document');
    documents[0] = { ...first, files: first.files.map((file) => ({ ...file, size: file.size + 1 })) };
    await start(cacheFile);
    expect((await start(cacheFile)).indexed).toBe(1);
  });

  const damages: Record<string, (bytes: Buffer) => Buffer> = {
    empty: () => Buffer.alloc(0),
    'cut in the prefix': (bytes) => bytes.subarray(0, 10),
    'cut in the head': (bytes) => bytes.subarray(0, 60),
    'cut in the arrays': (bytes) => bytes.subarray(0, bytes.length - 100),
    'one byte short': (bytes) => bytes.subarray(0, bytes.length - 1),
    'longer than it says': (bytes) => Buffer.concat([bytes, Buffer.alloc(8)]),
    'another magic': (bytes) => change(bytes, 0),
    'a changed head': (bytes) => change(bytes, 40),
    'a changed array': (bytes) => change(bytes, bytes.length - 200),
    'a changed last byte': (bytes) => change(bytes, bytes.length - 1),
    'another version': (bytes) =>
      Buffer.from(bytes.toString('latin1').replace(`find ${INDEX_VERSION} `, 'find 9 '), 'latin1'),
    'of another byte order': (bytes) => Buffer.from(bytes.toString('latin1').replace('LE', 'BE'), 'latin1'),
    'text, not a cache': () => Buffer.from('{"hello":"world"}'.repeat(500)),
  };

  it.each(Object.keys(damages))('is ignored and written again if damaged: %s', async (name) => {
    const { answers } = await start();
    await start(cacheFile);
    const damaged = damages[name]?.(readFileSync(cacheFile)) ?? Buffer.alloc(0);
    writeFileSync(cacheFile, damaged);
    expect(await start(cacheFile)).toEqual({ answers, indexed: 3 });
    expect(await start(cacheFile)).toEqual({ answers, indexed: 0 });
  });

  it('gives the same answers with any changed byte', async () => {
    const { answers } = await start();
    await start(cacheFile);
    const bytes = readFileSync(cacheFile);
    for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 60)) {
      writeFileSync(cacheFile, change(bytes, at));
      expect((await start(cacheFile)).answers).toBe(answers);
    }
  });

  it('is skipped if writing fails', async () => {
    writeFileSync(join(folder, 'cache'), 'a file where the folder should be');
    const { answers } = await start();
    expect((await start(cacheFile)).answers).toBe(answers);
    expect(existsSync(cacheFile)).toBe(false);
  });

  it('has another version when texts are indexed in another way', () => {
    const segment = segmentOf([
      {
        key: 'cpp/author/my-lib',
        tags: ['c++'],
        summary: 'It parses files.',
        texts: {
          'a.md':
            "# Title\nThe user’s **HTTPServer** runs, flat_hash_map\n```cpp\n// Pitfall 2: Don't\nstd::move(x);\n```",
          'examples/b.py': '# comment\nimport numpy as np, JavaScript',
        },
      },
    ]);
    const terms = new TextDecoder().decode(segment.termBytes);
    // Where this differs, raise INDEX_VERSION and put the new text here.
    expect([INDEX_VERSION, terms, segment.sections.join(' ')]).toMatchInlineSnapshot(`
      [
        8,
        "2authorcommentcppfileflatflat_hash_maphashhttphttpserverimportjslibmapmovemynpnumpiparspitfalrunserverstdtitluserx",
        "2 0 0 3 0 1 0 0 1 0 1 0 1 0 1 0 1 0 3 0 3 0 0 1 0 2 0 0 3 0 3 0 0 2 0 1 0 1 0 2 0 1 0 1 0 2 0",
      ]
    `);
  });
});

function change(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 0x55;
  return changed;
}
