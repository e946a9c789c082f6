import { describe, expect, it } from 'vitest';
import {
  formatDay,
  formatMs,
  plainHeading,
  servedWords,
  tierName,
} from '../../../src-renderer/text/format.ts';
import { languageName } from '../../../src-server/contract/skill-format.ts';
import { countWords, joinWords } from '../../../src-server/contract/words.ts';

describe('numbers and times in words', () => {
  it('a sample is called one', () => {
    expect([servedWords(83, false), servedWords(10, true), servedWords(1, false)]).toEqual([
      '83 skills',
      '10 sample skills',
      '1 skill',
    ]);
  });

  it('milliseconds keep one decimal below ten, and become seconds from a thousand', () => {
    expect([0.04, 9.94, 10, 999.4, 1000].map(formatMs)).toEqual([
      '0.0 ms',
      '9.9 ms',
      '10 ms',
      '999 ms',
      '1.0 s',
    ]);
  });

  it('one is one', () => {
    expect([0, 1, 2, 1000].map((count) => countWords(count, 'skill'))).toEqual([
      '0 skills',
      '1 skill',
      '2 skills',
      '1,000 skills',
    ]);
  });

  it('a day has its year when it isn’t this one, and what is no day stays as it is', () => {
    const now = new Date('2026-11-20T12:00:00');
    expect(formatDay('2026-04-28T12:00:00', now)).toBe('28 Apr');
    expect(formatDay('2024-04-28T12:00:00', now)).toBe('28 Apr 2024');
    expect(formatDay('soon', now)).toBe('soon');
  });

  it('a list has an and before its last', () => {
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(joinWords)).toEqual([
      '',
      'a',
      'a and b',
      'a, b and c',
    ]);
  });

  it('languages and tiers that aren’t of the format stay as they are written', () => {
    const odd = ['constructor', '__proto__', 'toString', 'zig', ''];
    expect(odd.map(languageName)).toEqual(odd);
    expect(odd.map(tierName)).toEqual(odd);
    expect([languageName('cpp'), tierName('tier1')]).toEqual(['C++', 'Curated']);
  });
});

describe('a heading outside of its text', () => {
  it.each([
    ['Check `rowCount`', 'Check rowCount'],
    ['`close()` and ``a ` b``', 'close() and a ` b'],
    ['A lone ` stays', 'A lone ` stays'],
    ['Start', 'Start'],
  ])('%s reads %s', (heading, plain) => {
    expect(plainHeading(heading)).toBe(plain);
  });
});
