import { describe, expect, it } from 'vitest';
import { listSentences, listWords } from '../../../../src-server/contract/words/list-words.ts';

const many = (count: number, word: string) => Array.from({ length: count }, () => word);

describe('listWords', () => {
  it('names all of a few', () => {
    expect(listWords(['a', 'b'], 2)).toBe('a, b');
  });

  it('names the first of many, and counts the others as English writes numbers', () => {
    expect(listWords(['a', 'b', ...many(1_234, 'c')], 2)).toBe('a, b and 1,234 more');
  });

  it('says nothing of nothing', () => {
    expect(listWords([], 2)).toBe('');
  });
});

describe('listSentences', () => {
  it('says all of a few', () => {
    expect(listSentences(['One.', 'Two.'], 2)).toBe('One. Two.');
  });

  it('says the first of many, and counts the others in a sentence', () => {
    expect(listSentences(['One.', ...many(1_000, 'Two.')], 1)).toBe('One. And 1,000 more.');
  });
});
