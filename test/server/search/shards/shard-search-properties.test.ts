import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { ReadTexts } from '../../../../src-server/search/search-document.ts';
import { documentOf, type Skill } from '../search-fixture.ts';
import { type Answers, openService, openSite } from './shards-fixture.ts';

const WORDS = [
  'alpha',
  'betas',
  'gamma',
  'deltaEpsilon',
  'zeta_eta',
  'c++',
  'go',
  'rust',
  'the',
  'not',
  'Theta2',
  'crashes',
  'segfault',
  'threadpool',
  'thread',
  'pool',
  'computer',
  'vision',
  'naïve',
  'テスト',
];
const NAMES = ['alpha', 'eta', 'pool', 'flat_hash_map'];
const PLACES = ['\n# alpha', '\n\n', '\n**betas**\n', '\n```cpp\n', 'plain'];

const text = fc
  .array(fc.constantFrom(...WORDS, ...PLACES), { maxLength: 40 })
  .map((words) => words.join(' '));
const skills = fc.uniqueArray(
  fc.record({
    key: fc
      .tuple(
        fc.constantFrom('cpp', 'go', 'rust', 'python'),
        fc.constantFrom('one', 'gamma'),
        fc.constantFrom(...NAMES),
      )
      .map((parts) => parts.join('/')),
    texts: fc.record({ 'overview.md': text, 'examples/basic.cpp': text }),
    tags: fc.array(fc.constantFrom('alpha', 'computer-vision', 'go'), { maxLength: 2 }),
    summary: fc.constantFrom('', 'gamma of betas', 'cpp skill for alpha - pools'),
    symptoms: fc.array(fc.constantFrom('alpha crashes', 'betas in gamma: Theta2'), { maxLength: 2 }),
    packages: fc.array(fc.constantFrom('beta-lib', '@scope/alpha', 'github.com/one/eta/v2'), {
      maxLength: 2,
    }),
    trustScore: fc.constantFrom(0, 50, 50.5, 100),
  }),
  { selector: ({ key }) => key, maxLength: 9 },
);
/** Misspelt, joined, cut, and words of other kinds of questions. */
const ODD_WORDS = [
  'alhpa',
  'gamna',
  'computervision',
  'thre',
  'deltaepsilonn',
  'sqlalchemy.exc.MissingGreenlet: alpha',
  '@scope/alpha@1.2',
  'Prisma',
  'error: alpha::pool',
  'a',
  'al',
  'flathashmap',
  '',
];
const question = fc
  .array(fc.constantFrom(...WORDS, ...NAMES, ...ODD_WORDS), { minLength: 1, maxLength: 6 })
  .map((words) => words.join(' '));
const options = fc.record({ limit: fc.constantFrom(1, 3, 10) });

const opened: Answers[] = [];
afterEach(async () => {
  for (const answers of opened.splice(0)) await answers.close();
});

async function open(corpus: readonly Skill[]): Promise<{ site: Answers; service: Answers }> {
  const documents = corpus.map((skill) => documentOf(skill));
  const encoder = new TextEncoder();
  const readTexts: ReadTexts = async (wanted) =>
    wanted.map(({ key, files }) => {
      const texts: Readonly<Record<string, string>> = corpus.find((skill) => skill.key === key)?.texts ?? {};
      return { texts: files.map(({ path }) => encoder.encode(texts[path] ?? '')), settled: true };
    });
  const site = await openSite(documents, readTexts);
  const service = openService(documents, readTexts);
  opened.push(service);
  return { site, service };
}

describe('the search of an exported site', () => {
  it('answers as the service does, on dozens of registries', async () => {
    await fc.assert(
      fc.asyncProperty(
        skills,
        fc.array(fc.tuple(question, options), { minLength: 1, maxLength: 4 }),
        async (corpus, asked) => {
          const { site, service } = await open(corpus);
          for (const [query, limits] of asked) {
            expect(await site.find(query, limits)).toEqual(await service.find(query, limits));
            expect(await site.search(query, limits)).toEqual(await service.search(query, limits));
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
