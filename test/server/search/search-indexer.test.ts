import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../src-server/contract/logger.ts';
import type { SearchDocument } from '../../../src-server/search/search-document.ts';
import { createSearchIndexer } from '../../../src-server/search/search-indexer.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'search-indexer-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function skill(key: string, texts: Readonly<Record<string, string>>): SearchDocument {
  const directory = join(folder, key);
  const files = Object.entries(texts).map(([path, text]) => {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    const { size, mtimeMs } = statSync(file);
    return { path, size, mtimeMs };
  });
  const [language = '', , name = ''] = key.split('/');
  const revision = JSON.stringify(files);
  return { key, name, language, tags: [], summary: '', trustScore: 50, directory, files, revision };
}

const keys = (results: readonly { readonly key: string }[]): string[] => results.map(({ key }) => key);

describe('find', () => {
  it('answers with the skills that have a word of the query, and no other', async () => {
    const indexer = createSearchIndexer({ logger: silentLogger });
    const index = indexer.update([
      skill('cpp/a/pool', { 'overview.md': 'A pool of connections.' }),
      skill('cpp/a/queue', { 'overview.md': 'A queue without locks.' }),
    ]);
    expect(keys(await index.find('connection', { limit: 10 }))).toEqual(['cpp/a/pool']);
    await indexer.close();
  });
});
