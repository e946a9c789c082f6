import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WEIGHTS } from '../../../src-server/search/find-weights.ts';
import { parseQuery } from '../../../src-server/search/query.ts';
import { FindRanking } from '../../../src-server/search/ranking.ts';
import { resolveQuery } from '../../../src-server/search/resolve-query.ts';
import type { SearchDocument } from '../../../src-server/search/search-document.ts';
import { referenceFind } from './reference-find.ts';
import { indexOf, rank, type Skill } from './search-fixture.ts';

const ranking = new FindRanking(WEIGHTS);

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
  'fault',
];
const NAMES = ['alpha', 'eta', 'pool'];

const text = fc
  .array(fc.constantFrom(...WORDS, '\n# alpha', '\n\n', '\n**betas**\n', '\n```cpp\n', 'plain'), {
    maxLength: 40,
  })
  .map((words) => words.join(' '));
const skills = fc
  .uniqueArray(
    fc.record({
      key: fc
        .tuple(
          fc.constantFrom('cpp', 'go', 'rust'),
          fc.constantFrom('one', 'gamma'),
          fc.constantFrom(...NAMES),
        )
        .map((parts) => parts.join('/')),
      texts: fc.record({ 'overview.md': text, 'pitfalls.md': text }),
      tags: fc.array(fc.constantFrom('alpha', 'computer-vision', 'go'), { maxLength: 2 }),
      summary: fc.constantFrom('', 'gamma of betas'),
      symptoms: fc.array(fc.constantFrom('alpha crashes', 'betas in gamma: Theta2'), { maxLength: 2 }),
    }),
    { selector: ({ key }) => key, minLength: 1, maxLength: 9 },
  )
  .map((list): readonly Skill[] => list);
const query = fc.array(fc.constantFrom(...WORDS, ...NAMES, 'vision'), { minLength: 1, maxLength: 6 });

describe('the index', () => {
  it('ranks as the plain formula does, on thousands of corpora', () => {
    fc.assert(
      fc.property(skills, query, fc.nat(9), (corpus, words, cut) => {
        const expected = referenceFind(corpus, words.join(' '));
        const ranked = rank(indexOf(corpus.slice(0, cut), corpus.slice(cut)), words.join(' '));
        // Unknown words have stand-ins here that the plain formula doesn't look for.
        fc.pre(expected.size > 0 && words.every((word) => corpusKnows(corpus, word)));
        expect(ranked.map(({ key }) => key).sort()).toEqual([...expected.keys()].sort());
        for (const { key, raw_score } of ranked) expect(raw_score).toBeCloseTo(expected.get(key) ?? 0, 9);
      }),
      { numRuns: 1000 },
    );
  });

  it('gives the first of that, however few are wanted, and counts all', () => {
    fc.assert(
      fc.property(skills, query, fc.nat(9), fc.integer({ min: 1, max: 8 }), (corpus, words, cut, limit) => {
        const index = indexOf(corpus.slice(0, cut), corpus.slice(cut));
        const resolved = resolveQuery(index, parseQuery(words.join(' ')), WEIGHTS);
        const all = ranking.rank(index, resolved, { limit: 1000 });
        const few = ranking.rank(index, resolved, { limit });
        expect(few).toEqual({ ranked: all.ranked.slice(0, limit), matching: all.ranked.length });
      }),
      { numRuns: 1000 },
    );
  });

  it('gives and counts those alone that are accepted', () => {
    fc.assert(
      fc.property(skills, query, fc.nat(9), (corpus, words, cut) => {
        const index = indexOf(corpus.slice(0, cut), corpus.slice(cut));
        const resolved = resolveQuery(index, parseQuery(words.join(' ')), WEIGHTS);
        const accepts = ({ language }: SearchDocument): boolean => language === 'go';
        const all = ranking.rank(index, resolved, { limit: 1000 });
        const ofGo = all.ranked.filter(({ document }) => accepts(document));
        expect(ranking.rank(index, resolved, { limit: 2, accepts })).toEqual({
          ranked: ofGo.slice(0, 2),
          matching: ofGo.length,
        });
      }),
    );
  });

  it('gives of a skill that is asked alone what it has among the others', () => {
    fc.assert(
      fc.property(skills, query, fc.nat(9), fc.nat(9), (corpus, words, cut, which) => {
        const index = indexOf(corpus.slice(0, cut), corpus.slice(cut));
        const resolved = resolveQuery(index, parseQuery(words.join(' ')), WEIGHTS);
        const { key: only = '' } = corpus[which % Math.max(1, corpus.length)] ?? {};
        const { ranked } = ranking.rank(index, resolved, { limit: 1000 });
        const own = ranked.filter(({ document }) => document.key === only);
        expect(ranking.rank(index, resolved, { limit: 1, only })).toEqual({
          ranked: own,
          matching: own.length,
        });
      }),
    );
  });
});

const corpusKnows = (corpus: readonly Skill[], word: string): boolean => referenceFind(corpus, word).size > 0;
