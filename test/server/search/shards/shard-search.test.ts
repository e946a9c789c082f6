import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import type { SearchDocument } from '../../../../src-server/search/search-document.ts';
import { unless, without } from '../../../support/unless.ts';
import { type Answers, documentsOf, openService, openSite } from './shards-fixture.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const SHARED = join(ROOT, '../shared');
const JUDGED = ['find-dev.json', 'find-dev2.json', 'search-dev.json'];

async function expectEqualAnswers(
  documents: readonly SearchDocument[],
  questions: readonly string[],
): Promise<void> {
  const [site, service] = [await openSite(documents), openService(documents)];
  for (const question of questions) await expectEqual(site, service, question);
  await service.close();
}

async function expectEqual(site: Answers, service: Answers, question: string): Promise<void> {
  expect(await site.find(question, { limit: 10 })).toEqual(await service.find(question, { limit: 10 }));
  expect(await site.search(question, { limit: 1000 })).toEqual(
    await service.search(question, { limit: 1000 }),
  );
}

describe('the search of an exported site', () => {
  it('answers for the sample registry as the service does', async () => {
    const documents = await documentsOf(join(ROOT, 'assets/sample-registry'));
    const questions = documents.flatMap(({ name, tags, packages, symptoms }) => [
      name,
      ...tags.slice(0, 1),
      ...packages.slice(0, 1),
      ...symptoms.slice(0, 2),
    ]);
    await expectEqualAnswers(documents, [...questions, 'conection pool timout', 'threadpool', 'go']);
  });

  it.each(JUDGED)(
    'answers %s for the judged registry as the service does',
    unless(without(join(SHARED, 'relevance')), without(join(SHARED, 'real-registry'))),
    async (file) => {
      const documents = await documentsOf(join(SHARED, 'real-registry'));
      const judged: { readonly queries: readonly { readonly query: string }[] } = JSON.parse(
        readFileSync(join(SHARED, 'relevance', file), 'utf8'),
      );
      await expectEqualAnswers(
        documents,
        judged.queries.map(({ query }) => query),
      );
    },
  );
});

describe('the code of the search in the page', () => {
  it('needs nothing of Node and is small', async () => {
    const { outputFiles } = await build({
      entryPoints: [join(ROOT, 'src-server/search/shards/open-shard-search.ts')],
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      platform: 'browser',
    });
    const code = outputFiles[0]?.text ?? '';
    expect(code).not.toMatch(/\b(?:process\.|Buffer\.|require\()/);
    expect(brotliCompressSync(code).length).toBeLessThan(40_000);
  });
});
