import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../src-server/search/query.ts';
import { rememberWords } from '../../../src-server/search/word-analysis.ts';

describe('the name that a query is', () => {
  it.each([
    ['requests', 'requests'],
    ['Hash Map', 'hashmap'],
    ['flat_hash_map', 'flathashmap'],
    ['python requests', 'requests'],
    ['the requests', 'requests'],
    ['go', 'go'],
    ['Crème', 'creme'],
    ['c', 'c'],
    ['C++', 'cpp'],
    ['C#', 'csharp'],
    ["let's encrypt", 'letencrypt'],
    ['?', ''],
  ])('of %s is %s', (query, expected) => {
    expect(parseQuery(query).name).toBe(expected);
  });
});

describe('the words of a query', () => {
  it('are each there once, in their order, with the run and the place that they come from', () => {
    expect(parseQuery('locks a Mutex, lock').words).toEqual([
      { word: 'locks', place: 0, surface: 'locks', term: 'lock', siblings: ['lock'] },
      { word: 'Mutex', place: 2, surface: 'mutex', term: 'mutex', siblings: ['mutex'] },
    ]);
  });

  it('are an identifier as a whole and its parts, each with all of them', () => {
    const { words } = parseQuery('lock_guard');
    expect(words.map(({ term }) => term)).toEqual(['lock_guard', 'lock', 'guard']);
    for (const { word, siblings } of words)
      expect([word, siblings]).toEqual(['lock_guard', ['lock_guard', 'lock', 'guard']]);
  });

  it('are without those that say nothing, which are told as they are written', () => {
    const { words, leftOut } = parseQuery('How do I close it');
    expect(words.map(({ term }) => term)).toEqual(['close']);
    expect(leftOut).toEqual(['how', 'do', 'i', 'it']);
  });

  it('are all of it where nothing else is there: a library may be called so', () => {
    const { words, leftOut } = parseQuery('the it');
    expect(words.map(({ term }) => term)).toEqual(['the', 'it']);
    expect(leftOut).toEqual([]);
  });

  it('are the same whether they are made anew or remembered from other queries', () => {
    const toWord = rememberWords();
    for (const query of ['closing Connections', 'connections closing', 'SDL_CreateWindow closing'])
      expect(parseQuery(query, toWord)).toEqual(parseQuery(query));
  });
});

describe('the languages of a query', () => {
  it('are those that it names', () => {
    const { languages, languageTerms } = parseQuery('panicked at: call C++ from a crate');
    expect([...languages]).toEqual(['cpp', 'rust']);
    expect([...languageTerms]).toEqual(['cpp', 'crate']);
  });

  it('are those that write its messages where it names none', () => {
    const { languages, languageTerms } = parseQuery('thread main panicked at src/x');
    expect([...languages]).toEqual(['rust']);
    expect([...languageTerms]).toEqual([]);
  });
});
