import { describe, expect, it } from 'vitest';
import { knownWords } from '../../../../src-server/search/query/asked-words.ts';
import { parseQuery } from '../../../../src-server/search/query/parse-query.ts';
import { resolveQuery } from '../../../../src-server/search/query/resolve-query.ts';
import { FindRanking } from '../../../../src-server/search/rank/find-ranking.ts';
import { WEIGHTS } from '../../../../src-server/search/rank/find-weights.ts';
import { sectionCandidates } from '../../../../src-server/search/sections/section-candidates.ts';
import { indexOf, namedBy, type Skill } from '../search-fixture.ts';

const ranking = new FindRanking(WEIGHTS);

/** The sections of a skill that may answer, as `file#number` with numbers from 0. */
function candidates(skill: Skill, question: string): string[] {
  const index = indexOf([skill]);
  const parsed = parseQuery(question);
  const query = resolveQuery(index, parsed, WEIGHTS);
  return ranking
    .rank(index, query, { limit: 1, named: namedBy(index, parsed) })
    .ranked.flatMap((ranked) => sectionCandidates(query, knownWords(index, query), ranked).places)
    .map(({ file, section }) => `${file.path}#${section}`);
}

const KEY = 'cpp/gabime/spdlog';

describe('the sections that may answer', () => {
  it('are those that have most of the question, first of all files, and a few of those that have less', () => {
    const texts = {
      'a.md': '# A\nmutex\n# B\nnothing\n# C\nmutex and fork\n',
      'b.md': '# D\nnothing\n# E\nfork with a mutex held\n# F\nfork\n',
    };
    expect(candidates({ key: KEY, texts }, 'mutex fork')).toEqual(['a.md#2', 'b.md#1']);
  });

  it('are the first eight of 150,000 that say the same, in several files', () => {
    const many = '# x\nzz\n'.repeat(74_997);
    const texts = { 'a.md': '# x\nzz\n'.repeat(3), 'b.md': many, 'c.md': many };
    expect(candidates({ key: KEY, texts }, 'zz')).toEqual([
      ...Array.from({ length: 3 }, (_, i) => `a.md#${i}`),
      ...Array.from({ length: 5 }, (_, i) => `b.md#${i}`),
    ]);
  });

  it('are the better ones behind many that are good enough', () => {
    const texts = { 'a.md': `${'# x\nmutex\n'.repeat(20)}# y\nmutex fork\n# z\nmutex fork\n` };
    expect(candidates({ key: KEY, texts }, 'mutex fork').slice(0, 2)).toEqual(['a.md#20', 'a.md#21']);
  });

  describe('to the name of a skill and nothing else', () => {
    const best = '# Log levels of spdlog\nspdlog spdlog\n';

    it('are where its overview says it first', () => {
      const texts = {
        'best.md': best,
        'overview.md': '# Overview\nFast.\n# What\nspdlog logs.\n# Why\nspdlog\n',
      };
      expect(candidates({ key: KEY, texts }, 'SpdLog')).toEqual(['overview.md#1']);
    });

    it('are none that have nothing but a language that the question names, too', () => {
      const texts = { 'best.md': best, 'overview.md': '# Needs\nRust, new.\n# What\nspdlog, of rust.\n' };
      expect(candidates({ key: KEY, texts }, 'rust spdlog')).toEqual(['overview.md#1']);
    });

    it.each([
      ['an overview that has it', { 'best.md': best, 'overview.md': '# Overview\nFast.\n' }, 'spdlog'],
      ['an overview', { 'best.md': best, 'other.md': '# Overview\nFast.\n' }, 'spdlog'],
    ])('are those that have it where there is not %s', (_, texts, question) => {
      expect(candidates({ key: KEY, texts }, question)).toEqual(['best.md#0']);
    });

    it('are not those to a question that has more than it', () => {
      const texts = { 'best.md': best, 'overview.md': '# Overview\nspdlog logs.\n' };
      expect(candidates({ key: KEY, texts }, 'spdlog levels')).toEqual(['best.md#0']);
    });
  });

  it('are not symptoms, which stand behind those of the files', () => {
    const skill = { key: KEY, texts: { 'a.md': '# x\nfork\n' }, symptoms: ['mutex fork', 'mutex fork'] };
    expect(candidates(skill, 'mutex fork')).toEqual(['a.md#0']);
  });
});
