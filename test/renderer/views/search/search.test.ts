import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSkillRow } from '../../../../src-renderer/skill/skill-row.ts';
import { findWords, matchedFields, queryWords } from '../../../../src-renderer/views/search/match-words.ts';
import { nearNames, slips } from '../../../../src-renderer/views/search/near-names.ts';
import { plainSnippet } from '../../../../src-renderer/views/search/plain-snippet.ts';
import {
  questionWords,
  scoreParts,
  unweighedWords,
} from '../../../../src-renderer/views/search/question-words.ts';
import { rankWords } from '../../../../src-renderer/views/search/rank-words.ts';
import type { FindResult } from '../../../../src-server/contract/api.ts';

describe('ranks in words', () => {
  it('says the first three in full and the others with their ending', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 50].map(rankWords)).toEqual([
      'first',
      'second',
      'third',
      '4th',
      '11th',
      '12th',
      '13th',
      '21st',
      '22nd',
      '23rd',
      '50th',
    ]);
  });
});

describe('where words stand', () => {
  it('finds every place, whatever the case, and joins what overlaps', () => {
    expect(findWords('Tokio and tokio', ['tok', 'kio'])).toEqual([
      [0, 5],
      [10, 15],
    ]);
  });

  it('gives ranges that are in order, apart and inside of the text', () => {
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

  it('takes a hyphenated word as its parts, and signs of languages as theirs', () => {
    expect(queryWords('Header-Only C++ c#')).toEqual(['header', 'only', 'c++', 'c#']);
    expect(queryWords('?! -')).toEqual([]);
  });

  it('names the fields that match', () => {
    const row = toSkillRow({
      key: 'rust/a/hyper',
      name: 'hyper',
      language: 'rust',
      tags: ['http', 'async'],
      summary: 'Fast HTTP',
    });
    expect(matchedFields(row, 'http').map(({ field }) => field)).toEqual(['tags', 'summary']);
  });
});

describe('names near a slip', () => {
  it('are one or two letters away, swapped neighbours included', () => {
    const names = ['tokio', 'serde', 'tonic', 'requests'];
    expect(nearNames('tokoi', names)).toEqual(['tokio']);
    expect(nearNames('reqests', names)).toEqual(['requests']);
    expect(nearNames('xy', names)).toEqual([]);
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

describe('the words of a question', () => {
  const result = (key: string, weights: Readonly<Record<string, number>>, score: number): FindResult => {
    const raw = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
    return {
      key,
      score,
      raw_score: raw,
      terms: Object.entries(weights).map(([word, weight]) => ({
        word,
        term: word,
        weight,
        share: weight / raw,
        occurrences: 1,
        skills: 1,
        places: ['text'],
        files: ['a.md'],
      })),
    };
  };
  const results = [result('a', { hang: 4, timeout: 6 }, 100), result('b', { timeout: 5 }, 50)];

  it('stand by their weight over all results', () => {
    expect(questionWords(results)).toEqual(['timeout', 'hang']);
  });

  it('include what made no difference', () => {
    expect(unweighedWords('Why does a timeout hang, no', results)).toEqual(['why', 'does', 'a', 'no']);
  });

  it('cut a bar that is as long as the score, the chosen word first', () => {
    const parts = scoreParts(results[0] as FindResult, 'hang');
    expect(parts.map(({ name }) => name)).toEqual(['hang', 'timeout']);
    expect(parts.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100);
    expect(scoreParts({ key: 'c', score: 40, raw_score: 1 }, 'hang')).toEqual([
      { name: 'score', percent: 40, chosen: true },
    ]);
  });
});

describe('a snippet as plain words', () => {
  it('has no marks of markdown, and the same words marked', () => {
    const snippet = '## Set a **timeout** ```python x = `get`(url) | a |';
    const at = snippet.indexOf('timeout');
    const plain = plainSnippet(snippet, [[at, at + 7]]);
    expect(plain.text.replace(/\s+/g, ' ').trim()).toBe('Set a timeout x = get(url) a');
    expect(plain.ranges.map(([start, end]) => plain.text.slice(start, end))).toEqual(['timeout']);
  });

  it('keeps what every range covers, whatever stands around it', () => {
    const piece = fc.constantFrom('`', '**', '# ', ' | ', '```js ', 'word', ' ', 'C#', 'a*b');
    fc.assert(
      fc.property(fc.array(piece), fc.nat(), fc.nat(), (pieces, a, b) => {
        const text = pieces.join('');
        const [start = 0, end = 0] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y);
        const plain = plainSnippet(text, start === end ? [] : [[start, end]]);
        for (const [from, to] of plain.ranges)
          expect(plain.text.slice(from, to)).toBe(text.slice(start, end));
      }),
    );
  });
});
