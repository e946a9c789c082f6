import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../../src-server/contract/api.ts';
import { ORDINARY_WORDS } from '../../../../src-server/search/words/ordinary-words.ts';
import { STOP_WORDS } from '../../../../src-server/search/words/stop-words.ts';
import { canonicalName, termOf } from '../../../../src-server/search/words/word-analysis.ts';

describe('ordinary words', () => {
  it('are plain words in lower case, which the index looks for', () => {
    expect([...ORDINARY_WORDS].filter((word) => !/^[a-z]+$/.test(word) || STOP_WORDS.has(word))).toEqual([]);
  });

  it('are no name of a language', () => {
    expect(LANGUAGES.filter((name) => ORDINARY_WORDS.has(name))).toEqual([]);
    expect([...ORDINARY_WORDS].filter((word) => canonicalName(word) !== word)).toEqual([]);
  });

  it.each(['sort', 'mean', 'put', 'next', 'second', 'except', 'never', 'before', 'without'])(
    'leave %s to the field',
    (word) => {
      const terms = new Set([...ORDINARY_WORDS].map(termOf));
      expect(terms.has(termOf(word))).toBe(false);
    },
  );
});
