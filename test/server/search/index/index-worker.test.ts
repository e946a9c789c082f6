import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLogger } from '../../../../src-server/contract/service/logger.ts';
import { indexDocuments } from '../../../../src-server/search/index/index-documents.ts';
import type { SearchDocument } from '../../../../src-server/search/search-document.ts';
import { createSearchIndexer } from '../../../../src-server/search/search-indexer.ts';
import { readTexts, writeSkill } from '../search-fixture.ts';

let folder: string;
let workerUrl: URL;
let documents: SearchDocument[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'index-worker-'));
  const outfile = join(folder, 'index-worker.mjs');
  const entry = join(import.meta.dirname, '../../../../src-server/search/index/index-worker.ts');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  workerUrl = pathToFileURL(outfile);
  // More than what is worth a thread, by little more than one repeated text.
  documents = Array.from({ length: 40 }, (_, i) =>
    writeSkill(folder, {
      key: `cpp/a/s${i}`,
      texts: { 'overview.md': `# Skill ${i}\n${`word${i % 7} connection pool\n\n`.repeat(2600)}` },
    }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const QUERIES = ['connection pool', 'word3', 'conection', 'pool word5 skill'];

async function answers(url: URL | undefined): Promise<string> {
  const indexer = createSearchIndexer({
    logger: silentLogger,
    readTexts,
    ...(url === undefined ? {} : { workerUrl: url }),
  });
  const index = indexer.update({ changed: documents, removed: [] });
  const found = await Promise.all(QUERIES.map((query) => index.explain(query, { limit: 50 })));
  await indexer.close();
  return JSON.stringify(found);
}

it('builds the same bytes as this thread does', async () => {
  const options = { signal: new AbortController().signal, logger: silentLogger, readTexts };
  const here = await indexDocuments(documents, { ...options, workerUrl: undefined });
  const there = await indexDocuments(documents, { ...options, workerUrl });
  expect(there).toEqual(here);
});

it('answers the same as without', async () => {
  expect(await answers(workerUrl)).toBe(await answers(undefined));
});

it('is done without when it fails', async () => {
  const broken = new URL('data:text/javascript,throw new Error("broken")');
  expect(await answers(broken)).toBe(await answers(undefined));
});
