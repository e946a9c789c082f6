import { describe, expect, it } from 'vitest';
import { languageName } from '../../../../src-server/contract/skill-format.ts';
import { agoWords, countWords, joinWords } from '../../../../src-server/contract/words.ts';

it.each([
  [-5_000, 'just now'],
  [59_999, 'just now'],
  [60_000, '1 min ago'],
  [3_599_000, '59 min ago'],
  [3_600_000, '1 h ago'],
  [30 * 3_600_000, 'yesterday'],
  [5 * 86_400_000, '5 days ago'],
])('an age of %i ms is %s', (age, words) => {
  const now = Date.parse('2026-11-28T11:00:00.000Z');
  expect(agoWords(new Date(now - age).toISOString(), now)).toBe(words);
});

describe('words', () => {
  it('one is one', () => {
    expect([0, 1, 2, 1000].map((count) => countWords(count, 'skill'))).toEqual([
      '0 skills',
      '1 skill',
      '2 skills',
      '1,000 skills',
    ]);
  });

  it('a list has an and before its last', () => {
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(joinWords)).toEqual([
      '',
      'a',
      'a and b',
      'a, b and c',
    ]);
  });

  it('name a language that isn’t of the format as it is written', () => {
    const odd = ['constructor', '__proto__', 'toString', 'zig', ''];
    expect(odd.map(languageName)).toEqual(odd);
    expect(languageName('cpp')).toBe('C++');
  });
});
