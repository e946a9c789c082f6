import { describe, expect, it } from 'vitest';
import type { ReadTexts, SearchDocument } from '../../../../src-server/search/search-document.ts';
import { documentOf } from '../search-fixture.ts';
import { openSite } from './shards-fixture.ts';

const GOOD = documentOf({ key: 'rust/good/library', texts: { 'overview.md': '' }, summary: 'reads tables' });

function hostile(key: string, more: Partial<SearchDocument>): SearchDocument {
  return { ...documentOf({ key, texts: {} }), ...more };
}

const file = (path: string, size = 0) => ({ path, size, mtimeMs: 0, ctimeMs: 0, ino: 0 });
const files = (count: number, folder = '') =>
  Array.from({ length: count }, (_, i) => file(`${folder}f${i}.md`));

/** Answers that name the good skill. @param evilText of each hostile file */
async function searchedBeside(others: readonly SearchDocument[], evilText = '') {
  const encoder = new TextEncoder();
  const read: ReadTexts = async (documents) =>
    documents.map(({ key, files }) => ({
      texts: files.map(() => encoder.encode(key === GOOD.key ? '# Tables\n\nA table.' : evilText)),
      settled: true,
    }));
  const site = await openSite([GOOD, ...others], read);
  const [found, searched] = [
    await site.find('tables of a librrary', { limit: 10 }),
    await site.search('library', { limit: 10 }),
  ];
  return [...found.results, ...searched].filter(({ key }) => key === GOOD.key).length;
}

describe('a site with a hostile skill', () => {
  it.each<[string, Partial<SearchDocument>]>([
    ['a name of 120,000 letters', { name: 'ж'.repeat(120_000) }],
    ['a tag of 5,000 letters', { tags: ['a1'.repeat(2_500)] }],
    ['a tag of ligatures that stand for 18 letters each', { tags: ['ﷺ'.repeat(200)] }],
    ['a file of 300 MB', { files: [file('big.md', 300 * 2 ** 20)] }],
    ['5 MB of paths', { files: files(2_000, `examples/${'d'.repeat(2_500)}/`) }],
  ])('is searched in spite of %s', async (_, more) => {
    expect(await searchedBeside([hostile('rust/evil/skill', more)])).toBe(2);
  });

  it('is searched in spite of a million sections', async () => {
    const text = '# w\nof1\n'.repeat(2 ** 17);
    expect(await searchedBeside([hostile('rust/evil/skill', { files: files(10) })], text)).toBe(2);
  });
});
