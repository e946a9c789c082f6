import { describe, expect, it } from 'vitest';
import { inverseDocumentFrequency } from '../../../src-server/search/find-index.ts';
import { WEIGHTS } from '../../../src-server/search/find-weights.ts';
import { parseQuery } from '../../../src-server/search/query.ts';
import { resolveQuery } from '../../../src-server/search/resolve-query.ts';
import { indexOf } from './search-fixture.ts';

const texts = (...list: readonly string[]) =>
  indexOf(list.map((text, i) => ({ key: `go/a/skill${i}`, texts: { 'a.md': text } })));

describe('a term that is related to a word of a query', () => {
  // `hang` and `freeze` are each related to `block`.
  it('weighs less than the word, however rare it is', () => {
    const index = texts('hang', 'hang', 'hang', 'block');
    const { terms } = resolveQuery(index, parseQuery('hang'), WEIGHTS);
    expect(terms.map(({ term, kind }) => [term, kind])).toEqual([
      ['hang', 'own'],
      ['block', 'related'],
    ]);
    expect(terms[1]?.weight).toBe(WEIGHTS.related * inverseDocumentFrequency(4, 3));
  });

  it('is the rarer word’s where two are', () => {
    const index = texts('hang', 'hang', 'freeze', 'block');
    const { terms } = resolveQuery(index, parseQuery('hang freeze'), WEIGHTS);
    const block = terms.find(({ term }) => term === 'block');
    expect([block?.word, block?.weight]).toEqual([
      'freeze',
      WEIGHTS.related * inverseDocumentFrequency(4, 1),
    ]);
  });

  it('is near a word that no document has', () => {
    const { terms } = resolveQuery(texts('block'), parseQuery('hang'), WEIGHTS);
    expect(terms.map(({ term, kind }) => [term, kind])).toEqual([['block', 'near']]);
  });
});

describe('what stands in for words that no document has', () => {
  const found = (has: string, query: string): string[] =>
    resolveQuery(texts(has), parseQuery(query), WEIGHTS).terms.map(({ term }) => term);

  it('is looked for six of them at most', () => {
    const words = [...'abcdefg'].map((letter) => `q${letter.repeat(3)}`);
    const has = words.map((word) => `${word}z`).join(' ');
    expect(found(has, words.join(' '))).toEqual(words.slice(0, 6).map((word) => `${word}z`));
  });

  it('is looked for no part of an identifier of which another is known', () => {
    expect(found('lock qqqqz', 'lock_qqqq')).toEqual(['lock']);
  });

  it('is a correction where a letter of a long word is wrong, and a guess where one of a short word is', () => {
    const kindOf = (has: string, query: string) =>
      resolveQuery(texts(has), parseQuery(query), WEIGHTS).terms[0]?.kind;
    expect(kindOf('connection', 'conection')).toBe('corrected');
    expect(kindOf('bake', 'cake')).toBeUndefined();
    expect(kindOf('bake', 'bade')).toBe('guessed');
    expect(kindOf('flush', 'fluush')).toBe('corrected');
  });
});
