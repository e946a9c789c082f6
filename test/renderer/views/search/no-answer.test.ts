import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SkillFile } from '../../../../src-renderer/skill/skill-model.ts';
import { findWords } from '../../../../src-renderer/views/search/find-words.ts';
import { queryWords } from '../../../../src-renderer/views/search/match-names.ts';
import { nearNames, slips } from '../../../../src-renderer/views/search/near-names.ts';
import { noAnswerWords } from '../../../../src-renderer/views/search/no-answer-words.ts';
import { rankWords } from '../../../../src-renderer/views/search/rank-words.ts';
import { filesForAgent } from '../../../../src-renderer/views/search/use-answer-copy.ts';
import type { AskedWord } from '../../../../src-server/contract/api/api.ts';

function words(asked: Readonly<Record<string, number>>, near: Readonly<Record<string, string[]>> = {}) {
  const list = Object.entries(asked).map(
    ([word, skills]): AskedWord => ({
      word,
      term: word,
      skills,
      ...(near[word] !== undefined && { near: near[word] }),
    }),
  );
  const { title, sentences } = noAnswerWords({
    strength: 'weak',
    verdict: 'unsure',
    skills: 83,
    matching: 78,
    words: list,
    left_out: [],
  });
  return [title, ...sentences.map((sentence) => sentence.map(({ text }) => text).join(''))];
}

describe('what is said where no section answers', () => {
  it('names what is nowhere, and in how many skills the rest is', () => {
    expect(words({ kubernetes: 0, operator: 78, reconcile: 0, loop: 29 })).toEqual([
      'Closest matches, not sure.',
      'kubernetes and reconcile are in none of the 83 skills.',
      'What is left, operator and loop, is in 78 and 29 of them.',
    ]);
  });

  it('never claims that a skill is missing where every word is known', () => {
    expect(words({ memory: 74 }).slice(0, 3)).toEqual([
      'Closest matches, not sure.',
      'These words are common. Closest matches above.',
      'memory is in 74 of the 83 skills.',
    ]);
    expect(words({ drawing: 3, memory: 74, table: 20 })[1]).toBe('No section has these words together.');
  });

  it('says which words only look alike', () => {
    expect(words({ react: 0 }, { react: ['rect', 'reach'] }).at(-1)).toBe(
      'The nearest have words that look alike: rect and reach.',
    );
  });
});

describe('what an agent gets for an answer', () => {
  const file = (path: string, priority: SkillFile['priority'], tokens: number): SkillFile => ({
    path,
    priority,
    tokens,
    text: path,
  });
  const files = [
    file('start.md', 'P0', 900),
    file('traps.md', 'P0', 900),
    file('use.md', 'P1', 500),
    file('more.md', 'P2', 9000),
    file('answer.md', 'P3', 4000),
  ];
  const paths = (answering: string | undefined, budget: number) =>
    filesForAgent(files, answering, budget).map(({ path }) => path);

  it('is what to read first and the file that answers, whatever they come to', () => {
    expect(paths('answer.md', 100)).toEqual(['start.md', 'traps.md', 'answer.md']);
  });

  it('begins with what comes first where a skill has nothing in P0', () => {
    const later = files.filter(({ priority }) => priority !== 'P0');
    expect(filesForAgent(later, 'answer.md', 100).map(({ path }) => path)).toEqual(['use.md', 'answer.md']);
  });

  it('is filled up in reading order, as far as the budget goes', () => {
    expect(paths('answer.md', 7000)).toEqual(['start.md', 'traps.md', 'use.md', 'answer.md']);
    expect(paths(undefined, 2500)).toEqual(['start.md', 'traps.md', 'use.md']);
  });
});

describe('names near a slip', () => {
  it('are one or two letters away, swapped neighbours included', () => {
    const all = ['tokio', 'serde', 'tonic', 'requests'];
    expect(nearNames('tokoi', all)).toEqual(['tokio']);
    expect(nearNames('reqests', all)).toEqual(['requests']);
    expect(nearNames('xy', all)).toEqual([]);
  });

  it('are as far from each other both ways, and no distance from themselves', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(slips(a, b, 99)).toBe(slips(b, a, 99));
        expect(slips(a, a, 99)).toBe(0);
        expect(slips(a, b, 2)).toBe(Math.min(3, slips(a, b, 99)));
      }),
    );
  });
});

describe('where words stand in a name', () => {
  it('is every place, whatever the case, and joined where they overlap', () => {
    expect(findWords('Tokio and tokio', ['tok', 'kio'])).toEqual([
      [0, 5],
      [10, 15],
    ]);
  });

  it('is in order, apart and inside of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
        let end = 0;
        for (const [from, to] of findWords(text, queryWords(query))) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          end = to;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe('ranks in words', () => {
  it('say the first three in full and the others with their ending', () => {
    const ranks = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 50];
    expect(ranks.map(rankWords).join()).toBe('first,second,third,4th,11th,12th,13th,21st,22nd,23rd,50th');
  });
});
