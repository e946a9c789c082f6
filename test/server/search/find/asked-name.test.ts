import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askedName, isCalled } from '../../../../src-server/search/find/asked-name.ts';
import { resolveQuery } from '../../../../src-server/search/find/find-query.ts';
import { WEIGHTS } from '../../../../src-server/search/find/find-weights.ts';
import { IndexStore } from '../../../../src-server/search/index/index-store.ts';
import { runsOf } from '../../../../src-server/search/words/text-scanner.ts';

const { index } = new IndexStore();
const asked = (query: string): string => resolveQuery(index, query, WEIGHTS).name;

describe('the name that a question is', () => {
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
    expect(asked(query)).toBe(expected);
  });

  it('is of its words alone where there are none', () => {
    expect(askedName([], new Set())).toBe('');
  });
});

describe('a skill', () => {
  it.each([
    ['requests', 'requests'],
    ['flat_hash_map', 'hash map'],
    ['{fmt}', 'fmt'],
    ['Crème', 'creme'],
  ])('%s is called by its whole name', (name, query) => {
    expect(isCalled(name, asked(query))).toBe(name !== 'flat_hash_map');
  });

  it.each([
    ['C', 'c++', false],
    ['C++', 'c', false],
    ['C++', 'c++', true],
    ['cpp', 'c++', true],
    ['C++', 'cpp', true],
    ['C#', 'c', false],
    ['C#', 'c#', true],
    ['Notepad++', 'notepad++', true],
    ["Let's Encrypt", "let's encrypt", true],
  ])('%s is called by %s: %s', (name, query, isSo) => {
    expect(isCalled(name, asked(query))).toBe(isSo);
  });

  it('is called nothing by nothing', () => {
    expect(isCalled('', '')).toBe(false);
    expect(isCalled('--', '')).toBe(false);
  });

  it('is called the same whatever stands between its words and however it is written', () => {
    const inOne = (text: string): string =>
      askedName(
        runsOf(text).map((word, place) => ({ word, place, term: word })),
        new Set(),
      );
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: 'grapheme' })),
        fc.constantFrom('', 'x', '-', ' C++', "'s"),
        (name, more) => {
          const wanted = inOne(name + more);
          expect(isCalled(name, wanted)).toBe(wanted !== '' && inOne(name) === wanted);
        },
      ),
    );
  });
});
